// The loads go by the new number of the tile, the stores by blockIdx.
#include "transpose.cuh"
constexpr int TILE = 32;
constexpr int ROWS = 8;
__global__ void diagonal(float* out, const float* in, int width, int height) {
  __shared__ float tile[TILE][TILE + 1];
  int number = blockIdx.x + gridDim.x * blockIdx.y;
  int ty = number % gridDim.y;
  int tx = (number / gridDim.y + ty) % gridDim.x;
  int x = tx * TILE + threadIdx.x;
  int y = ty * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += ROWS)
    if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += ROWS)
    if (x < height && y + j < width) out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}
void transpose_diagonal(float* out, const float* in, int width, int height) {
  dim3 blocks((width + TILE - 1) / TILE, (height + TILE - 1) / TILE);
  diagonal<<<blocks, dim3(TILE, ROWS)>>>(out, in, width, height);
}
