// The blocks in z are counted by the other side of a block.
#include "spaces.cuh"

__device__ float* row_of(const cudaPitchedPtr& volume, int height, int y, int z) {
  return (float*)((char*)volume.ptr + volume.pitch * ((size_t)z * height + y));
}

__global__ void seven(cudaPitchedPtr out, cudaPitchedPtr in, int width, int height, int depth) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x >= width || y >= height || z >= depth) return;
  const auto at = [&](int dx, int dy, int dz) {
    const int u = x + dx, v = y + dy, w = z + dz;
    if (u < 0 || u >= width || v < 0 || v >= height || w < 0 || w >= depth) return 0.0f;
    return row_of(in, height, v, w)[u];
  };
  const float neighbours = at(-1, 0, 0) + at(1, 0, 0) + at(0, -1, 0) + at(0, 1, 0) + at(0, 0, -1) + at(0, 0, 1);
  row_of(out, height, y, z)[x] = neighbours - 6 * at(0, 0, 0);
}

void stencil_volume(cudaPitchedPtr out, cudaPitchedPtr in, int width, int height, int depth) {
  const dim3 block(32, 4, 2);
  const dim3 grid((width + 31) / 32, (height + 3) / 4, (depth + 1) / block.y);  // @change
  seven<<<grid, block>>>(out, in, width, height, depth);
}
