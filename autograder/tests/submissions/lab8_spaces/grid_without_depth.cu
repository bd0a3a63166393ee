// The grid has two dimensions where the kernel takes its slice from the third one.
#include "spaces.cuh"
__device__ float* row_of(cudaPitchedPtr volume, int height, int y, int z) {
  return (float*)((char*)volume.ptr + (static_cast<size_t>(z) * height + y) * volume.pitch);
}

__global__ void seven_points(cudaPitchedPtr out, cudaPitchedPtr in, int width, int height, int depth) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z;
  if (x >= width || y >= height || z >= depth) return;
  const float* row = row_of(in, height, y, z);
  float sum = -6 * row[x];
  if (x > 0) sum += row[x - 1];
  if (x + 1 < width) sum += row[x + 1];
  if (y > 0) sum += row_of(in, height, y - 1, z)[x];
  if (y + 1 < height) sum += row_of(in, height, y + 1, z)[x];
  if (z > 0) sum += row_of(in, height, y, z - 1)[x];
  if (z + 1 < depth) sum += row_of(in, height, y, z + 1)[x];
  row_of(out, height, y, z)[x] = sum;
}

void stencil_volume(cudaPitchedPtr out, cudaPitchedPtr in, int width, int height, int depth) {
  const dim3 block(32, 8);
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);  // @grid
  seven_points<<<grid, block>>>(out, in, width, height, depth);
}
