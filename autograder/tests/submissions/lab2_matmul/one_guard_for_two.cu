// The load of the second tile depends on the row that only the first one needs.
#include "matmul.cuh"
constexpr int S = 32;
__global__ void tiles(float* C, const float* A, const float* B, int m, int n) {
  __shared__ float a[S][S];
  __shared__ float b[S][S];
  int row = blockIdx.y * S + threadIdx.y;
  int column = blockIdx.x * S + threadIdx.x;
  if (row < m) {
    a[threadIdx.y][threadIdx.x] = A[row * S + threadIdx.x];
    b[threadIdx.y][threadIdx.x] = B[threadIdx.y * n + column];
  }
  __syncthreads();
  if (row < m && column < n) {
    float sum = 0;
    for (int k = 0; k < S; ++k) sum += a[threadIdx.y][k] * b[k][threadIdx.x];
    C[row * n + column] = sum;
  }
}
void ab_tiles(float* C, const float* A, const float* B, int m, int n) {
  tiles<<<dim3((n + S - 1) / S, (m + S - 1) / S), dim3(S, S)>>>(C, A, B, m, n);
}
