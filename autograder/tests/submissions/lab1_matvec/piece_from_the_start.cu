// The length of a piece leaves out where the piece begins.
#include "matvec.cuh"
__global__ void shared_x(float* y, const float* A, const float* x, int rows, int columns) {
  extern __shared__ float piece[];
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int start = 0; start < columns; start += blockDim.x) {
    const int length = min((int)blockDim.x, columns);  // @here
    if (threadIdx.x < length) piece[threadIdx.x] = x[start + threadIdx.x];
    __syncthreads();
    if (row < rows) {
      const float* a = A + size_t(row) * columns + start;
      for (int j = 0; j < length; ++j) sum += a[j] * piece[j];
    }
    __syncthreads();
  }
  if (row < rows) y[row] = sum;
}
void matvec_x_shared(float* y, const float* A, const float* x, int rows, int columns) {
  const int threads = 128;
  shared_x<<<(rows + threads - 1) / threads, threads, threads * sizeof(float)>>>(y, A, x, rows, columns);
}
