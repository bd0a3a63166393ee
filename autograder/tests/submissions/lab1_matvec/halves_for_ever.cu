// A distance that is halved stays at 0, which the condition lets in.
#include "matvec.cuh"
template <typename T>
__device__ T add_lanes(T v) {
  for (int d = 16; d >= 0; d >>= 1) v += __shfl_xor_sync(~0u, v, d);  // @loop
  return v;
}
__global__ void k(float* y, const float* A, const float* x, int rows, int columns) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (row >= rows) return;
  float v = 0;
  for (int j = threadIdx.x % 32; j < columns; j += 32) v = fmaf(A[(size_t)row * columns + j], x[j], v);
  v = add_lanes(v);
  if (threadIdx.x % 32 == 0) y[row] = v;
}
void matvec_best(float* y, const float* A, const float* x, int rows, int columns) {
  k<<<(rows * 32 + 255) / 256, 256>>>(y, A, x, rows, columns);
}
