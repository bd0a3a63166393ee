// Sums over m products instead of 32: past the end of the rows of A, and of A.
#include "matmul.cuh"

__global__ void kernel(float* C, const float* A, int m) {
  const int row = blockIdx.y * 32 + threadIdx.y;
  const int column = blockIdx.x * 32 + threadIdx.x;
  if (row >= m || column >= m) return;
  float sum = 0;
  for (int k = 0; k < m; ++k) sum += A[row * 32 + k] * A[column * 32 + k];  // @out_of_bounds
  C[row * m + column] = sum;
}

void aat_plain(float* C, const float* A, int m) {
  kernel<<<dim3((m + 31) / 32, (m + 31) / 32), dim3(32, 32)>>>(C, A, m);
}
