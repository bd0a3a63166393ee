// Loads the second tile under the guard of C's column, threadIdx.x's, where the row that is fetched goes by
// threadIdx.y.
#include "matmul.cuh"

__global__ void kernel(float* C, const float* A, int m) {
  __shared__ float a[32][32];
  __shared__ float turned[32][33];
  const int row = blockIdx.y * 32 + threadIdx.y;
  const int column = blockIdx.x * 32 + threadIdx.x;
  if (row < m) a[threadIdx.y][threadIdx.x] = A[row * 32 + threadIdx.x];
  if (column < m) turned[threadIdx.x][threadIdx.y] = A[(blockIdx.x * 32 + threadIdx.y) * 32 + threadIdx.x];  // @read
  __syncthreads();
  if (row >= m || column >= m) return;
  float sum = 0;
  for (int k = 0; k < 32; ++k) sum += a[threadIdx.y][k] * turned[k][threadIdx.x];
  C[row * m + column] = sum;
}

void aat_conflict_free(float* C, const float* A, int m) {
  kernel<<<dim3((m + 31) / 32, (m + 31) / 32), dim3(32, 32)>>>(C, A, m);
}
