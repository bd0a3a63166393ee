// DBL_MIN is the smallest number above 0, and not the lowest one.
#include "banks.cuh"

#include <cfloat>

// Part 6.3, doubles: as part 6.1, with the larger of two instead of their sum.
__global__ void maxima_kernel(double* out, const double* in, int rows, int columns, int pitch) {
  extern __shared__ double part[];
  const int tid = threadIdx.x;
  const int first = blockIdx.x * blockDim.x;
  const int here = min(static_cast<int>(blockDim.x), rows - first);  // rows of this block
  const size_t begin = static_cast<size_t>(first) * columns;

  for (int i = tid; i < here * columns; i += blockDim.x) {
    part[i / columns * pitch + i % columns] = in[begin + i];
  }
  __syncthreads();

  if (tid < here) {
    double* row = part + tid * pitch;
    double largest = DBL_MIN;  // @here
    for (int k = 0; k < columns; ++k) {
      if (row[k] > largest) largest = row[k];
      row[k] = largest;
    }
  }
  __syncthreads();

  for (int i = tid; i < here * columns; i += blockDim.x) {
    out[begin + i] = part[i / columns * pitch + i % columns];
  }
}

void running_maxima(double* out, const double* in, int rows, int columns) {
  const int threads = 64;         // 64 rows of 65 doubles are 33280 bytes
  const int pitch = columns | 1;  // odd, in doubles
  const size_t bytes = threads * pitch * sizeof(double);
  maxima_kernel<<<(rows + threads - 1) / threads, threads, bytes>>>(out, in, rows, columns, pitch);
}
