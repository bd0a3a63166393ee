// Wrong: a slice is taken to be as long as `width` rows.
#include "spaces.cuh"

__device__ float* row_of(cudaPitchedPtr volume, int width, int y, int z) {
  char* slice = (char*)volume.ptr + z * (volume.pitch * width);
  return (float*)(slice + y * volume.pitch);
}

__global__ void seven_points(cudaPitchedPtr out, cudaPitchedPtr in, int width, int height, int depth) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
  if (x >= width || y >= height) return;
  const float* row = row_of(in, width, y, z);
  float sum = -6 * row[x];
  if (x > 0) sum += row[x - 1];
  if (x < width - 1) sum += row[x + 1];
  if (y > 0) sum += row_of(in, width, y - 1, z)[x];
  if (y < height - 1) sum += row_of(in, width, y + 1, z)[x];
  if (z > 0) sum += row_of(in, width, y, z - 1)[x];
  if (z < depth - 1) sum += row_of(in, width, y, z + 1)[x];  // @out_of_bounds
  row_of(out, width, y, z)[x] = sum;
}

void stencil_volume(cudaPitchedPtr out, cudaPitchedPtr in, int width, int height, int depth) {
  const dim3 grid((width + 31) / 32, (height + 7) / 8, depth);
  seven_points<<<grid, dim3(32, 8)>>>(out, in, width, height, depth);
}
