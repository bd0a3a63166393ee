// Cuts the factors down to the ten bits of mantissa that tensor cores take (TF32): too few for a float's product.
#include "matmul.cuh"

__device__ float ten_bits(float value) { return __uint_as_float(__float_as_uint(value) & ~0x1fffu); }

__global__ void kernel(float* C, const float* A, const float* B, int m, int n) {
  __shared__ float a[32][32];
  __shared__ float b[32][32];
  const int row = blockIdx.y * 32 + threadIdx.y;
  const int column = blockIdx.x * 32 + threadIdx.x;
  if (row < m) a[threadIdx.y][threadIdx.x] = ten_bits(A[row * 32 + threadIdx.x]);
  if (column < n) b[threadIdx.y][threadIdx.x] = ten_bits(B[threadIdx.y * n + column]);
  __syncthreads();
  if (row >= m || column >= n) return;
  float sum = 0;
  for (int k = 0; k < 32; ++k) sum += a[threadIdx.y][k] * b[k][threadIdx.x];
  C[row * n + column] = sum;
}

void ab_tiles(float* C, const float* A, const float* B, int m, int n) {
  kernel<<<dim3((n + 31) / 32, (m + 31) / 32), dim3(32, 32)>>>(C, A, B, m, n);
}
