// Adds the rows up in the input itself, and copies them then.
#include "banks.cuh"

__global__ void kernel(float* in, int rows, int columns) {
  const int row = blockIdx.x * 64 + threadIdx.x;
  if (row >= rows) return;
  for (int k = 1; k < columns; ++k)
    in[static_cast<size_t>(row) * columns + k] += in[static_cast<size_t>(row) * columns + k - 1];  // @write
}

__global__ void copy(float* to, const float* from, int n) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) to[i] = from[i];
}

void running_sums(float* out, const float* in, int rows, int columns) {
  kernel<<<(rows + 63) / 64, 64>>>(const_cast<float*>(in), rows, columns);
  copy<<<(rows * columns + 255) / 256, 256>>>(out, in, rows * columns);
}
