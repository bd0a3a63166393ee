// A thread has four pixels of a column, eight rows apart, and the guard asks whether there is the first of them.
#include "spaces.cuh"

constexpr int EACH = 4, DOWN = 8;

__device__ size_t place(size_t pitch, int x, int y) { return y * (pitch / sizeof(float)) + x; }

__global__ void four_pixels(float* out, const float* in, size_t pitch, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int top = blockIdx.y * (EACH * DOWN) + threadIdx.y;
  float value[EACH];
  for (int e = 0; e < EACH; ++e) {
    const int y = top + DOWN * e;
    if (x >= width || y >= height) continue;
    value[e] = (x > 0 ? in[place(pitch, x - 1, y)] : 0) + (x + 1 < width ? in[place(pitch, x + 1, y)] : 0) +
               (y > 0 ? in[place(pitch, x, y - 1)] : 0) + (y + 1 < height ? in[place(pitch, x, y + 1)] : 0) -
               4 * in[place(pitch, x, y)];
  }
  if (x < width && top < height) {  // @here
    for (int e = 0; e < EACH; ++e) {
      out[place(pitch, x, top + DOWN * e)] = value[e];
    }
  }
}

extern "C" void stencil_pitched(float* out, const float* in, size_t pitch, int width, int height) {
  const dim3 block(32, DOWN), grid((width + 31) / 32, (height + EACH * DOWN - 1) / (EACH * DOWN));
  four_pixels<<<grid, block>>>(out, in, pitch, width, height);
}
