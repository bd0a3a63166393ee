// A thread computes rows 8 apart, and stores them as neighbours.
#include "matmul.cuh"
constexpr int W = 32, H = 8, N = W / H;
__global__ void four(float* C, const float* A, int m) {
  __shared__ float a[W][W + 1], b[W][W + 1];
  const int top = blockIdx.y * W, left = blockIdx.x * W;
  for (int i = threadIdx.y; i < W; i += H) {
    a[i][threadIdx.x] = top + i < m ? A[(top + i) * W + threadIdx.x] : 0.0f;
    b[i][threadIdx.x] = left + i < m ? A[(left + i) * W + threadIdx.x] : 0.0f;
  }
  __syncthreads();
  float acc[N] = {};
#pragma unroll
  for (int k = 0; k < W; ++k) {
    const float right = b[threadIdx.x][k];
#pragma unroll
    for (int i = 0; i < N; ++i) acc[i] += a[threadIdx.y + i * H][k] * right;
  }
#pragma unroll
  for (int i = 0; i < N; ++i) {
    const int row = top + threadIdx.y * N + i;  // @here
    if (row < m && left + threadIdx.x < m) C[row * m + left + threadIdx.x] = acc[i];
  }
}
void aat_best(float* C, const float* A, int m) {
  dim3 blocks((m + W - 1) / W, (m + W - 1) / W);
  four<<<blocks, dim3(W, H)>>>(C, A, m);
}
