// Wrong: as it is found in print, the cast to float comes before the multiplication by the pitch, which is in bytes.
#include "spaces.cuh"

__device__ float* row_of(cudaPitchedPtr volume, int height, int y, int z) {
  float* slice = (float*)volume.ptr + z * volume.pitch * height;
  return slice + y * volume.pitch;
}

__global__ void seven_points(cudaPitchedPtr out, cudaPitchedPtr in, int width, int height, int depth) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
  if (x >= width || y >= height) return;
  const float* row = row_of(in, height, y, z);
  float sum = -6 * row[x];
  if (x > 0) sum += row[x - 1];
  if (x < width - 1) sum += row[x + 1];
  if (y > 0) sum += row_of(in, height, y - 1, z)[x];
  if (y < height - 1) sum += row_of(in, height, y + 1, z)[x];
  if (z > 0) sum += row_of(in, height, y, z - 1)[x];
  if (z < depth - 1) sum += row_of(in, height, y, z + 1)[x];  // @out_of_bounds
  row_of(out, height, y, z)[x] = sum;
}

void stencil_volume(cudaPitchedPtr out, cudaPitchedPtr in, int width, int height, int depth) {
  const dim3 grid((width + 31) / 32, (height + 7) / 8, depth);
  seven_points<<<grid, dim3(32, 8)>>>(out, in, width, height, depth);
}
