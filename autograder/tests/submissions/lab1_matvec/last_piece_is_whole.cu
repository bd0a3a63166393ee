// x is filled up with zeros behind its end, and the rows of A are not.
#include "matvec.cuh"

constexpr int LENGTH = 64;

__global__ void pieces(float* y, const float* A, const float* x, int rows, int columns) {
  __shared__ float piece[LENGTH];
  const int row = blockIdx.x * LENGTH + threadIdx.x;
  float sum = 0;
  int first = 0;
  while (first < columns) {
    const int own = first + threadIdx.x;
    piece[threadIdx.x] = own < columns ? x[own] : 0;
    __syncthreads();
    if (row < rows) {
      const float* const part = A + static_cast<size_t>(row) * columns + first;
      for (int e = 0; e < LENGTH; ++e)  // @loop
        sum += part[e] * piece[e];
    }
    __syncthreads();
    first += LENGTH;
  }
  if (row < rows) y[row] = sum;
}

void matvec_x_shared(float* y, const float* A, const float* x, int rows, int columns) {
  pieces<<<(rows + LENGTH - 1) / LENGTH, LENGTH>>>(y, A, x, rows, columns);
}
