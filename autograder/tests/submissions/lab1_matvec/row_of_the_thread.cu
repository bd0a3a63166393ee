// The guard of the loads asks for the row of the thread, and the row that is loaded is another one.
#include "matvec.cuh"
constexpr int S = 64;
__global__ void k(float* y, const float* A, const float* x, int rows, int columns) {
  __shared__ float tile[S][S + 1];
  __shared__ float piece[S];
  const int first_row = blockIdx.x * S;
  float sum = 0;
  for (int start = 0; start < columns; start += S) {
    const int column = start + threadIdx.x;
    for (int i = 0; i < S; ++i) {
      float v = 0;
      if (first_row + threadIdx.x < rows && column < columns)
        v = A[static_cast<size_t>(first_row + i) * columns + column];
      tile[i][threadIdx.x] = v;
    }
    piece[threadIdx.x] = column < columns ? x[column] : 0;
    __syncthreads();
    for (int j = 0; j < S; ++j) sum += tile[threadIdx.x][j] * piece[j];
    __syncthreads();
  }
  if (first_row + threadIdx.x < rows) y[first_row + threadIdx.x] = sum;
}
void matvec_tiles(float* y, const float* A, const float* x, int rows, int columns) {
  k<<<(rows + S - 1) / S, S>>>(y, A, x, rows, columns);
}
