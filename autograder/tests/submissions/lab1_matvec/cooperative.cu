// Right and fast with cooperative groups: structs that know how to read, a lambda, and a reduction by the library.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "matvec.cuh"

namespace cg = cooperative_groups;

namespace {

struct Matrix {
  const float* elements;
  int rows;
  int columns;

  __device__ const float* row(int i) const { return elements + static_cast<size_t>(i) * columns; }
  __device__ bool has(int i, int j) const { return i < rows && j < columns; }
};

template <int Side>
struct Tile {
  float element[Side][Side + 1];
  float x[Side];

  template <class Group>
  __device__ void load(const Group& group, const Matrix& A, const float* from, int top, int left) {
    const int lane = group.thread_rank();
    float of_lane[Side];
#pragma unroll
    for (int i = 0; i < Side; ++i) of_lane[i] = A.has(top + i, left + lane) ? A.row(top + i)[left + lane] : 0;
#pragma unroll
    for (int i = 0; i < Side; ++i) element[i][lane] = of_lane[i];
    x[lane] = left + lane < A.columns ? from[left + lane] : 0;
  }
};

__global__ void by_tiles(float* y, Matrix A, const float* x) {
  __shared__ Tile<32> tile;
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const int top = blockIdx.x * 32;
  const int lane = warp.thread_rank();
  float sum = 0;
  for (int left = 0; left < A.columns; left += 32) {
    tile.load(warp, A, x, top, left);
    warp.sync();  // the block is one warp
    const auto add = [&](int j) { sum += tile.element[lane][j] * tile.x[j]; };
    for (int j = 0; j < 32; ++j) add(j);
    warp.sync();
  }
  if (top + lane < A.rows) y[top + lane] = sum;
}

__global__ void by_rows(float* y, Matrix A, const float* x) {
  __shared__ float of_warp[8];
  const auto block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  const float* const a = A.row(blockIdx.x);
  float sum = 0;
  if (A.columns % 4 == 0) {
#pragma unroll 4
    for (int i = block.thread_rank(); i < A.columns / 4; i += block.size()) {
      const float4 u = reinterpret_cast<const float4*>(a)[i];
      const float4 v = reinterpret_cast<const float4*>(x)[i];
      sum += u.x * v.x + u.y * v.y + u.z * v.z + u.w * v.w;
    }
  } else {
    for (int j = block.thread_rank(); j < A.columns; j += block.size()) sum += a[j] * x[j];
  }
  sum = cg::reduce(warp, sum, cg::plus<float>());
  if (warp.thread_rank() == 0) of_warp[warp.meta_group_rank()] = sum;
  block.sync();
  if (warp.meta_group_rank() != 0) return;
  const auto eight = cg::tiled_partition<8>(warp);
  const float total = cg::reduce(eight, of_warp[eight.thread_rank()], cg::plus<float>());
  if (warp.thread_rank() == 0) y[blockIdx.x] = total;
}

}  // namespace

void matvec_tiles(float* y, const float* A, const float* x, int rows, int columns) {
  by_tiles<<<(rows + 31) / 32, 32>>>(y, Matrix{A, rows, columns}, x);
}

void matvec_best(float* y, const float* A, const float* x, int rows, int columns) {
  by_rows<<<rows, 256>>>(y, Matrix{A, rows, columns}, x);
}
