// Rows of 33 words in an array with room for rows of 32: the last ones are behind it.
#include "transpose.cuh"

__global__ void kernel(float* out, const float* in, int width, int height) {
  __shared__ float tile[32 * 32];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32;
  for (int j = threadIdx.y; j < 32; j += 8) {
    if (x < width && y + j < height) tile[33 * j + threadIdx.x] = in[(y + j) * width + x];  // @out_of_bounds
  }
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32;
  for (int j = threadIdx.y; j < 32; j += 8) {
    if (x < height && y + j < width) out[(y + j) * height + x] = tile[33 * threadIdx.x + j];
  }
}

void transpose_padded(float* out, const float* in, int width, int height) {
  const dim3 grid((width + 31) / 32, (height + 31) / 32), block(32, 8);
  kernel<<<grid, block>>>(out, in, width, height);
}
