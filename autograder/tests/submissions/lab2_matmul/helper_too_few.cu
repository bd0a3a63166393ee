// The function that counts tiles leaves out one of them.
#include "matmul.cuh"

constexpr int W = 32;

int tiles(int length) {
  return (length - 1) / W;  // @tiles
}

__global__ void plain(float* C, const float* A, const float* B, int m, int n) {
  const int i = blockIdx.y * W + threadIdx.y, j = blockIdx.x * W + threadIdx.x;
  if (i >= m || j >= n) return;
  float sum = 0;
  for (int k = 0; k < W; ++k) sum += A[i * W + k] * B[k * n + j];
  C[i * n + j] = sum;
}

void ab_plain(float* C, const float* A, const float* B, int m, int n) {
  plain<<<dim3(tiles(n), tiles(m)), dim3(W, W)>>>(C, A, B, m, n);
}
