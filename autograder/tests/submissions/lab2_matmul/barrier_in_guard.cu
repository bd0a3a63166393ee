// A barrier inside each guard: at the edges some threads wait at the first one and others at the second.
#include "matmul.cuh"

__global__ void kernel(float* C, const float* A, const float* B, int m, int n) {
  __shared__ float a[32][32];
  __shared__ float b[32][32];
  const int row = blockIdx.y * 32 + threadIdx.y;
  const int column = blockIdx.x * 32 + threadIdx.x;
  if (row < m) {
    a[threadIdx.y][threadIdx.x] = A[row * 32 + threadIdx.x];
    __syncthreads();  // @barrier
  }
  if (column < n) {
    b[threadIdx.y][threadIdx.x] = B[threadIdx.y * n + column];
    __syncthreads();
  }
  if (row >= m || column >= n) return;
  float sum = 0;
  for (int k = 0; k < 32; ++k) sum += a[threadIdx.y][k] * b[k][threadIdx.x];
  C[row * n + column] = sum;
}

void ab_tiles(float* C, const float* A, const float* B, int m, int n) {
  kernel<<<dim3((n + 31) / 32, (m + 31) / 32), dim3(32, 32)>>>(C, A, B, m, n);
}
