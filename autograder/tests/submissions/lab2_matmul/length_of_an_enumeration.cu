// The helper gets m for the length of a row, which is W, a constant of an enumeration.
#include "matmul.cuh"
enum { W = 32 };
__device__ float fetch(const float* A, int row, int pitch, int m) {
  return row < m ? A[(size_t)row * pitch + threadIdx.x] : 0.f;
}
__global__ void aat(float* C, const float* A, int m) {
  __shared__ float rows[W][W];
  __shared__ float turned[W][W];
  const int row = blockIdx.y * W + threadIdx.y;
  const int column = blockIdx.x * W + threadIdx.x;
  rows[threadIdx.y][threadIdx.x] = fetch(A, row, W, m);
  turned[threadIdx.x][threadIdx.y] = fetch(A, blockIdx.x * W + threadIdx.y, m, m);  // @here
  __syncthreads();
  if (row >= m || column >= m) return;
  float sum = 0;
  for (int k = 0; k < W; ++k) sum += rows[threadIdx.y][k] * turned[k][threadIdx.x];
  C[(size_t)row * m + column] = sum;
}
void aat_coalesced(float* C, const float* A, int m) {
  dim3 blocks((m + W - 1) / W, (m + W - 1) / W);
  aat<<<blocks, dim3(W, W)>>>(C, A, m);
}
