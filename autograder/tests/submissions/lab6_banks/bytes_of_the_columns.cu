// The launch asks for shared memory of rows without the padding that the kernel gives them.
#include "banks.cuh"

#define ROWS_PER_BLOCK 128

__global__ void walk(float* out, const float* in, int rows, int columns) {
  extern __shared__ float piece[];
  const int pitch = columns % 2 ? columns : columns + 1;
  const int top = blockIdx.x * ROWS_PER_BLOCK;
  const int here = rows - top < ROWS_PER_BLOCK ? rows - top : ROWS_PER_BLOCK;
  const size_t base = (size_t)top * columns;
  int i = threadIdx.x;
  while (i < here * columns) {
    piece[i / columns * pitch + i % columns] = in[base + i];
    i += ROWS_PER_BLOCK;
  }
  __syncthreads();
  if (threadIdx.x < here) {
    float* p = piece + threadIdx.x * pitch;
    float sum = 0;
    for (float* end = p + columns; p != end; ++p) *p = sum += *p;
  }
  __syncthreads();
  for (i = threadIdx.x; i < here * columns; i += ROWS_PER_BLOCK)
    out[base + i] = piece[i / columns * pitch + i % columns];
}

void running_sums(float* out, const float* in, int rows, int columns) {
  const size_t shared = ROWS_PER_BLOCK * columns * sizeof(float);  // @here
  walk<<<(rows + ROWS_PER_BLOCK - 1) / ROWS_PER_BLOCK, ROWS_PER_BLOCK, shared>>>(out, in, rows, columns);
}
