// The product comes before the sum where the tile is filled.
#include "transpose.cuh"

constexpr int TILE = 32, ROWS = 8, PITCH = 33;

__global__ void padded(float* out, const float* in, int width, int height) {
  __shared__ float tile[TILE * PITCH];
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += ROWS) {
    if (x < width && y + j < height) tile[threadIdx.y + j * PITCH + threadIdx.x] = in[(y + j) * width + x];  // @fill
  }
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += ROWS) {
    if (x < height && y + j < width) out[(y + j) * height + x] = tile[threadIdx.x * PITCH + threadIdx.y + j];
  }
}

void transpose_padded(float* out, const float* in, int width, int height) {
  padded<<<dim3((width + 31) / 32, (height + 31) / 32), dim3(TILE, ROWS)>>>(out, in, width, height);
}
