// The fast way has tiles of 64, and is taken for multiples of 32.
#include "transpose.cuh"

constexpr int TILE = 32;

constexpr int ROWS = 8;

static dim3 tiles(int width, int height) { return dim3((width + TILE - 1) / TILE, (height + TILE - 1) / TILE); }

template <int PITCH, bool DIAGONAL>
__global__ void through_tile(float* out, const float* in, int width, int height) {
  __shared__ float tile[TILE][PITCH];
  int tile_x = blockIdx.x;
  int tile_y = blockIdx.y;
  if (DIAGONAL) {
    const int linear = blockIdx.x + gridDim.x * blockIdx.y;
    tile_y = linear % gridDim.y;
    tile_x = (linear / gridDim.y + tile_y) % gridDim.x;
  }

  const int x = tile_x * TILE + threadIdx.x;
  for (int j = threadIdx.y; j < TILE; j += ROWS) {
    const int y = tile_y * TILE + j;
    if (x < width && y < height) tile[j][threadIdx.x] = in[static_cast<size_t>(y) * width + x];
  }
  __syncthreads();

  const int out_x = tile_y * TILE + threadIdx.x;
  for (int j = threadIdx.y; j < TILE; j += ROWS) {
    const int out_y = tile_x * TILE + j;
    if (out_x < height && out_y < width) out[static_cast<size_t>(out_y) * height + out_x] = tile[threadIdx.x][j];
  }
}

constexpr int BIG = 64;

constexpr int LOADS = BIG / ROWS;

__global__ void big_tiles(float* out, const float* in, int width, int height) {
  __shared__ float tile[BIG][BIG + 1];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int left = blockIdx.x * BIG;
  const int top = blockIdx.y * BIG;

  float held[LOADS];
  const float* source = in + static_cast<size_t>(top + ty) * width + left + tx;
#pragma unroll
  for (int k = 0; k < LOADS; ++k) held[k] = source[static_cast<size_t>(k) * ROWS * width];
#pragma unroll
  for (int k = 0; k < LOADS; ++k) tile[ty + k * ROWS][tx] = held[k];
  __syncthreads();

  float* target = out + static_cast<size_t>(left + ty) * height + top + tx;
#pragma unroll
  for (int k = 0; k < LOADS; ++k) target[static_cast<size_t>(k) * ROWS * height] = tile[tx][ty + k * ROWS];
}

void transpose_best(float* out, const float* in, int width, int height) {
  if (width % TILE == 0 && height % TILE == 0) {  // @here
    big_tiles<<<dim3(width / BIG, height / BIG), dim3(BIG, ROWS)>>>(out, in, width, height);
    return;
  }
  through_tile<TILE + 1, false><<<tiles(width, height), dim3(TILE, ROWS)>>>(out, in, width, height);
}
