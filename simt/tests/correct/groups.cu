// Cooperative groups: blocks, tiles of a warp, lanes that happen to be together.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <algorithm>
#include <numeric>

#include "simt/tests/correct/check.hpp"

namespace {

namespace cg = cooperative_groups;

// A function that works on any group.
template <class Group>
__device__ int sum_of(const Group& group, int* scratch, int value) {
  const unsigned rank = group.thread_rank();
  scratch[rank] = value;
  group.sync();
  for (unsigned half = group.size() / 2; half > 0; half /= 2) {
    if (rank < half) scratch[rank] += scratch[rank + half];
    group.sync();
  }
  const int sum = scratch[0];
  group.sync();
  return sum;
}
__global__ void sums_of_blocks_and_tiles(int* out, const int* in) {
  __shared__ int scratch[128];
  const cg::thread_block block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<8>(block);
  const int value = in[block.group_index().x * block.size() + block.thread_rank()];
  const int of_block = sum_of(block, scratch, value);
  const int of_tile = sum_of(tile, scratch + 8 * tile.meta_group_rank(), value);
  cg::sync(block);
  out[block.group_index().x * block.size() + block.thread_rank()] = of_block + 100000 * of_tile;
}

void any_group() {
  const auto in = numbers<int>(256);
  DeviceArray<int> device_in(in), out(256);
  sums_of_blocks_and_tiles<<<2, 128>>>(out.data(), device_in.data());
  const auto sum = [&](int first, int count) {
    return std::accumulate(in.begin() + first, in.begin() + first + count, 0);
  };
  expect(out, table<int>(256, [&](int i) { return sum(i / 128 * 128, 128) + 100000 * sum(i / 8 * 8, 8); }));
}

// Tiles of eight lanes that shuffle and vote among themselves, rows of a matrix to a tile.
__global__ void row_sums(float* sums, int* positive, const float* matrix, int rows, int columns) {
  const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  const int row = blockIdx.x * (blockDim.x / 8) + tile.meta_group_rank();
  if (row >= rows) return;
  float sum = 0;
  bool found = false;
  for (int c = tile.thread_rank(); c < columns; c += tile.size()) {
    sum += matrix[row * columns + c];
    found = found || matrix[row * columns + c] > 97;
  }
  for (int offset = tile.size() / 2; offset > 0; offset /= 2) sum += tile.shfl_down(sum, offset);
  const unsigned finders = tile.ballot(found);
  const float same = tile.shfl(sum, 0);
  if (tile.thread_rank() == 3) sums[row] = same;
  const bool any = tile.any(found) != 0;
  if (tile.thread_rank() == 0) positive[row] = __popc(finders) + (any ? 100 : 0);
}

void tiles_of_eight() {
  constexpr int rows = 21, columns = 43;
  const auto matrix = numbers<float>(rows * columns);
  DeviceArray<float> device_matrix(matrix), sums(rows);
  DeviceArray<int> positive(rows);
  row_sums<<<ceil_div(rows, 8), 64>>>(sums.data(), positive.data(), device_matrix.data(), rows, columns);
  const auto row = [&](int r) { return matrix.begin() + r * columns; };
  expect(sums, table<float>(rows, [&](int r) { return std::accumulate(row(r), row(r + 1), 0.0f); }));
  expect(positive, table<int>(rows, [&](int r) {
           int lanes[8] = {};
           for (int c = 0; c < columns; ++c) lanes[c % 8] |= *(row(r) + c) > 97;
           const int finders = std::accumulate(lanes, lanes + 8, 0);
           return finders + (finders > 0 ? 100 : 0);
         }));
}

// Reductions of whole warps, and of those lanes of a warp that take a branch.
__global__ void reductions(int* out, const int* in) {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const int value = in[threadIdx.x];
  int result = cg::reduce(warp, value, cg::greater<int>());
  if (value % 3 == 0) {
    const auto together = cg::coalesced_threads();
    result += 1000 * static_cast<int>(together.size() > 0) + (together.thread_rank() < together.size() ? 0 : 5000);
    together.sync();
  }
  out[threadIdx.x] = result + 10000 * cg::reduce(warp, value, cg::plus<int>());
}

void reduce_and_coalesced() {
  const auto in = numbers<int>(64);
  DeviceArray<int> device_in(in), out(64);
  reductions<<<1, 64>>>(out.data(), device_in.data());
  expect(out, table<int>(64, [&](int i) {
           const auto begin = in.begin() + i / 32 * 32, end = begin + 32;
           return *std::max_element(begin, end) + (in[i] % 3 == 0 ? 1000 : 0) + 10000 * std::accumulate(begin, end, 0);
         }));
}

// One lane reserves room for all that take a branch; the others hand on a variable that has no value.
__global__ void one_reserves(int* out, int* lengths, const int* in) {
  const int warp = threadIdx.x / 32, value = in[threadIdx.x];
  if (value % 3 != 0) return;
  const auto together = cg::coalesced_threads();
  int first;
  if (together.thread_rank() == 0) first = atomicAdd(&lengths[warp], static_cast<int>(together.size()));
  out[32 * warp + together.shfl(first, 0) + together.thread_rank()] = value;
}

void room_for_a_branch() {
  const auto in = numbers<int>(64);
  DeviceArray<int> device_in(in), lengths(std::vector<int>(2)), out(std::vector<int>(64));
  one_reserves<<<1, 64>>>(out.data(), lengths.data(), device_in.data());
  std::vector<int> expected(64);
  for (int warp = 0; warp < 2; ++warp) {
    std::copy_if(in.begin() + 32 * warp, in.begin() + 32 * (warp + 1), expected.begin() + 32 * warp,
                 [](int value) { return value % 3 == 0; });
  }
  expect(out, expected);
}

// A tile of a tile has its number among the tiles of its parent; of lanes that are together, ranks count.
__global__ void numbers_in_parents(int* out, const int* in) {
  const auto half = cg::tiled_partition<16>(cg::this_thread_block());
  const auto quad = cg::tiled_partition<4>(half);
  const cg::thread_block_tile<4> plain = quad;
  int result = static_cast<int>(100 * half.meta_group_size() + 10 * quad.meta_group_size() + plain.meta_group_rank());
  if (threadIdx.x % 2 == 1) {
    const auto together = cg::coalesced_threads();
    int is_one = 0;
    const unsigned all = together.match_all(in[0], is_one);
    const unsigned same = together.match_any(threadIdx.x % 32 < 4 ? 1 : 2);
    result += 1000 * (is_one == 1 && all == 0xffff) + 2000 * (same == (threadIdx.x % 32 < 4 ? 0x3u : 0xfffcu)) +
              4000 * static_cast<int>(together.meta_group_size());
  }
  out[threadIdx.x] = result;
}

void tiles_of_tiles() {
  DeviceArray<int> in(numbers<int>(64)), out(64);
  numbers_in_parents<<<1, 64>>>(out.data(), in.data());
  expect(out, table<int>(64, [](int i) { return 440 + i % 16 / 4 + (i % 2 == 1 ? 7000 : 0); }));
}

}  // namespace

CORRECT_CASES({"a function for any group", any_group}, {"tiles of eight lanes", tiles_of_eight},
              {"reduce and coalesced threads", reduce_and_coalesced}, {"room for a branch", room_for_a_branch},
              {"tiles of tiles", tiles_of_tiles})
