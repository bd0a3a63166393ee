// Judges products of matrices on a GPU, where an element at a time would take too long: of long sums each warp computes
// one together, and of short ones each block the elements of a tile, from factors that it reads once.
#pragma once

#include "backends/judge.hpp"
#include "course/operation.hpp"

namespace backends::cuda {

constexpr int threads = 256;  // of a block of any of the grader's kernels
constexpr int warp_size = 32;
constexpr int tile_side = 32;

__device__ inline std::int64_t first_element() {
  return static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
}
__device__ inline std::int64_t all_threads() { return static_cast<std::int64_t>(gridDim.x) * blockDim.x; }

/// Adds what element `index` is like to `mine`.
__device__ inline void judge_element(float actual, course::Element type, course::Expected expected, std::int64_t index,
                                     Tally& mine) {
  if (bits_of(actual) == course::poison_bits) ++mine.poisoned;
  if (is_right(actual, type, expected)) return;
  ++mine.wrong;
  if (static_cast<unsigned long long>(index) < mine.first_wrong) {
    mine.first_wrong = static_cast<unsigned long long>(index);
  }
}

__device__ inline void add_up(const Tally& mine, Tally* tally) {
  if (mine.poisoned != 0) atomicAdd(&tally->poisoned, mine.poisoned);
  if (mine.wrong == 0) return;
  atomicAdd(&tally->wrong, mine.wrong);
  atomicMin(&tally->first_wrong, mine.first_wrong);
}

/// What element `index` must be, from a whole warp. Partial sums are added in another order than on the host; in double
/// that makes a difference far below what a sum in float may miss, and none where sums are exact.
__device__ inline course::Expected expected_of_warp(const course::Inputs& inputs, const course::MatrixProduct& product,
                                                    std::int64_t index) {
  const course::InputVector left = product.left.vector(index / product.columns);
  const course::InputVector right = product.right.vector(index % product.columns);
  course::DotProduct mine;
  for (std::int64_t k = threadIdx.x % warp_size; k < product.terms; k += warp_size) {
    mine.add(inputs(left.buffer, left.first + k * left.step), inputs(right.buffer, right.first + k * right.step));
  }
  for (int distance = warp_size / 2; distance > 0; distance /= 2) {
    mine.sum += __shfl_xor_sync(0xffffffffU, mine.sum, distance);
    mine.magnitude += __shfl_xor_sync(0xffffffffU, mine.magnitude, distance);
  }
  return mine.expected(product.terms, product.is_exact);
}

static __global__ void judge_long_products_kernel(const float* actual, std::int64_t elements,
                                                  course::MatrixProduct product, course::Inputs inputs, Tally* tally) {
  Tally mine;
  for (std::int64_t i = first_element() / warp_size; i < elements; i += all_threads() / warp_size) {
    const course::Expected expected = expected_of_warp(inputs, product, i);
    if (threadIdx.x % warp_size == 0) judge_element(actual[i], course::Element::f32, expected, i, mine);
  }
  add_up(mine, tally);
}

/// As judge_samples in kernels.hpp: a warp for each sample.
static __global__ void judge_product_samples_kernel(const float* actual, std::int64_t elements,
                                                    course::MatrixProduct product, course::Inputs inputs,
                                                    std::uint64_t choice, Tally* tally) {
  const auto sample = static_cast<int>(first_element() / warp_size);
  const std::int64_t i = sampled_element(choice, sample, elements);
  const course::Expected expected = expected_of_warp(inputs, product, i);
  const bool is_first = threadIdx.x % warp_size == 0;
  if (is_first && !is_right(actual[i], course::Element::f32, expected)) atomicAdd(&tally->wrong, 1ULL);
}

/// Terms of the factors of a tile, as the sums need them.
struct TileFactors {
  double left[tile_side][tile_side];       // [row][term]
  double right[tile_side][tile_side + 1];  // [term][column]; the padding keeps columns of it in different banks
};

/// Fills `factors` for the tile that begins at (row, column); beyond the output and the terms with zeros.
__device__ inline void load_tile(const course::Inputs& inputs, const course::MatrixProduct& product, std::int64_t rows,
                                 std::int64_t row, std::int64_t column, TileFactors& factors) {
  const auto terms = static_cast<int>(product.terms);
  const auto value = [&](const course::Factor& factor, std::int64_t index, std::int64_t vectors, int term) {
    if (index >= vectors || term >= terms) return 0.0F;
    const course::InputVector vector = factor.vector(index);
    return inputs(vector.buffer, vector.first + term * vector.step);
  };
  // Neighbouring threads read neighbouring elements.
  const bool is_right_by_terms = product.right.step == 1;
  for (int e = static_cast<int>(threadIdx.x); e < tile_side * tile_side; e += threads) {
    const int high = e / tile_side;
    const int low = e % tile_side;
    factors.left[high][low] = value(product.left, row + high, rows, low);
    const int term = is_right_by_terms ? low : high;
    const int across = is_right_by_terms ? high : low;
    factors.right[term][across] = value(product.right, column + across, product.columns, term);
  }
}

/// Of products with at most tile_side terms.
static __global__ void judge_tiles_kernel(const float* actual, std::int64_t elements, course::MatrixProduct product,
                                          course::Inputs inputs, Tally* tally) {
  constexpr int rows_a_thread = tile_side * tile_side / threads;
  __shared__ TileFactors factors;
  const std::int64_t rows = elements / product.columns;
  const std::int64_t across = (product.columns + tile_side - 1) / tile_side;
  const std::int64_t tiles = across * ((rows + tile_side - 1) / tile_side);
  const auto lane = static_cast<int>(threadIdx.x) % tile_side;
  const auto first = static_cast<int>(threadIdx.x) / tile_side * rows_a_thread;
  Tally mine;
  for (std::int64_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    const std::int64_t row = tile / across * tile_side;
    const std::int64_t column = tile % across * tile_side;
    __syncthreads();  // the tile before has been judged
    load_tile(inputs, product, rows, row, column, factors);
    __syncthreads();
    if (column + lane >= product.columns) continue;
    course::DotProduct sums[rows_a_thread];
    for (int k = 0; k < product.terms; ++k) {
      for (int r = 0; r < rows_a_thread; ++r) sums[r].add(factors.left[first + r][k], factors.right[k][lane]);
    }
    for (int r = 0; r < rows_a_thread && row + first + r < rows; ++r) {
      const std::int64_t i = (row + first + r) * product.columns + column + lane;
      judge_element(actual[i], course::Element::f32, sums[r].expected(product.terms, product.is_exact), i, mine);
    }
  }
  add_up(mine, tally);
}

}  // namespace backends::cuda
