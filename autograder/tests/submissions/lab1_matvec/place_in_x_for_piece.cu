// The counter goes through x, and the piece begins at 0.
#include "matvec.cuh"
constexpr int P = 256;
__global__ void pieces(float* y, const float* A, const float* x, int rows, int columns) {
  __shared__ float s[P];
  const int row = blockIdx.x * P + threadIdx.x;
  float total = 0;
  for (int begin = 0; begin < columns; begin += P) {
    const int end = min(begin + P, columns);
    if (begin + threadIdx.x < end) s[threadIdx.x] = x[begin + threadIdx.x];
    __syncthreads();
    if (row < rows)
      for (int j = begin; j < end; ++j) total += A[(size_t)row * columns + j] * s[j];  // @use
    __syncthreads();
  }
  if (row < rows) y[row] = total;
}
void matvec_x_shared(float* y, const float* A, const float* x, int rows, int columns) {
  pieces<<<(rows + P - 1) / P, P>>>(y, A, x, rows, columns);
}
