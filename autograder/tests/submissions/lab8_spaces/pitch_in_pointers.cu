// The pitch is divided by the size of a pointer.
#include "spaces.cuh"

template <class T>
__device__ T* row(T* image, size_t pitch, int y) {
  return image + y * (pitch / sizeof(T*));  // @change
}

__global__ void five(float* out, const float* in, size_t pitch, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const float* here = row(in, pitch, y);
  float sum = -4 * here[x];
  if (x > 0) sum += here[x - 1];
  if (x + 1 < width) sum += here[x + 1];
  if (y > 0) sum += row(in, pitch, y - 1)[x];
  if (y + 1 < height) sum += row(in, pitch, y + 1)[x];
  row(out, pitch, y)[x] = sum;
}

void stencil_pitched(float* out, const float* in, size_t pitch, int width, int height) {
  const dim3 threads(32, 8), blocks((width + 31) / 32, (height + 7) / 8);
  five<<<blocks, threads>>>(out, in, pitch, width, height);
}
