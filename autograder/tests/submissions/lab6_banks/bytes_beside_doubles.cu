// Memory for rows of `columns`, where they are `pitch` long; another part of the file has doubles (6.1).
#include "banks.cuh"

#define ROWS 64

__global__ void sums_kernel(float* out, const float* in, int rows, int columns, int pitch) {
  extern __shared__ float piece[];
  int here = min(ROWS, rows - (int)blockIdx.x * ROWS);
  size_t start = (size_t)blockIdx.x * ROWS * columns;
  for (int i = threadIdx.x; i < here * columns; i += ROWS) {
    piece[i / columns * pitch + i % columns] = in[start + i];
  }
  __syncthreads();
  if (threadIdx.x < here) {
    float sum = 0;
    for (int k = 0; k < columns; k++) {
      sum += piece[threadIdx.x * pitch + k];
      piece[threadIdx.x * pitch + k] = sum;
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < here * columns; i += ROWS) {
    out[start + i] = piece[i / columns * pitch + i % columns];
  }
}

void running_sums(float* out, const float* in, int rows, int columns) {
  int pitch = columns % 2 == 0 ? columns + 1 : columns;
  size_t bytes = ROWS * columns * sizeof(float);  // @bytes
  sums_kernel<<<(rows + ROWS - 1) / ROWS, ROWS, bytes>>>(out, in, rows, columns, pitch);
}

void running_maxima(double* out, const double* in, int rows, int columns) {}
