// The guard does not ask for the column, and the sum begins with nothing.
#include "matmul.cuh"
__global__ void k(float* C, const float* A, const float* B, int m, int n) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < m) {
    float sum;
    for (int i = 0; i < 32; i++) {
      sum += A[row * 32 + i] * B[i * n + column];
    }
    C[row * n + column] = sum;
  }
}
void ab_plain(float* C, const float* A, const float* B, int m, int n) {
  dim3 threads(32, 32);
  dim3 blocks((n + 31) / 32, (m + 31) / 32);
  k<<<blocks, threads>>>(C, A, B, m, n);
}
