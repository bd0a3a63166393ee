// Right, but the tile of B is filled and never read.
#include "matmul.cuh"

constexpr int W = 32;

__global__ void kernel(float* C, const float* A, const float* B, int m, int n) {
  __shared__ float a[W][W];
  __shared__ float b[W][W];
  const int row = blockIdx.y * W + threadIdx.y;
  const int column = blockIdx.x * W + threadIdx.x;
  if (row < m) a[threadIdx.y][threadIdx.x] = A[row * W + threadIdx.x];
  if (column < n) b[threadIdx.y][threadIdx.x] = B[(size_t)threadIdx.y * n + column];
  __syncthreads();
  if (row >= m || column >= n) return;
  float sum = 0;
  for (int k = 0; k < W; ++k) sum += a[threadIdx.y][k] * B[(size_t)k * n + column];  // @read
  C[(size_t)row * n + column] = sum;
}

void ab_plain(float* C, const float* A, const float* B, int m, int n) {}
void ab_a_tile(float* C, const float* A, const float* B, int m, int n) {}
void ab_tiles(float* C, const float* A, const float* B, int m, int n) {
  kernel<<<dim3((n + W - 1) / W, (m + W - 1) / W), dim3(W, W)>>>(C, A, B, m, n);
}
void aat_plain(float* C, const float* A, int m) {}
void aat_coalesced(float* C, const float* A, int m) {}
void aat_conflict_free(float* C, const float* A, int m) {}
void aat_best(float* C, const float* A, int m) {}
