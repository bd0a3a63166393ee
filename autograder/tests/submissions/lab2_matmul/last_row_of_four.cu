#include "matmul.cuh"

// A block of W × W threads computes a W × W tile of C, one element a thread; W is also the width of A.
constexpr int W = 32;

// Part 2.1, C = A B, plain: everything from global memory. A thread computes four elements of a column, eight rows
// apart, so that it can use an element of B four times.
constexpr int LINES = 8;
constexpr int EACH = W / LINES;

__global__ void ab_plain_kernel(float* C, const float* A, const float* B, int m, int n) {
  const int column = blockIdx.x * W + threadIdx.x;
  const int row = blockIdx.y * W + threadIdx.y;
  if (column >= n || row + (EACH - 1) * LINES >= m) return;  // @here
  float sum[EACH] = {};
#pragma unroll 4
  for (int k = 0; k < W; ++k) {
    const float b = B[static_cast<size_t>(k) * n + column];
#pragma unroll
    for (int e = 0; e < EACH; ++e) {
      if (row + e * LINES < m) sum[e] += A[(row + e * LINES) * W + k] * b;
    }
  }
#pragma unroll
  for (int e = 0; e < EACH; ++e) {
    if (row + e * LINES < m) C[static_cast<size_t>(row + e * LINES) * n + column] = sum[e];
  }
}

void ab_plain(float* C, const float* A, const float* B, int m, int n) {
  const dim3 threads(W, LINES);
  const dim3 blocks((n + W - 1) / W, (m + W - 1) / W);
  ab_plain_kernel<<<blocks, threads>>>(C, A, B, m, n);
}
