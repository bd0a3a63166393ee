// Stacks that have no room: a kernel and host code that call themselves without an end, a local array of 64 MiB.
#include "transpose.cuh"

__device__ __noinline__ float deeper(const float* in, int i) {
  float own[32];
  for (int k = 0; k < 32; ++k) own[k] = in[0] + k * i;
  return deeper(in, i + 1) + deeper(in, i + 2) + own[i % 32];
}

__global__ void recursive(float* out, const float* in) { *out = deeper(in, 0); }

void transpose_naive(float* out, const float* in, int width, int height) { recursive<<<1, 1>>>(out, in); }

__global__ void copy(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}

int tiles(int length) {
  volatile int left = length - 32;
  return tiles(left) + tiles(left - 32);
}

void transpose_tiled(float* out, const float* in, int width, int height) {
  copy<<<tiles(width), 32>>>(out, in, width * height);
}

void transpose_padded(float* out, const float* in, int width, int height) {
  volatile float rows[16 << 20];
  for (int i = 0; i < (16 << 20); i += 1024) rows[i] = static_cast<float>(i);
  copy<<<1, 32>>>(out, in, rows[1024] > 0 ? width : height);
}
