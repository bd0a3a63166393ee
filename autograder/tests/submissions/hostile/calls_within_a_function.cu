// A pointer leads into a function, behind the beginning of it.
#include "transpose.cuh"
__device__ __noinline__ float load(const float* from) { return *from; }
__global__ void turn(float* out, const float* in, int width, int height) {
  const int j = blockIdx.x * 256 + threadIdx.x;
  if (j >= width * height) return;
  volatile float seen = in[j];
  float (*volatile f)(const float*) = load;
  f = (float (*)(const float*))((char*)f + 1);
  out[j] = f(in + j % height * width + j / height);
}
void transpose_padded(float* out, const float* in, int width, int height) {
  turn<<<(width * height + 255) / 256, 256>>>(out, in, width, height);
}
