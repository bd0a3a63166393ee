// Threads without an element of the piece leave the loop before its barrier.
#include "matvec.cuh"

constexpr int BLOCK = 64;

__global__ void pieces(float* y, const float* A, const float* x, int rows, int columns) {
  __shared__ float part[BLOCK];
  const int row = blockIdx.x * BLOCK + threadIdx.x;
  float sum = 0;
  for (int from = 0; from < columns; from += BLOCK) {
    const int j = from + threadIdx.x;
    if (j >= columns) break;  // @break
    part[threadIdx.x] = x[j];
    __syncthreads();
    for (int k = 0; row < rows && k < BLOCK && from + k < columns; ++k) sum += A[row * columns + from + k] * part[k];
    __syncthreads();
  }
  if (row < rows) y[row] = sum;
}

void matvec_x_shared(float* y, const float* A, const float* x, int rows, int columns) {
  pieces<<<(rows + BLOCK - 1) / BLOCK, BLOCK>>>(y, A, x, rows, columns);
}
