// The piece is stored as if its rows followed each other without a gap.
#include "banks.cuh"
__global__ void k(float* out, const float* in, int rows, int columns, int pitch) {
  extern __shared__ float piece[];
  const size_t first = (size_t)blockIdx.x * blockDim.x;
  const int here = min((int)blockDim.x, (int)(rows - first));
  for (int i = threadIdx.x; i < here * columns; i += blockDim.x)
    piece[i / columns * pitch + i % columns] = in[first * columns + i];
  __syncthreads();
  if (threadIdx.x < here) {
    float* row = piece + threadIdx.x * pitch;
    for (int c = 1; c < columns; ++c) row[c] += row[c - 1];
  }
  __syncthreads();
  for (int i = threadIdx.x; i < here * columns; i += blockDim.x)
    out[first * columns + i] = piece[i];
}
void running_sums(float* out, const float* in, int rows, int columns) {
  const int pitch = columns | 1;
  k<<<(rows + 127) / 128, 128, 128 * pitch * sizeof(float)>>>(out, in, rows, columns, pitch);
}
