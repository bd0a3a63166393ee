// The host copies the input out of device memory, from a byte before it begins.
#include <cstdlib>
#include <cstring>

#include "transpose.cuh"

__global__ void fill(float* out, float value, int n) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) out[i] = value;
}

void transpose_naive(float* out, const float* in, int width, int height) {
  const size_t bytes = sizeof(float) * width * height;
  char* const copy = static_cast<char*>(malloc(bytes + 1));
  memcpy(copy, reinterpret_cast<const char*>(in) - 1, bytes + 1);
  fill<<<(width * height + 255) / 256, 256>>>(out, copy[1], width * height);
  free(copy);
}
