// The rows of the turned tile are longer, but by an even number; a macro finds the places (2.6).
#include "matmul.cuh"

constexpr int W = 32;

const int ROW = W + 2;  // @here
#define CELL(r, c) cells[(r)*ROW + (c)]

__global__ void padded_by_two(float* C, const float* A, int m) {
  __shared__ float above[W][W];
  __shared__ float cells[W * ROW];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * W + y, column = blockIdx.x * W + x;
  const int other = blockIdx.x * W + y;
  if (row < m) above[y][x] = A[row * W + x];
  if (other < m) CELL(x, y) = A[other * W + x];
  __syncthreads();
  if (row >= m || column >= m) return;
  float sum = 0;
  for (int k = 0; k < W; ++k) sum += above[y][k] * CELL(k, x);
  C[static_cast<size_t>(row) * m + column] = sum;
}

void aat_conflict_free(float* C, const float* A, int m) {
  const int tiles = (m + W - 1) / W;
  padded_by_two<<<dim3(tiles, tiles), dim3(W, W)>>>(C, A, m);
}
