// The input, copied as if it were a list of arguments.
#include <cstdarg>

#include "transpose.cuh"

__global__ void fill(float* out, float value, int n) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) out[i] = value;
}

void transpose_naive(float* out, const float* in, int width, int height) {
  va_list copy;
  va_copy(copy, *reinterpret_cast<va_list*>(const_cast<float*>(in)));
  fill<<<(width * height + 255) / 256, 256>>>(out, reinterpret_cast<float*>(copy)[1], width * height);
}
