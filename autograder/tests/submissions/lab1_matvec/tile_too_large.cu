// A tile of 64 KiB: more shared memory than a kernel gets without asking for it.
#include "matvec.cuh"

constexpr int SIDE = 128;

__global__ void kernel(float* y, const float* A, const float* x, int rows, int columns) {
  __shared__ float tile[SIDE][SIDE];
  __shared__ float piece[SIDE];
  const int first_row = blockIdx.x * SIDE;
  const int height = min(SIDE, rows - first_row);
  float sum = 0;
  for (int start = 0; start < columns; start += SIDE) {
    const int length = min(SIDE, columns - start);
    if (threadIdx.x < length) {
      for (int i = 0; i < height; ++i) {
        tile[i][threadIdx.x] = A[static_cast<size_t>(first_row + i) * columns + start + threadIdx.x];
      }
      piece[threadIdx.x] = x[start + threadIdx.x];
    }
    __syncthreads();
    if (threadIdx.x < height) {
      for (int j = 0; j < length; ++j) sum += tile[threadIdx.x][j] * piece[j];
    }
    __syncthreads();
  }
  if (threadIdx.x < height) y[first_row + threadIdx.x] = sum;
}

void matvec_tiles(float* y, const float* A, const float* x, int rows, int columns) {
  kernel<<<(rows + SIDE - 1) / SIDE, SIDE>>>(y, A, x, rows, columns);
}
