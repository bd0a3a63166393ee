// Eight lanes load the row of their warp and wait for each other; the other lanes wait for nothing (2.2).
#include "matmul.cuh"

constexpr int W = 32;

__global__ void rows_by_eight(float* C, const float* A, const float* B, int m, int n) {
  __shared__ __align__(16) float rows[8][W];
  const int y = blockIdx.y * 8 + threadIdx.y;
  const int x = blockIdx.x * 32 + threadIdx.x;
  if (y >= m) return;
  if (threadIdx.x < 8) {
    float4* const row = reinterpret_cast<float4*>(rows[threadIdx.y]);
    row[threadIdx.x] = reinterpret_cast<const float4*>(A + y * W)[threadIdx.x];
    __syncwarp(0x000000ff);  // @here
  }
  if (x >= n) return;
  float sum = 0;
  for (int k = 0; k < W; ++k) sum += rows[threadIdx.y][k] * B[k * n + x];
  C[static_cast<size_t>(y) * n + x] = sum;
}

void ab_a_tile(float* C, const float* A, const float* B, int m, int n) {
  rows_by_eight<<<dim3((n + 31) / 32, (m + 7) / 8), dim3(32, 8)>>>(C, A, B, m, n);
}
