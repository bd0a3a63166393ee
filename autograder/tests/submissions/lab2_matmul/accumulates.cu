// Adds up in C itself, without ever setting it to zero.
#include "matmul.cuh"

__global__ void kernel(float* C, const float* A, const float* B, int m, int n) {
  const int row = blockIdx.y * 32 + threadIdx.y;
  const int column = blockIdx.x * 32 + threadIdx.x;
  if (row >= m || column >= n) return;
  for (int k = 0; k < 32; ++k) C[row * n + column] += A[row * 32 + k] * B[k * n + column];  // @unwritten
}

void ab_plain(float* C, const float* A, const float* B, int m, int n) {
  kernel<<<dim3((n + 31) / 32, (m + 31) / 32), dim3(32, 32)>>>(C, A, B, m, n);
}
