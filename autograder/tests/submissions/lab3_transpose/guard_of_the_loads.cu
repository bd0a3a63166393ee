// The stores have the guard of the loads: of the output, rows and columns are exchanged.
#include "transpose.cuh"

namespace best {
constexpr int S = 64;

__global__ void __launch_bounds__(512) kernel(float* out, const float* in, int width, int height) {
  __shared__ float tile[S * (S + 1)];
  const int tx = threadIdx.x % S, ty = threadIdx.x / S;  // 64 x 8
  const int x0 = blockIdx.x * S, y0 = blockIdx.y * S;
  float v[S / 8];
#pragma unroll
  for (int j = 0; j < S / 8; ++j) {
    const int y = y0 + ty + 8 * j;
    v[j] = (x0 + tx < width && y < height) ? in[(size_t)y * width + x0 + tx] : 0;
  }
#pragma unroll
  for (int j = 0; j < S / 8; ++j) tile[(ty + 8 * j) * (S + 1) + tx] = v[j];
  __syncthreads();
  float* to = out + (size_t)x0 * height + y0;
#pragma unroll
  for (int j = 0; j < S / 8; ++j) {
    const int c = ty + 8 * j;
    if (x0 + tx < width && y0 + c < height)  // @here
      to[(size_t)c * height + tx] = tile[tx * (S + 1) + c];
  }
}
}  // namespace best

void transpose_best(float* out, const float* in, int width, int height) {
  dim3 blocks((width + best::S - 1) / best::S, (height + best::S - 1) / best::S);
  best::kernel<<<blocks, 512>>>(out, in, width, height);
}
