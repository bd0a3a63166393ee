// Threads beyond the last column return before they have loaded their element of the row of A, which their warp needs.
#include "matmul.cuh"

__global__ void kernel(float* C, const float* A, const float* B, int m, int n) {
  __shared__ float a[32][32];
  const int row = blockIdx.y * 32 + threadIdx.y;
  const int column = blockIdx.x * 32 + threadIdx.x;
  if (row >= m || column >= n) return;  // @left
  a[threadIdx.y][threadIdx.x] = A[row * 32 + threadIdx.x];
  __syncwarp();
  float sum = 0;
  for (int k = 0; k < 32; ++k) sum += a[threadIdx.y][k] * B[k * n + column];
  C[row * n + column] = sum;
}

void ab_a_tile(float* C, const float* A, const float* B, int m, int n) {
  kernel<<<dim3((n + 31) / 32, (m + 31) / 32), dim3(32, 32)>>>(C, A, B, m, n);
}
