// Sums are stored from the number of a row on, and not from its first element on.
#include "banks.cuh"
constexpr int ROWS = 128;
__global__ void sums(float* out, const float* in, int rows, int columns, int pitch) {
  extern __shared__ float s[];
  const int first = blockIdx.x * ROWS;
  const int count = min(ROWS, rows - first);
  const int all = count * columns;
  for (int e = threadIdx.x; e < all; e += ROWS) s[e / columns * pitch + e % columns] = in[first * columns + e];
  __syncthreads();
  if (threadIdx.x < count) {
    float* row = s + threadIdx.x * pitch;
    for (int k = 1; k < columns; ++k) row[k] += row[k - 1];
  }
  __syncthreads();
  for (int e = threadIdx.x; e < all; e += ROWS) out[first + e] = s[e / columns * pitch + e % columns];  // @store
}
void running_sums(float* out, const float* in, int rows, int columns) {
  const int pitch = columns % 2 ? columns : columns + 1;
  sums<<<(rows + ROWS - 1) / ROWS, ROWS, ROWS * pitch * sizeof(float)>>>(out, in, rows, columns, pitch);
}
