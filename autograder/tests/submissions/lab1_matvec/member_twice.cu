// One member of the vector is taken twice, and another one never.
#include "matvec.cuh"
__global__ void k(float* y, const float* A, const float* x, int rows, int columns) {
  int row = blockIdx.x * 8 + threadIdx.x / 32;
  int lane = threadIdx.x % 32;
  if (row >= rows) return;
  float sum = 0;
  if (columns % 4 == 0) {
    const float4* a = (const float4*)(A + (size_t)row * columns);
    const float4* b = (const float4*)x;
    for (int j = lane; j < columns / 4; j += 32) {
      float4 p = a[j], q = b[j];
      sum += p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.z;
    }
  } else {
    for (int j = lane; j < columns; j += 32) sum += A[(size_t)row * columns + j] * x[j];
  }
  for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffff, sum, d);
  if (lane == 0) y[row] = sum;
}
void matvec_best(float* y, const float* A, const float* x, int rows, int columns) {
  k<<<(rows + 7) / 8, 256>>>(y, A, x, rows, columns);
}
