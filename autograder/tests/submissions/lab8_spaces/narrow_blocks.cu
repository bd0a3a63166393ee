// Right, but a block is 4 threads wide and 64 high.
#include "spaces.cuh"

__device__ float* row_of(cudaPitchedPtr volume, int height, int y, int z) {
  return (float*)((char*)volume.ptr + (z * (size_t)height + y) * volume.pitch);
}

__global__ void kernel(cudaPitchedPtr out, cudaPitchedPtr in, int width, int height, int depth) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z;
  if (x >= width || y >= height) return;
  float sum = -6 * row_of(in, height, y, z)[x];
  if (x > 0) sum += row_of(in, height, y, z)[x - 1];
  if (x < width - 1) sum += row_of(in, height, y, z)[x + 1];
  if (y > 0) sum += row_of(in, height, y - 1, z)[x];
  if (y < height - 1) sum += row_of(in, height, y + 1, z)[x];
  if (z > 0) sum += row_of(in, height, y, z - 1)[x];
  if (z < depth - 1) sum += row_of(in, height, y, z + 1)[x];
  row_of(out, height, y, z)[x] = sum;
}

void stencil_pitched(float* out, const float* in, size_t pitch, int width, int height) {}
void stencil_volume(cudaPitchedPtr out, cudaPitchedPtr in, int width, int height, int depth) {
  const dim3 block(4, 64);  // @block
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y, depth);
  kernel<<<grid, block>>>(out, in, width, height, depth);
}
void polynomial(float* out, const float* in, const float* coefficients, long long count) {}
void stencil_texture(float* out, const float* in, int width, int height) {}
void make_copy(int situation, const CopyJob* job) {}
