// The column of an element is taken by the pitch of the piece.
#include "banks.cuh"
__global__ void sums(float* out, const float* in, int rows, int columns, int pitch) {
  extern __shared__ float piece[];
  const int first = blockIdx.x * blockDim.x;
  const int here = min((int)blockDim.x, rows - first);
  const size_t begin = size_t(first) * columns;
  for (int i = threadIdx.x; i < here * columns; i += blockDim.x) {
    const int r = i / columns;
    const int c = i % pitch;  // @here
    piece[r * pitch + c] = in[begin + i];
  }
  __syncthreads();
  if (threadIdx.x < here) {
    float* row = piece + threadIdx.x * pitch;
    float sum = 0;
    for (int k = 0; k < columns; ++k) row[k] = sum += row[k];
  }
  __syncthreads();
  for (int i = threadIdx.x; i < here * columns; i += blockDim.x)
    out[begin + i] = piece[i / columns * pitch + i % columns];
}
void running_sums(float* out, const float* in, int rows, int columns) {
  const int threads = 128, pitch = columns | 1;
  sums<<<(rows + threads - 1) / threads, threads, threads * pitch * sizeof(float)>>>(out, in, rows, columns, pitch);
}
