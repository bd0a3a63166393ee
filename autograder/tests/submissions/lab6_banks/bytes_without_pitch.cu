// The launch asks for shared memory without what its rows are padded by.
#include "banks.cuh"

__global__ void sums_kernel(float* out, const float* in, int rows, int columns, int pitch) {
  extern __shared__ float piece[];
  const int first = blockIdx.x * blockDim.x;
  const int here = min(static_cast<int>(blockDim.x), rows - first);
  const size_t start = static_cast<size_t>(first) * columns;
  for (int i = threadIdx.x; i < here * columns; i += blockDim.x) {
    piece[i / columns * pitch + i % columns] = in[start + i];
  }
  __syncthreads();
  if (threadIdx.x < here) {
    float* row = piece + threadIdx.x * pitch;
    for (int k = 1; k < columns; ++k) row[k] += row[k - 1];
  }
  __syncthreads();
  for (int i = threadIdx.x; i < here * columns; i += blockDim.x) {
    out[start + i] = piece[i / columns * pitch + i % columns];
  }
}

void running_sums(float* out, const float* in, int rows, int columns) {
  const int threads = 128;
  const int pitch = columns % 2 == 0 ? columns + 1 : columns;
  const size_t bytes = threads * columns * sizeof(float);  // @bytes
  sums_kernel<<<(rows + threads - 1) / threads, threads, bytes>>>(out, in, rows, columns, pitch);
}
