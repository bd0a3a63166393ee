// Pads each row of doubles by one word, so that every second row begins in the middle of a double.
#include "banks.cuh"

__global__ void kernel(double* out, const double* in, int rows, int columns) {
  __shared__ float piece[64][129];
  const size_t start = static_cast<size_t>(blockIdx.x) * 64 * columns;
  const int here = min(64, rows - static_cast<int>(blockIdx.x) * 64);
  for (int i = threadIdx.x; i < here * columns; i += 64) {
    reinterpret_cast<double*>(piece[i / columns])[i % columns] = in[start + i];  // @misaligned
  }
  __syncthreads();
  if (threadIdx.x < here) {
    double* const row = reinterpret_cast<double*>(piece[threadIdx.x]);
    for (int k = 1; k < columns; ++k) row[k] = max(row[k], row[k - 1]);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < here * columns; i += 64) {
    out[start + i] = reinterpret_cast<double*>(piece[i / columns])[i % columns];
  }
}

void running_maxima(double* out, const double* in, int rows, int columns) {
  kernel<<<(rows + 63) / 64, 64>>>(out, in, rows, columns);
}
