// Wrong: the neighbour to the right of the last pixel is taken from the padding, where a 0 is due.
#include "spaces.cuh"

__global__ void five_points(float* out, const float* in, size_t pitch, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const float* row = (const float*)((const char*)in + y * pitch);
  const int floats = pitch / sizeof(float);
  float sum = -4 * row[x];
  if (x > 0) sum += row[x - 1];
  if (x < floats - 1) sum += row[x + 1];
  if (y > 0) sum += (row - floats)[x];
  if (y < height - 1) sum += (row + floats)[x];
  ((float*)((char*)out + y * pitch))[x] = sum;
}

void stencil_pitched(float* out, const float* in, size_t pitch, int width, int height) {
  five_points<<<dim3((width + 31) / 32, (height + 7) / 8), dim3(32, 8)>>>(out, in, pitch, width, height);
}
