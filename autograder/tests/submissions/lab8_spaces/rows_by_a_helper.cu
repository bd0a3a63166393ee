// Each thread goes along a row, which a helper finds for it.
#include "spaces.cuh"

__device__ float* line_of(cudaPitchedPtr all, int height, int y, int z) {
  return (float*)((char*)all.ptr + ((size_t)z * height + y) * all.pitch);
}

__global__ void lines(cudaPitchedPtr out, cudaPitchedPtr in, int width, int height, int depth) {
  const int y = blockIdx.x * blockDim.x + threadIdx.x;  // @here
  const int z = blockIdx.y;
  if (y >= height) return;
  const float* own = line_of(in, height, y, z);
  float* to = line_of(out, height, y, z);
  for (int x = 0; x < width; ++x) {
    float sum = -6 * own[x];
    if (x > 0) sum += own[x - 1];
    if (x + 1 < width) sum += own[x + 1];
    if (y > 0) sum += line_of(in, height, y - 1, z)[x];
    if (y + 1 < height) sum += line_of(in, height, y + 1, z)[x];
    if (z > 0) sum += line_of(in, height, y, z - 1)[x];
    if (z + 1 < depth) sum += line_of(in, height, y, z + 1)[x];
    to[x] = sum;
  }
}

void stencil_volume(cudaPitchedPtr out, cudaPitchedPtr in, int width, int height, int depth) {
  lines<<<dim3((height + 63) / 64, depth), 64>>>(out, in, width, height, depth);
}
