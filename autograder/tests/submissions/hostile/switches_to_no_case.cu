// A switch promises that it has no other way, and gets a value that it does not have: the jump leads anywhere.
#include "transpose.cuh"
__device__ int other[64];
__device__ __noinline__ float pick(const float* from, unsigned long long way) {
  switch (way) {
    case 0:
      return from[0] + 1;
    case 1:
      other[0] = 3;
      return from[1] * 2;
    case 2:
      other[1] = 4;
      return from[2] - from[9];
    case 3:
      other[2] = 5;
      return from[3] / from[8];
    case 4:
      other[3] = 6;
      return from[4];
    case 5:
      other[4] = 7;
      return from[5] + from[7];
    case 6:
      other[9] = 7;
      return from[9] * from[7];
    default:
      __builtin_unreachable();
  }
}
__global__ void turn(float* out, const float* in, int width, int height, unsigned long long way) {
  const int j = blockIdx.x * 256 + threadIdx.x;
  if (j >= width * height) return;
  out[j] = pick(in + j % height * width + j / height, way);
}
void transpose_padded(float* out, const float* in, int width, int height) {
  turn<<<(width * height + 255) / 256, 256>>>(out, in, width, height, 4000);
}
