// Threads without a row end before the barrier, and are missing when the rows are stored.
#include "banks.cuh"

constexpr int BLOCK = 64;

__global__ void maxima(double* out, const double* in, int rows, int cols, int pitch) {
  extern __shared__ double rowsHere[];
  const int begin = blockIdx.x * BLOCK;
  const int count = rows - begin < BLOCK ? rows - begin : BLOCK;
  for (int k = threadIdx.x; k < count * cols; k += BLOCK)
    rowsHere[k / cols * pitch + k % cols] = in[(size_t)begin * cols + k];
  __syncthreads();
  if (begin + threadIdx.x >= rows) return;  // @left
  double best = rowsHere[threadIdx.x * pitch];
  for (int c = 1; c < cols; ++c) {
    double& v = rowsHere[threadIdx.x * pitch + c];
    best = v > best ? v : best;
    v = best;
  }
  __syncthreads();
  for (int k = threadIdx.x; k < count * cols; k += BLOCK)
    out[(size_t)begin * cols + k] = rowsHere[k / cols * pitch + k % cols];
}

void running_maxima(double* out, const double* in, int rows, int columns) {
  const int pitch = columns | 1;
  maxima<<<(rows + BLOCK - 1) / BLOCK, BLOCK, BLOCK * pitch * sizeof(double)>>>(out, in, rows, columns, pitch);
}
