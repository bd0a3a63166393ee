// A fence stands where a barrier is needed: it waits for no other thread.
#include "transpose.cuh"

__global__ void kernel(float* out, const float* in, int width, int height) {
  __shared__ float tile[16][17];
  const int left = blockIdx.x * 16, top = blockIdx.y * 16;
  const bool is_inside = left + threadIdx.x < width && top + threadIdx.y < height;
  if (is_inside) tile[threadIdx.y][threadIdx.x] = in[(top + threadIdx.y) * width + left + threadIdx.x];
  __threadfence_block();  // @here
  if (top + threadIdx.x < height && left + threadIdx.y < width)
    out[(left + threadIdx.y) * height + top + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

void transpose_tiled(float* out, const float* in, int width, int height) {
  kernel<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 16)>>>(out, in, width, height);
}
