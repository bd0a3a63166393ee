// The host reads the input by printing it as a text.
#include <cstdio>

#include "transpose.cuh"

__global__ void fill(float* out, float value, int n) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) out[i] = value;
}

void transpose_naive(float* out, const float* in, int width, int height) {
  char text[8];
  snprintf(text, sizeof text, "%.4s", reinterpret_cast<const char*>(in));
  fill<<<(width * height + 255) / 256, 256>>>(out, text[0], width * height);
}
