// The second loop keeps the guard of the first one.
#include "transpose.cuh"

constexpr int T = 32;

__global__ void via_tile(float* out, const float* in, int w, int h) {
  __shared__ float tile[T][T];
  int x = blockIdx.x * T + threadIdx.x;
  int y = blockIdx.y * T + threadIdx.y;
  for (int k = 0; k < T; k += 8)
    if (x < w && y + k < h) tile[threadIdx.y + k][threadIdx.x] = in[(y + k) * w + x];
  __syncthreads();
  x = blockIdx.y * T + threadIdx.x;
  y = blockIdx.x * T + threadIdx.y;
  for (int k = 0; k < T; k += 8)
    if (x < w && y + k < h) out[(y + k) * h + x] = tile[threadIdx.x][threadIdx.y + k];  // @guard
}

void transpose_tiled(float* out, const float* in, int width, int height) {
  via_tile<<<dim3((width + 31) / 32, (height + 31) / 32), dim3(32, 8)>>>(out, in, width, height);
}
