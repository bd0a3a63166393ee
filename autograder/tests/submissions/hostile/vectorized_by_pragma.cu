// A pragma that only clang knows makes one access of eight rounds of a loop.
#include "matvec.cuh"
__global__ void rows_of(float* y, const float* A, const float* x, int rows, int columns) {
  const int i = blockIdx.x * 32 + threadIdx.x;
  if (i >= rows) return;
  float sum = 0;
#pragma clang loop vectorize(enable) vectorize_width(8) interleave(disable)
  for (int j = 0; j < columns; ++j) sum += A[(size_t)i * columns + j] * x[j];
  y[i] = sum;
}
void matvec_best(float* y, const float* A, const float* x, int rows, int columns) {
  rows_of<<<(rows + 31) / 32, 32>>>(y, A, x, rows, columns);
}
