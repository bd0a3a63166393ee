// Both numbers of the grid are rounded down, which only some sizes show.
#include "transpose.cuh"
__global__ void plain(float* out, const float* in, int width, int height) {
  __shared__ float t[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  if (x < width && y < height) t[threadIdx.y][threadIdx.x] = in[(size_t)y * width + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  if (x < height && y < width) out[(size_t)y * height + x] = t[threadIdx.x][threadIdx.y];
}
__global__ void whole_tiles(float* out, const float* in, int width, int height) {
  __shared__ float t[32][33];
  const int bx = blockIdx.x * 32, by = blockIdx.y * 32;
  for (int r = threadIdx.y; r < 32; r += 8) t[r][threadIdx.x] = in[(size_t)(by + r) * width + bx + threadIdx.x];
  __syncthreads();
  for (int r = threadIdx.y; r < 32; r += 8) out[(size_t)(bx + r) * height + by + threadIdx.x] = t[threadIdx.x][r];
}
void transpose_best(float* out, const float* in, int width, int height) {
  const dim3 whole(width / 32, height / 32);  // @grid
  if (width % 32 == 0 && height % 32 == 0)
    whole_tiles<<<whole, dim3(32, 8)>>>(out, in, width, height);
  else if (width >= 32 && height >= 32)
    plain<<<whole, dim3(32, 32)>>>(out, in, width, height);
  else
    plain<<<dim3((width + 31) / 32, (height + 31) / 32), dim3(32, 32)>>>(out, in, width, height);
}
