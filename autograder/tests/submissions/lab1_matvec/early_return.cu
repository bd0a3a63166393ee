// Threads without a row leave before they have loaded their share of x.
#include "matvec.cuh"

constexpr int THREADS = 128;

__global__ void kernel(float* y, const float* A, const float* x, int rows, int columns) {
  __shared__ float piece[THREADS];
  const int row = blockIdx.x * THREADS + threadIdx.x;
  if (row >= rows) return;  // @left
  float sum = 0;
  for (int start = 0; start < columns; start += THREADS) {
    const int length = min(THREADS, columns - start);
    if (threadIdx.x < length) piece[threadIdx.x] = x[start + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < length; ++j) sum += A[static_cast<size_t>(row) * columns + start + j] * piece[j];
    __syncthreads();
  }
  y[row] = sum;
}

void matvec_x_shared(float* y, const float* A, const float* x, int rows, int columns) {
  kernel<<<(rows + THREADS - 1) / THREADS, THREADS>>>(y, A, x, rows, columns);
}
