// Blocks of 1 × 256 threads: the lanes of a warp go down a column.
#include "spaces.cuh"

__global__ void cross(float* out, const float* in, size_t pitch, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const char* base = (const char*)in;
  const float* here = (const float*)(base + y * pitch);
  float v = -4 * here[x];
  if (x > 0) v += here[x - 1];
  if (x + 1 < width) v += here[x + 1];
  if (y > 0) v += ((const float*)(base + (y - 1) * pitch))[x];
  if (y + 1 < height) v += ((const float*)(base + (y + 1) * pitch))[x];
  ((float*)((char*)out + y * pitch))[x] = v;
}

void stencil_pitched(float* out, const float* in, size_t pitch, int width, int height) {
  const dim3 threads(1, 256);  // @threads
  const dim3 blocks(width, (height + 255) / 256);
  cross<<<blocks, threads>>>(out, in, pitch, width, height);
}
