// The block has one dimension, and the kernel asks for two.
#include "matmul.cuh"

constexpr int W = 32;

__global__ void plain(float* C, const float* A, const float* B, int m, int n) {
  const int row = blockIdx.y * W + threadIdx.y;
  const int column = blockIdx.x * W + threadIdx.x;
  if (row >= m || column >= n) return;
  float sum = 0;
  for (int k = 0; k < W; k++) sum += A[row * W + k] * B[(size_t)k * n + column];
  C[(size_t)row * n + column] = sum;
}

void ab_plain(float* C, const float* A, const float* B, int m, int n) {
  dim3 threads(W * W);  // @threads
  dim3 blocks((n + W - 1) / W, (m + W - 1) / W);
  plain<<<blocks, threads>>>(C, A, B, m, n);
}
