// Right and fast in another style: cooperative groups, a struct of tiles, and blocks that walk along a strip of C: they
// keep their rows of A and fetch one tile of columns after the other, with two barriers a tile.
#include <cooperative_groups.h>

#include "matmul.cuh"

namespace cg = cooperative_groups;

namespace {

constexpr int SIDE = 32;   // of a tile, and the width of A
constexpr int WARPS = 8;   // in a block
constexpr int ROWS = 4;    // of C, to each warp
constexpr int LENGTH = 8;  // of a strip, in tiles

struct Tiles {
  alignas(16) float rows[SIDE][SIDE];
  float columns[SIDE][SIDE + 1];
};

// `rows` elements of a column of C, `pitch` apart: the rows of the tile from `first` on times its column `lane`.
__device__ void multiply(const Tiles& tiles, float* C, int pitch, int first, int rows, int lane) {
  float sum[ROWS] = {};
  for (int k = 0; k < SIDE; k += 4) {
    float column[4];
#pragma unroll
    for (int d = 0; d < 4; ++d) column[d] = tiles.columns[k + d][lane];
#pragma unroll
    for (int r = 0; r < ROWS; ++r) {
      if (r >= rows) continue;
      const float4 row = *reinterpret_cast<const float4*>(&tiles.rows[first + r][k]);
      sum[r] += row.x * column[0] + row.y * column[1] + row.z * column[2] + row.w * column[3];
    }
  }
#pragma unroll
  for (int r = 0; r < ROWS; ++r) {
    if (r < rows) C[static_cast<size_t>(r) * pitch] = sum[r];
  }
}

template <class LoadColumns>
__device__ void strip(Tiles& tiles, float* C, const float* A, int m, int n, LoadColumns load_columns) {
  const cg::thread_block block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  const int lane = warp.thread_rank();
  const int first = warp.meta_group_rank() * ROWS;
  const int top = blockIdx.y * SIDE + first;
  for (int r = 0; r < ROWS && top + r < m; ++r) tiles.rows[first + r][lane] = A[(top + r) * SIDE + lane];
  warp.sync();

  const int begin = blockIdx.x * LENGTH * SIDE;
  for (int left = begin; left < n && left < begin + LENGTH * SIDE; left += SIDE) {
    load_columns(left, lane, static_cast<int>(warp.meta_group_rank()));
    block.sync();
    if (left + lane < n)
      multiply(tiles, C + static_cast<size_t>(top) * n + left + lane, n, first, min(ROWS, m - top), lane);
    block.sync();  // the next tile goes where others may still read this one
  }
}

__global__ void product(float* C, const float* A, const float* B, int m, int n) {
  __shared__ Tiles tiles;
  strip(tiles, C, A, m, n, [=](int left, int lane, int warp) {
    for (int k = warp; k < SIDE; k += WARPS) {
      if (left + lane < n) tiles.columns[k][lane] = B[static_cast<size_t>(k) * n + left + lane];
    }
  });
}

__global__ void gram(float* C, const float* A, int m) {
  __shared__ Tiles tiles;
  strip(tiles, C, A, m, m, [=](int left, int lane, int warp) {
    for (int j = warp; j < SIDE && left + j < m; j += WARPS) tiles.columns[lane][j] = A[(left + j) * SIDE + lane];
  });
}

dim3 strips(int m, int n) { return dim3((n + LENGTH * SIDE - 1) / (LENGTH * SIDE), (m + SIDE - 1) / SIDE); }

}  // namespace

void ab_tiles(float* C, const float* A, const float* B, int m, int n) {
  product<<<strips(m, n), 32 * WARPS>>>(C, A, B, m, n);
}

void aat_coalesced(float* C, const float* A, int m) { gram<<<strips(m, m), 32 * WARPS>>>(C, A, m); }

void aat_conflict_free(float* C, const float* A, int m) { aat_coalesced(C, A, m); }
