// Each lane begins with the number that it has in its block, and not in its warp (1.4).
#include "matvec.cuh"

__global__ void warp_rows(float* y, const float* A, const float* x, int rows, int columns) {
  const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const int lane = threadIdx.x % 32;
  if (warp >= rows) return;
  const float* row = A + (size_t)warp * columns;
  float s = 0;
  for (int j = threadIdx.x; j < columns; j += 32) s += row[j] * x[j];  // @loop
  for (int d = 16; d > 0; d /= 2) s += __shfl_down_sync(0xffffffff, s, d);
  if (lane == 0) y[warp] = s;
}

void matvec_best(float* y, const float* A, const float* x, int rows, int columns) {
  warp_rows<<<(rows + 7) / 8, 256>>>(y, A, x, rows, columns);
}
