// One word more for each row: an odd number of columns then has an even pitch.
#include "banks.cuh"

__global__ void sums_kernel(float* out, const float* in, int rows, int columns, int pitch) {
  extern __shared__ float piece[];
  const int first = blockIdx.x * blockDim.x;
  const int here = min((int)blockDim.x, rows - first);
  for (int k = threadIdx.x; k < here * columns; k += blockDim.x)
    piece[k / columns * pitch + k % columns] = in[(size_t)first * columns + k];
  __syncthreads();
  if (threadIdx.x < here) {
    float sum = 0;
    for (int k = 0; k < columns; ++k) {
      sum += piece[threadIdx.x * pitch + k];
      piece[threadIdx.x * pitch + k] = sum;
    }
  }
  __syncthreads();
  for (int k = threadIdx.x; k < here * columns; k += blockDim.x)
    out[(size_t)first * columns + k] = piece[k / columns * pitch + k % columns];
}
void running_sums(float* out, const float* in, int rows, int columns) {
  const int threads = 64;
  const int pitch = columns + 1;  // @pitch
  sums_kernel<<<(rows + threads - 1) / threads, threads, threads * pitch * sizeof(float)>>>(out, in, rows, columns,
                                                                                            pitch);
}
