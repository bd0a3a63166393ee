// The row that is fetched goes by the column that is computed, and so by threadIdx.x.
#include "matmul.cuh"
constexpr int W = 32;
__global__ void gram(float* C, const float* A, int m) {
  __shared__ float p[W][W], q[W][W];
  auto load = [&](int row) { return row < m ? A[row * W + threadIdx.x] : 0.f; };
  const int row = blockIdx.y * W + threadIdx.y, column = blockIdx.x * W + threadIdx.x;
  p[threadIdx.y][threadIdx.x] = load(row);
  q[threadIdx.x][threadIdx.y] = load(column);  // @here
  __syncthreads();
  if (row < m && column < m) {
    float sum = 0;
    for (int k = 0; k < W; ++k) sum += p[threadIdx.y][k] * q[k][threadIdx.x];
    C[row * m + column] = sum;
  }
}
void aat_coalesced(float* C, const float* A, int m) {
  gram<<<dim3((m + 31) / 32, (m + 31) / 32), dim3(32, 32)>>>(C, A, m);
}
