// Loops that do not end, and wait for nothing.
#include "transpose.cuh"

__global__ void without_step(float* out, const float* in, int n) {
  for (int i = threadIdx.x; i < n; i += 0) out[i] = in[i];  // @without_step
}

__global__ void of_unsigned(float* out, const float* in, unsigned n) {
  float sum = 0;
  for (unsigned k = n - 1; k >= 0; --k) sum += in[k % n];  // @of_unsigned
  out[0] = sum;
}

__global__ void in_registers(float* out) {
  int x = 0;
  while (true) ++x;  // @in_registers
  out[0] = x;
}

void transpose_naive(float* out, const float* in, int width, int height) {
  without_step<<<width, 32>>>(out, in, width * height);
}

void transpose_tiled(float* out, const float* in, int width, int height) {
  of_unsigned<<<1, 1>>>(out, in, width * height);
}

void transpose_padded(float* out, const float* in, int width, int height) { in_registers<<<1, 32>>>(out); }

void transpose_diagonal(float* out, const float* in, int width, int height) {
  int launches = 0;
  while (launches < width) in_registers<<<0, 32>>>(out);  // @launches
}
