// Right, but each lane goes through a piece of the row by itself, so neighbouring lanes are a piece apart.
#include "matvec.cuh"

__global__ void kernel(float* y, const float* A, const float* x, int rows, int columns) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const int lane = threadIdx.x % 32;
  if (row >= rows) return;
  const int each = (columns + 31) / 32;
  float sum = 0;
  for (int k = 0; k < each; ++k) {
    const int j = lane * each + k;  // @piece
    if (j < columns) sum += A[(size_t)row * columns + j] * x[j];
  }
  for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_xor_sync(~0u, sum, distance);
  if (lane == 0) y[row] = sum;
}

void matvec_rows(float* y, const float* A, const float* x, int rows, int columns) {}
void matvec_x_shared(float* y, const float* A, const float* x, int rows, int columns) {}
void matvec_tiles(float* y, const float* A, const float* x, int rows, int columns) {}
void matvec_best(float* y, const float* A, const float* x, int rows, int columns) {
  kernel<<<(rows + 7) / 8, 256>>>(y, A, x, rows, columns);
}
