// Blocks have half of the threads that the kernel counts on, and a barrier is missing behind the sums.
#include "matvec.cuh"
__global__ void x_shared_kernel(float* y, const float* A, const float* x, int rows, int columns) {
  __shared__ float piece[128];
  const int row = blockIdx.x * 128 + threadIdx.x;
  float sum = 0;
  for (int start = 0; start < columns; start += 128) {
    const int length = min(128, columns - start);  // @piece
    if (threadIdx.x < length) piece[threadIdx.x] = x[start + threadIdx.x];
    __syncthreads();
    if (row < rows) {
      for (int j = 0; j < length; ++j) sum += A[row * columns + start + j] * piece[j];
    }
  }
  if (row < rows) y[row] = sum;
}
void matvec_x_shared(float* y, const float* A, const float* x, int rows, int columns) {
  x_shared_kernel<<<rows / 128 + 1, 64>>>(y, A, x, rows, columns);  // @launch
}
