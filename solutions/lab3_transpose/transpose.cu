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

// Through shared memory both sides are coalesced: the tile is transposed on chip. PITCH is its row
// length: with 32 a column is in one bank, with 33 in all of them.
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

// The open end. Each thread carries a 4 × 4 block of elements in registers: four float4 loads are in flight
// before the first is needed, the block is turned in registers, and the tile in shared memory only regroups
// blocks, so that every access to global and shared memory is 16 bytes wide. No streaming hints (__ldcs, __stcs):
// they gain nothing here, and lose where an earlier kernel has left the L2 full of its own lines.
constexpr int WIDE = 64;   // of the tile, in columns of the input
constexpr int HIGH = 128;  // in its rows: output rows are then written in runs of 512 bytes
constexpr int QUADS_X = WIDE / 4;
constexpr int QUADS_Y = HIGH / 4;  // also the length of the tile's rows, which are the output's, in float4

__global__ void __launch_bounds__(QUADS_X* QUADS_Y) blocks_of_four(float* out, const float* in, int width, int height) {
  __shared__ float4 tile[WIDE][QUADS_Y];

  // blockIdx.x, which the hardware counts up first, walks down the input, that is, along the rows of the
  // output: blocks that run together then write neighbouring memory.
  const int left = blockIdx.y * WIDE;
  const int top = blockIdx.x * HIGH;
  const int quad_x = threadIdx.x % QUADS_X;
  const int quad_y = threadIdx.x / QUADS_X;

  const int x = left + 4 * quad_x;
  const int y = top + 4 * quad_y;
  float4 row[4];
  if (x < width && y < height) {
    for (int i = 0; i < 4; ++i) {
      row[i] = *reinterpret_cast<const float4*>(in + static_cast<size_t>(y + i) * width + x);
    }
  }

  // Without the exclusive or, the eight lanes that store together would meet in the same four banks: their
  // rows are 2 KiB apart.
  const int column = quad_y ^ quad_x;
  tile[4 * quad_x + 0][column] = make_float4(row[0].x, row[1].x, row[2].x, row[3].x);
  tile[4 * quad_x + 1][column] = make_float4(row[0].y, row[1].y, row[2].y, row[3].y);
  tile[4 * quad_x + 2][column] = make_float4(row[0].z, row[1].z, row[2].z, row[3].z);
  tile[4 * quad_x + 3][column] = make_float4(row[0].w, row[1].w, row[2].w, row[3].w);
  __syncthreads();

  const int out_quad = threadIdx.x % QUADS_Y;
  const int out_x = top + 4 * out_quad;
  for (int tile_row = threadIdx.x / QUADS_Y; tile_row < WIDE; tile_row += QUADS_X) {
    const int out_y = left + tile_row;
    if (out_x < height && out_y < width) {
      *reinterpret_cast<float4*>(out + static_cast<size_t>(out_y) * height + out_x) =
          tile[tile_row][out_quad ^ (tile_row / 4)];
    }
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
  // float4 needs rows that start at multiples of 16 bytes, on both sides.
  if (width % 4 != 0 || height % 4 != 0) {
    transpose_padded(out, in, width, height);
    return;
  }
  const dim3 blocks((height + HIGH - 1) / HIGH, (width + WIDE - 1) / WIDE);
  blocks_of_four<<<blocks, QUADS_X * QUADS_Y>>>(out, in, width, height);
}
