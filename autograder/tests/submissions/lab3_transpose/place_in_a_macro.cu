// A macro makes rows of 32 words.
#include "transpose.cuh"

#define CELL(row, column) ((row)*32 + (column))  // @place

__global__ void by_macro(float* out, const float* in, int width, int height) {
  __shared__ float cells[32 * 32];
  const int left = blockIdx.x * 32, top = blockIdx.y * 32, tx = threadIdx.x;
  for (int r = threadIdx.y; r < 32; r += 8) {
    if (left + tx < width && top + r < height) cells[CELL(r, tx)] = in[(size_t)(top + r) * width + left + tx];
  }
  __syncthreads();
  for (int r = threadIdx.y; r < 32; r += 8) {
    if (top + tx < height && left + r < width) out[(size_t)(left + r) * height + top + tx] = cells[CELL(tx, r)];
  }
}

void transpose_padded(float* out, const float* in, int width, int height) {
  const dim3 grid((width + 31) / 32, (height + 31) / 32);
  by_macro<<<grid, dim3(32, 8)>>>(out, in, width, height);
}
