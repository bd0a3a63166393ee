// Right, but neighbouring threads go down a column (8.1, 8.2).
#include "spaces.cuh"

__device__ float* row_of(cudaPitchedPtr volume, int height, int y, int z) {
  char* slice = (char*)volume.ptr + z * (volume.pitch * height);
  return (float*)(slice + y * volume.pitch);
}

__global__ void seven_points(cudaPitchedPtr out, cudaPitchedPtr in, int width, int height, int depth) {
  const int y = blockIdx.x * blockDim.x + threadIdx.x, x = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
  if (x >= width || y >= height) return;
  const float* row = row_of(in, height, y, z);
  float sum = -6 * row[x];
  if (x > 0) sum += row[x - 1];
  if (x < width - 1) sum += row[x + 1];
  if (y > 0) sum += row_of(in, height, y - 1, z)[x];
  if (y < height - 1) sum += row_of(in, height, y + 1, z)[x];
  if (z > 0) sum += row_of(in, height, y, z - 1)[x];
  if (z < depth - 1) sum += row_of(in, height, y, z + 1)[x];
  row_of(out, height, y, z)[x] = sum;
}

__global__ void five_points(cudaPitchedPtr out, cudaPitchedPtr in, int width, int height) {
  const int y = blockIdx.x * blockDim.x + threadIdx.x, x = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const float* row = row_of(in, height, y, 0);
  float sum = -4 * row[x];
  if (x > 0) sum += row[x - 1];
  if (x < width - 1) sum += row[x + 1];
  if (y > 0) sum += row_of(in, height, y - 1, 0)[x];
  if (y < height - 1) sum += row_of(in, height, y + 1, 0)[x];
  row_of(out, height, y, 0)[x] = sum;
}

void stencil_volume(cudaPitchedPtr out, cudaPitchedPtr in, int width, int height, int depth) {
  const dim3 grid((height + 31) / 32, (width + 7) / 8, depth);
  seven_points<<<grid, dim3(32, 8)>>>(out, in, width, height, depth);
}

void stencil_pitched(float* out, const float* in, size_t pitch, int width, int height) {
  cudaPitchedPtr to = make_cudaPitchedPtr(out, pitch, width, height);
  cudaPitchedPtr from = make_cudaPitchedPtr((float*)in, pitch, width, height);
  five_points<<<dim3((height + 31) / 32, (width + 7) / 8), dim3(32, 8)>>>(to, from, width, height);
}
