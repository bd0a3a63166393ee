// Right and fast in another style: cooperative groups, and blocks that walk along a strip of C, keeping their rows of A
// in registers and fetching one tile of columns after the other; two barriers a tile.
#include <cooperative_groups.h>

#include "matmul.cuh"

namespace cg = cooperative_groups;

namespace {

constexpr int SIDE = 32;  // of a tile of columns, and the width of A
constexpr int ROWS = 4;   // of C, to each warp
constexpr int WARPS = 8;  // in a block
constexpr int TILES = 8;  // in a strip
constexpr int HEIGHT = ROWS * WARPS;

template <class LoadTile>
__device__ void strip(float (&tile)[SIDE][SIDE + 1], float* C, const float* A, int m, int n, LoadTile load_tile) {
  const cg::thread_block block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  const int lane = warp.thread_rank();
  const int top = blockIdx.y * HEIGHT + warp.meta_group_rank() * ROWS;
  float own[ROWS];
#pragma unroll
  for (int r = 0; r < ROWS; ++r) own[r] = top + r < m ? A[(top + r) * SIDE + lane] : 0;

  const int end = min(n, (static_cast<int>(blockIdx.x) + 1) * TILES * SIDE);
  for (int left = blockIdx.x * TILES * SIDE; left < end; left += SIDE) {
    load_tile(left, lane, static_cast<int>(warp.meta_group_rank()));
    block.sync();
    float sum[ROWS] = {};
#pragma unroll
    for (int k = 0; k < SIDE; ++k) {
      const float factor = left + lane < n ? tile[k][lane] : 0;
#pragma unroll
      for (int r = 0; r < ROWS; ++r) sum[r] += warp.shfl(own[r], k) * factor;
    }
#pragma unroll
    for (int r = 0; r < ROWS; ++r) {
      if (top + r < m && left + lane < n) C[static_cast<size_t>(top + r) * n + left + lane] = sum[r];
    }
    block.sync();  // the next tile goes where others may still read this one
  }
}

__global__ void product(float* C, const float* A, const float* B, int m, int n) {
  __shared__ float tile[SIDE][SIDE + 1];
  strip(tile, C, A, m, n, [=](int left, int lane, int warp) {
    for (int k = warp; k < SIDE; k += WARPS) {
      if (left + lane < n) tile[k][lane] = B[static_cast<size_t>(k) * n + left + lane];
    }
  });
}

__global__ void gram(float* C, const float* A, int m) {
  __shared__ float tile[SIDE][SIDE + 1];
  strip(tile, C, A, m, m, [=](int left, int lane, int warp) {
    for (int j = warp; j < SIDE && left + j < m; j += WARPS) tile[lane][j] = A[(left + j) * SIDE + lane];
  });
}

dim3 strips(int m, int n) { return dim3((n + TILES * SIDE - 1) / (TILES * SIDE), (m + HEIGHT - 1) / HEIGHT); }

}  // namespace

void ab_tiles(float* C, const float* A, const float* B, int m, int n) {
  product<<<strips(m, n), dim3(32 * WARPS)>>>(C, A, B, m, n);
}

void aat_coalesced(float* C, const float* A, int m) { gram<<<strips(m, m), dim3(32 * WARPS)>>>(C, A, m); }

void aat_conflict_free(float* C, const float* A, int m) { aat_coalesced(C, A, m); }
