// What a lane fetches is chosen by its column of C, so that blocks beyond the first one fetch nothing.
#include "matmul.cuh"

constexpr int W = 32;

__global__ void with_a_tile(float* C, const float* A, const float* B, int m, int n) {
  __shared__ float a[W][W];
  const int row = blockIdx.y * W + threadIdx.y;
  const int column = blockIdx.x * W + threadIdx.x;
  if (row < m && column < W) a[threadIdx.y][threadIdx.x] = A[row * W + column];  // @fetch
  __syncwarp();
  if (row >= m || column >= n) return;
  float sum = 0;
  for (int k = 0; k < W; k++) sum += a[threadIdx.y][k] * B[(size_t)k * n + column];
  C[(size_t)row * n + column] = sum;
}

void ab_a_tile(float* C, const float* A, const float* B, int m, int n) {
  with_a_tile<<<dim3((n + W - 1) / W, (m + W - 1) / W), dim3(W, W)>>>(C, A, B, m, n);
}
