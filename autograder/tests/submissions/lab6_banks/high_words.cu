// Keeps both words of a double in arrays of their own, and compares the high ones only; the low word stays behind.
#include "banks.cuh"

__global__ void kernel(double* out, const double* in, int rows, int columns) {
  __shared__ int low[64][65], high[64][65];
  const size_t start = static_cast<size_t>(blockIdx.x) * 64 * columns;
  const int here = min(64, rows - static_cast<int>(blockIdx.x) * 64);
  for (int i = threadIdx.x; i < here * columns; i += 64) {
    low[i / columns][i % columns] = __double2loint(in[start + i]);
    high[i / columns][i % columns] = __double2hiint(in[start + i]);
  }
  __syncthreads();
  if (threadIdx.x < here) {
    for (int k = 1; k < columns; ++k) {
      const double before = __hiloint2double(high[threadIdx.x][k - 1], 0);
      const double next = __hiloint2double(high[threadIdx.x][k], 0);
      if (before > next) high[threadIdx.x][k] = high[threadIdx.x][k - 1];
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < here * columns; i += 64) {
    out[start + i] = __hiloint2double(high[i / columns][i % columns], low[i / columns][i % columns]);
  }
}

void running_maxima(double* out, const double* in, int rows, int columns) {
  kernel<<<(rows + 63) / 64, 64>>>(out, in, rows, columns);
}
