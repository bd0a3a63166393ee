// Lab 3, transpose: the reference. Parts 3.1 to 3.4 are the simplest code that shows each idea; 3.5 is tuned.
#include "transpose.cuh"

namespace {

constexpr int TILE = 32;
constexpr int ROWS = 8;

dim3 tiles(int width, int height) { return dim3((width + TILE - 1) / TILE, (height + TILE - 1) / TILE); }

// Reads are coalesced (neighbouring threads, neighbouring x); writes are `height` floats apart.
__global__ void naive(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * TILE + threadIdx.x;
  for (int j = threadIdx.y; j < TILE; j += ROWS) {
    const int y = blockIdx.y * TILE + j;
    if (x < width && y < height) out[static_cast<size_t>(x) * height + y] = in[static_cast<size_t>(y) * width + x];
  }
}

// Through shared memory both sides are coalesced: the tile is turned while it sits on chip. PITCH is its row
// length: with 32 a column lies in one bank, with 33 in all of them.
template <int PITCH, bool DIAGONAL>
__global__ void through_tile(float* out, const float* in, int width, int height) {
  __shared__ float tile[TILE][PITCH];

  // Blocks that run together have neighbouring linear numbers. In Cartesian order they write one column of
  // tiles, which on chips with address-interleaved partitions is one partition; along a diagonal, all of them.
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

}  // namespace

void transpose_naive(float* out, const float* in, int width, int height) {
  naive<<<tiles(width, height), dim3(TILE, ROWS)>>>(out, in, width, height);
}

void transpose_tiled(float* out, const float* in, int width, int height) {
  through_tile<TILE, false><<<tiles(width, height), dim3(TILE, ROWS)>>>(out, in, width, height);
}

void transpose_padded(float* out, const float* in, int width, int height) {
  through_tile<TILE + 1, false><<<tiles(width, height), dim3(TILE, ROWS)>>>(out, in, width, height);
}

void transpose_diagonal(float* out, const float* in, int width, int height) {
  through_tile<TILE + 1, true><<<tiles(width, height), dim3(TILE, ROWS)>>>(out, in, width, height);
}

void transpose_best(float* out, const float* in, int width, int height) {
  transpose_padded(out, in, width, height);
}
