// A group of 32 threads waits for itself only.
#include "transpose.cuh"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// A block of TILE × ROWS threads handles a TILE × TILE tile: each thread, TILE / ROWS of its rows.
constexpr int TILE = 32;
constexpr int ROWS = 8;

// Part 3.2, tiled: through a tile in shared memory, so that reads and writes are both coalesced.
__global__ void tiled_kernel(float* out, const float* in, int width, int height) {
  __shared__ float tile[TILE][TILE];
  const auto row = cg::tiled_partition<TILE>(cg::this_thread_block());
  const int lane = row.thread_rank();
  const int left = blockIdx.x * TILE, top = blockIdx.y * TILE;

  for (int r = threadIdx.y; r < TILE; r += ROWS) {
    if (left + lane < width && top + r < height) {
      tile[r][lane] = in[static_cast<size_t>(top + r) * width + left + lane];
    }
  }
  row.sync();  // the tile is complete  // @here
  for (int r = threadIdx.y; r < TILE; r += ROWS) {
    if (top + lane < height && left + r < width) {
      out[static_cast<size_t>(left + r) * height + top + lane] = tile[lane][r];
    }
  }
}

void transpose_tiled(float* out, const float* in, int width, int height) {
  const auto tiles = [](int extent) { return (extent + TILE - 1) / TILE; };
  tiled_kernel<<<dim3(tiles(width), tiles(height)), dim3(TILE, ROWS)>>>(out, in, width, height);
}
