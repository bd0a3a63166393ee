// The tile of rows is filled under the guard of the column: the lanes beyond the last column fetch nothing, and the
// rows beyond the last row are read.
#include "matmul.cuh"

constexpr int W = 32;

__global__ void both_tiles(float* C, const float* A, int m) {
  __shared__ float own[W][W], turned[W][W];
  const int x = threadIdx.x, y = threadIdx.y;
  const int i = blockIdx.y * W + y, j = blockIdx.x * W + x, other = blockIdx.x * W + y;
  if (j < m) {  // @here
    own[y][x] = A[W * i + x];
  }
  if (other < m) {
    turned[x][y] = A[W * other + x];
  }
  __syncthreads();
  if (i >= m || j >= m) return;
  float sum = 0;
  for (int k = 0; k < W; ++k) sum += own[y][k] * turned[k][x];
  C[static_cast<size_t>(i) * m + j] = sum;
}

extern "C" void aat_coalesced(float* C, const float* A, int m) {
  const unsigned tiles = (m + W - 1) / W;
  both_tiles<<<dim3(tiles, tiles), dim3(W, W)>>>(C, A, m);
}
