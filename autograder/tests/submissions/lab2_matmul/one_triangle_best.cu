// Blocks beyond the diagonal end, and no other block stores what is mirrored there.
#include "matmul.cuh"

constexpr int W = 32;

__global__ void triangle(float* C, const float* A, int m) {
  __shared__ float left[W][W];
  __shared__ float turned[W][W + 1];
  if (blockIdx.x > blockIdx.y) return;  // @return
  const int row = blockIdx.y * W + threadIdx.y;
  const int column = blockIdx.x * W + threadIdx.x;
  const int fetched = blockIdx.x * W + threadIdx.y;
  left[threadIdx.y][threadIdx.x] = row < m ? A[row * W + threadIdx.x] : 0;
  turned[threadIdx.x][threadIdx.y] = fetched < m ? A[fetched * W + threadIdx.x] : 0;
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int k = 0; k < W; ++k) sum += left[threadIdx.y][k] * turned[k][threadIdx.x];
  if (row < m && column < m) C[(size_t)row * m + column] = sum;
}

void aat_best(float* C, const float* A, int m) {
  const int tiles = (m + W - 1) / W;
  triangle<<<dim3(tiles, tiles), dim3(W, W)>>>(C, A, m);
}
