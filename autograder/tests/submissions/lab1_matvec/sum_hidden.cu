// The inner sum is a new variable, which begins at 0 for each piece of x.
#include "matvec.cuh"
constexpr int THREADS = 128;
__global__ void x_shared_kernel(float* y, const float* A, const float* x, int rows, int columns) {
  __shared__ float piece[THREADS];
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int start = 0; start < columns; start += THREADS) {
    const int j = start + threadIdx.x;
    piece[threadIdx.x] = j < columns ? x[j] : 0;
    __syncthreads();
    if (row < rows) {
      float sum = 0;  // @sum
      for (int k = 0; k < THREADS && start + k < columns; ++k) {
        sum += A[static_cast<size_t>(row) * columns + start + k] * piece[k];
      }
      y[row] = sum;
    }
    __syncthreads();
  }
}
void matvec_x_shared(float* y, const float* A, const float* x, int rows, int columns) {
  x_shared_kernel<<<(rows + THREADS - 1) / THREADS, THREADS>>>(y, A, x, rows, columns);
}
