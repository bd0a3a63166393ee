// The same by _Pragma, whose text a macro makes.
#include "transpose.cuh"

#define TEXT(x) #x
#define DO(x) _Pragma(TEXT(x))
#define ATTRIBUTE clang attribute push(__attribute__((disable_sanitizer_instrumentation)), apply_to = function)
DO(ATTRIBUTE)
__global__ void turn(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x < width && y < height) out[x * height + y] = in[y * width + x];
}
DO(clang attribute pop)

void transpose_padded(float* out, const float* in, int width, int height) {
  turn<<<dim3((width + 31) / 32, (height + 7) / 8), dim3(32, 8)>>>(out, in, width, height);
}
