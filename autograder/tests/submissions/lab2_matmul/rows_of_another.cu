// A row of A is taken to be as long as one of B.
#include "matmul.cuh"

constexpr int K = 32;

__global__ void rowTile(float* C, const float* A, const float* B, int m, int n) {
  __shared__ float rowsOfA[K][K];
  const int lane = threadIdx.x, w = threadIdx.y;
  const int r = blockIdx.y * K + w, c = blockIdx.x * K + lane;
  float fetched = 0;
  if (r < m) fetched = A[r * n + lane];  // @load
  rowsOfA[w][lane] = fetched;
  __syncwarp();
  if (r >= m || c >= n) return;
  float dot = 0;
  for (int k = 0; k < K; ++k) dot += rowsOfA[w][k] * B[k * n + c];
  C[(size_t)r * n + c] = dot;
}

void ab_a_tile(float* C, const float* A, const float* B, int m, int n) {
  const dim3 grid((n + K - 1) / K, (m + K - 1) / K);
  rowTile<<<grid, dim3(K, K)>>>(C, A, B, m, n);
}
