// A piece of x is twice as long as a block, and each thread fetches one element of it.
#include "matvec.cuh"

constexpr int PIECE = 128;

__global__ void pieces(float* y, const float* A, const float* x, int rows, int columns) {
  __shared__ float part[PIECE];
  const int t = threadIdx.x;
  const int row = blockIdx.x * blockDim.x + t;
  float sum = 0;
  for (int first = 0; first < columns; first += PIECE) {
    const int here = min(PIECE, columns - first);
    if (t < here) {  // @here
      part[t] = x[first + t];
    }
    __syncthreads();
    for (int k = 0; row < rows && k < here; ++k) sum += A[(size_t)row * columns + first + k] * part[k];
    __syncthreads();
  }
  if (row < rows) y[row] = sum;
}

void matvec_x_shared(float* y, const float* A, const float* x, int rows, int columns) {
  pieces<<<(rows + PIECE / 2 - 1) / (PIECE / 2), PIECE / 2>>>(y, A, x, rows, columns);
}
