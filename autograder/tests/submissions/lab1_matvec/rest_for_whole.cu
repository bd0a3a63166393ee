// The loop for the rest begins at columns % 4, which is how many columns are left over.
#include "matvec.cuh"
template <int N>
__device__ float chunk(const float* a, const float* x) {
  float s = 0;
#pragma unroll
  for (int k = 0; k < N; ++k) s += a[k] * x[k];
  return s;
}
__global__ void rows_kernel(float* y, const float* A, const float* x, int rows, int columns) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  const float* a = A + size_t(row) * columns;
  float total = 0;
  for (int j = 0; j + 4 <= columns; j += 4) total += chunk<4>(a + j, x + j);
  for (int j = columns % 4; j < columns; ++j) total += a[j] * x[j];  // @here
  y[row] = total;
}
void matvec_rows(float* y, const float* A, const float* x, int rows, int columns) {
  rows_kernel<<<(rows + 127) / 128, 128>>>(y, A, x, rows, columns);
}
