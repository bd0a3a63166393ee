// The maximum is kept in a float, which holds fewer digits than a double.
#include "banks.cuh"

constexpr int ROWS = 32;

__global__ void maxima(double* out, const double* in, int rows, int columns, int pitch) {
  extern __shared__ double values[];
  const int first = blockIdx.x * ROWS, here = min(ROWS, rows - first);
  for (int i = threadIdx.x; i < here * columns; i += ROWS)
    values[i / columns * pitch + i % columns] = in[first * columns + i];
  __syncthreads();
  float most = -1e30f;
  for (int k = 0; threadIdx.x < here && k < columns; ++k) {
    most = max(static_cast<double>(most), values[threadIdx.x * pitch + k]);  // @most
    values[threadIdx.x * pitch + k] = most;
  }
  __syncthreads();
  for (int i = threadIdx.x; i < here * columns; i += ROWS)
    out[first * columns + i] = values[i / columns * pitch + i % columns];
}

void running_maxima(double* out, const double* in, int rows, int columns) {
  const int pitch = columns | 1;
  maxima<<<(rows + ROWS - 1) / ROWS, ROWS, ROWS * pitch * sizeof(double)>>>(out, in, rows, columns, pitch);
}
