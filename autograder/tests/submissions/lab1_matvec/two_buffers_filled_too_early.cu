// Two buffers for x: a helper fills the one that slower warps may still be reading.
#include "matvec.cuh"

constexpr int BLOCK = 96;

__device__ void take(float* buffer, const float* x, int begin, int columns) {
  if (begin + threadIdx.x < columns) buffer[threadIdx.x] = x[begin + threadIdx.x];
}

__global__ void kernel(float* y, const float* A, const float* x, int rows, int columns) {
  __shared__ float buffers[2][BLOCK];
  const int row = blockIdx.x * BLOCK + threadIdx.x;
  float sum = 0;
  take(buffers[0], x, 0, columns);
  for (int begin = 0, turn = 0; begin < columns; begin += BLOCK, turn = 1 - turn) {
    take(buffers[1 - turn], x, begin + BLOCK, columns);  // @here
    __syncthreads();
    const int length = min(BLOCK, columns - begin);
    for (int j = 0; j < length && row < rows; ++j)
      sum += A[static_cast<size_t>(row) * columns + begin + j] * buffers[turn][j];
  }
  if (row < rows) y[row] = sum;
}

void matvec_x_shared(float* y, const float* A, const float* x, int rows, int columns) {
  kernel<<<(rows + BLOCK - 1) / BLOCK, BLOCK>>>(y, A, x, rows, columns);
}
