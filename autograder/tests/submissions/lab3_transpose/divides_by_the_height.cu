// The place of an element is its number divided by the height, and the rest of that: rows are as long as the width.
#include "transpose.cuh"

__global__ void every_element(float* out, const float* in, int width, int height) {
  const long long all = (long long)width * height;
  const long long step = (long long)gridDim.x * blockDim.x;
  long long e = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  while (e < all) {
    const int y = e / height;  // @here
    const int x = e % height;
    out[(long long)x * height + y] = in[e];
    e += step;
  }
}

void transpose_naive(float* out, const float* in, int width, int height) {
  const long long all = (long long)width * height;
  const int blocks = all > 256 * 1024 ? 1024 : (int)((all + 255) / 256);
  every_element<<<blocks, 256>>>(out, in, width, height);
}
