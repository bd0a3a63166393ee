// Copies the built-in variables whole, and has a shared variable that only ever gets one value.
#include "transpose.cuh"

__global__ void transpose(float* out, const float* in, int width, int height) {
  const dim3 size = blockDim;
  const uint3 block = blockIdx;
  const uint3 thread = threadIdx;
  const int x = block.x * size.x + thread.x;
  const int y = block.y * size.y + thread.y;
  if (x < width && y < height) out[x * height + y] = in[y * width + x];
}

__global__ void transpose_by_tiles(float* out, const float* in, int width, int height) {
  __shared__ float tile[16][17];
  __shared__ int is_filled;
  const uint3 thread = threadIdx;
  const dim3 at(blockIdx.x * blockDim.x, blockIdx.y * blockDim.y);
  if (at.x + thread.x < width && at.y + thread.y < height) {
    tile[thread.y][thread.x] = in[(at.y + thread.y) * width + at.x + thread.x];
  }
  if (thread.x == 0 && thread.y == 0) is_filled = 1;
  __syncthreads();
  if (is_filled == 1 && at.y + thread.x < height && at.x + thread.y < width) {
    out[(at.x + thread.y) * height + at.y + thread.x] = tile[thread.x][thread.y];
  }
}

void transpose_naive(float* out, const float* in, int width, int height) {
  const dim3 blocks((width + 15) / 16, (height + 15) / 16);
  transpose<<<blocks, dim3(16, 16)>>>(out, in, width, height);
}

void transpose_tiled(float* out, const float* in, int width, int height) {
  const dim3 blocks((width + 15) / 16, (height + 15) / 16);
  transpose_by_tiles<<<blocks, dim3(16, 16)>>>(out, in, width, height);
}
