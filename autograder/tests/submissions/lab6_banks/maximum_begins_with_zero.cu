// The first maximum is 0, and all values may be negative.
#include "banks.cuh"

template <typename T, int ROWS>
__global__ void maxima(T* out, const T* in, int rows, int columns, int pitch) {
  extern __shared__ T piece[];
  const int first = blockIdx.x * ROWS;
  const int here = min(ROWS, rows - first);
  for (int r = threadIdx.y; r < here; r += blockDim.y)
    for (int c = threadIdx.x; c < columns; c += blockDim.x)
      piece[r * pitch + c] = in[(size_t)(first + r) * columns + c];
  __syncthreads();
  const int me = threadIdx.y * blockDim.x + threadIdx.x;
  if (me < here) {
    T best = 0;  // @change
    for (int c = 0; c < columns; ++c) {
      if (piece[me * pitch + c] > best) best = piece[me * pitch + c];
      piece[me * pitch + c] = best;
    }
  }
  __syncthreads();
  for (int r = threadIdx.y; r < here; r += blockDim.y)
    for (int c = threadIdx.x; c < columns; c += blockDim.x)
      out[(size_t)(first + r) * columns + c] = piece[r * pitch + c];
}

void running_maxima(double* out, const double* in, int rows, int columns) {
  const int pitch = columns % 2 ? columns : columns + 1;
  maxima<double, 32><<<(rows + 31) / 32, dim3(32, 4), 32 * pitch * sizeof(double)>>>(out, in, rows, columns, pitch);
}
