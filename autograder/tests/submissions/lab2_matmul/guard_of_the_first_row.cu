// A thread stores four rows, and the guard asks about the first one.
#include "matmul.cuh"

// A block of W × W threads computes a W × W tile of C, one element a thread; W is also the width of A.
constexpr int W = 32;

// Part 2.3, the tiles of A and of B in shared memory. A block has 32 × 8 threads, each of them four rows of the tile.
constexpr int STEP = 8;

__global__ void four_rows_kernel(float* C, const float* A, const float* B, int m, int n) {
  __shared__ float a[W][W];
  __shared__ float b[W][W];
  const int column = blockIdx.x * W + threadIdx.x;
  const int row = blockIdx.y * W + threadIdx.y;
#pragma unroll
  for (int r = 0; r < W; r += STEP) {
    const int k = threadIdx.y + r;
    a[k][threadIdx.x] = row + r < m ? A[(row + r) * W + threadIdx.x] : 0;
    b[k][threadIdx.x] = column < n ? B[static_cast<size_t>(k) * n + column] : 0;
  }
  __syncthreads();
  float sum[W / STEP] = {};
#pragma unroll
  for (int k = 0; k < W; ++k) {
    const float factor = b[k][threadIdx.x];
#pragma unroll
    for (int q = 0; q < W / STEP; ++q) sum[q] += a[threadIdx.y + q * STEP][k] * factor;
  }
  if (row >= m || column >= n) return;
#pragma unroll
  for (int q = 0; q < W / STEP; ++q) {
    C[static_cast<size_t>(row + q * STEP) * n + column] = sum[q];  // @here
  }
}

void ab_tiles(float* C, const float* A, const float* B, int m, int n) {
  four_rows_kernel<<<dim3((n + W - 1) / W, (m + W - 1) / W), dim3(W, STEP)>>>(C, A, B, m, n);
}
