// A block turns three tiles, one below the other; the third one is not turned. Shared arrays
// that were larger would not fit.
#include "transpose.cuh"

constexpr int TILE = 32, DEEP = 64;

__global__ void tiled(float* out, const float* in, int width, int height) {
  __shared__ float first[TILE][DEEP];
  __shared__ float second[TILE][DEEP];
  __shared__ float third[TILE][DEEP];
  const int x = blockIdx.x * TILE + threadIdx.x;
  const int y = blockIdx.y * 3 * TILE + threadIdx.y;
  if (x < width && y < height) first[threadIdx.y][threadIdx.x] = in[(size_t)y * width + x];
  if (x < width && y + TILE < height) second[threadIdx.y][threadIdx.x] = in[(size_t)(y + TILE) * width + x];
  if (x < width && y + 2 * TILE < height)
    third[threadIdx.y][threadIdx.x] = in[(size_t)(y + 2 * TILE) * width + x];  // @fill
  __syncthreads();
  const int column = blockIdx.y * 3 * TILE + threadIdx.x;
  const int row = blockIdx.x * TILE + threadIdx.y;
  if (row >= width) return;
  if (column < height) out[(size_t)row * height + column] = first[threadIdx.x][threadIdx.y];
  if (column + TILE < height) out[(size_t)row * height + column + TILE] = second[threadIdx.x][threadIdx.y];
  if (column + 2 * TILE < height) out[(size_t)row * height + column + 2 * TILE] = third[threadIdx.y][threadIdx.x];
}

void transpose_tiled(float* out, const float* in, int width, int height) {
  tiled<<<dim3((width + TILE - 1) / TILE, (height + 3 * TILE - 1) / (3 * TILE)), dim3(TILE, TILE)>>>(out, in, width,
                                                                                                     height);
}
