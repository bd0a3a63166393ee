// A warp for each row. Lanes without a column leave before the sum, which then takes in what they would have sent.
#include "matvec.cuh"

__global__ void warp_for_a_row(float* y, const float* A, const float* x, int rows, int columns) {
  const int row = blockIdx.x * 8 + threadIdx.y, lane = threadIdx.x;
  if (row >= rows || lane >= columns) return;  // @leave
  float sum = 0;
  for (int j = lane; j < columns; j += 32) sum += A[(size_t)row * columns + j] * x[j];
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffffu, sum, step);
  if (lane == 0) y[row] = sum;
}

void matvec_best(float* y, const float* A, const float* x, int rows, int columns) {
  warp_for_a_row<<<(rows + 7) / 8, dim3(32, 8)>>>(y, A, x, rows, columns);
}
