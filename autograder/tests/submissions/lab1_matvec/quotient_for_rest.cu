// The number of the warp and that of the lane are computed the wrong way round.
#include "matvec.cuh"

constexpr int WARPS = 4;

__global__ void warp_of_a_row(float* y, const float* A, const float* x, int rows, int columns) {
  const int lane = threadIdx.x / 32;  // @lane
  const int row = blockIdx.x * WARPS + threadIdx.x % 32;
  float sum = 0;
  for (int j = lane; row < rows && j < columns; j += 32) sum += A[row * columns + j] * x[j];
  for (int far = 16; far > 0; far /= 2) sum += __shfl_down_sync(~0u, sum, far);
  if (lane == 0 && row < rows) y[row] = sum;
}

void matvec_best(float* y, const float* A, const float* x, int rows, int columns) {
  warp_of_a_row<<<(rows + WARPS - 1) / WARPS, WARPS * 32>>>(y, A, x, rows, columns);
}
