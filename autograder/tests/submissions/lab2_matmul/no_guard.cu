// No guard: at the last column of blocks a thread computes an element that is not there.
#include "matmul.cuh"

__global__ void kernel(float* C, const float* A, const float* B, int n) {
  const int row = blockIdx.y * 32 + threadIdx.y;
  const int column = blockIdx.x * 32 + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 32; ++k) sum += A[row * 32 + k] * B[k * n + column];  // @out_of_bounds
  C[row * n + column] = sum;
}

void ab_plain(float* C, const float* A, const float* B, int m, int n) {
  kernel<<<dim3((n + 31) / 32, (m + 31) / 32), dim3(32, 32)>>>(C, A, B, n);
}
