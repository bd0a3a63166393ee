// The product is symmetric, so blocks on one side of the diagonal are sent home. Nobody writes what was theirs.
#include "matmul.cuh"

constexpr int W = 32;

__global__ void one_side(float* C, const float* A, int m) {
  __shared__ float rows[W][W + 1], others[W][W + 1];
  if (blockIdx.x > blockIdx.y) return;  // @return
  const int y = blockIdx.y * W + threadIdx.y, x = blockIdx.x * W + threadIdx.y;
  rows[threadIdx.y][threadIdx.x] = y < m ? A[static_cast<size_t>(y) * W + threadIdx.x] : 0;
  others[threadIdx.y][threadIdx.x] = x < m ? A[static_cast<size_t>(x) * W + threadIdx.x] : 0;
  __syncthreads();
  const int column = blockIdx.x * W + threadIdx.x;
  if (y >= m || column >= m) return;
  float sum = 0;
  for (int k = 0; k < W; ++k) sum += rows[threadIdx.y][k] * others[threadIdx.x][k];
  C[static_cast<size_t>(y) * m + column] = sum;
}

void aat_conflict_free(float* C, const float* A, int m) {
  const unsigned tiles = (m + W - 1) / W;
  one_side<<<dim3(tiles, tiles), dim3(W, W)>>>(C, A, m);
}
