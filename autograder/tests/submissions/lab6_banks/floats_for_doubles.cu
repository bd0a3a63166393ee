// Shared memory for as many floats, and the elements are doubles.
#include "banks.cuh"

__global__ void maxima_kernel(double* out, const double* in, int rows, int columns, int pitch) {
  extern __shared__ double line[];
  const int first = blockIdx.x * blockDim.x;
  const int here = min((int)blockDim.x, rows - first);
  for (int i = threadIdx.x; i < here * columns; i += blockDim.x)
    line[i / columns * pitch + i % columns] = in[(size_t)first * columns + i];
  __syncthreads();
  if (threadIdx.x < here) {
    double best = line[threadIdx.x * pitch];
    for (int k = 1; k < columns; k++) {
      best = fmax(best, line[threadIdx.x * pitch + k]);
      line[threadIdx.x * pitch + k] = best;
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < here * columns; i += blockDim.x)
    out[(size_t)first * columns + i] = line[i / columns * pitch + i % columns];
}

void running_maxima(double* out, const double* in, int rows, int columns) {
  const int threads = 64;
  const int pitch = columns | 1;
  const size_t shared = threads * pitch * sizeof(float);  // @bytes
  maxima_kernel<<<(rows + threads - 1) / threads, threads, shared>>>(out, in, rows, columns, pitch);
}
