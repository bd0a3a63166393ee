// S2.12: C = AB for A of 32 columns: without tiles, with A's in shared memory, with both.
#include <cuda_runtime.h>

#include "experiment.cuh"

using namespace experiment;

namespace {

constexpr int W = 32;  // the width of A, and of tiles and blocks

__device__ int own_row() { return blockIdx.y * W + threadIdx.y; }
__device__ int own_column() { return blockIdx.x * W + threadIdx.x; }

__global__ void without_tiles(float* C, const float* A, const float* B, int n) {
  float sum = 0;
  for (int k = 0; k < W; ++k) sum += A[own_row() * W + k] * B[k * n + own_column()];
  C[static_cast<size_t>(own_row()) * n + own_column()] = sum;
}

// A warp uses only the row that it loaded itself, so a barrier of the warp is enough.
__global__ void with_a_tile(float* C, const float* A, const float* B, int n) {
  __shared__ float a[W][W];
  a[threadIdx.y][threadIdx.x] = A[own_row() * W + threadIdx.x];
  __syncwarp();
  float sum = 0;
  for (int k = 0; k < W; ++k) sum += a[threadIdx.y][k] * B[k * n + own_column()];
  C[static_cast<size_t>(own_row()) * n + own_column()] = sum;
}

__global__ void with_both_tiles(float* C, const float* A, const float* B, int n) {
  __shared__ float a[W][W];
  __shared__ float b[W][W];
  a[threadIdx.y][threadIdx.x] = A[own_row() * W + threadIdx.x];
  b[threadIdx.y][threadIdx.x] = B[threadIdx.y * n + own_column()];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < W; ++k) sum += a[threadIdx.y][k] * b[k][threadIdx.x];
  C[static_cast<size_t>(own_row()) * n + own_column()] = sum;
}

bool is_near(double value, double claimed) { return value > 0.8 * claimed && value < 1.25 * claimed; }

std::vector<Claim> judge_times(const Results& results) {
  const Speed a_tile = speed(results.of("A tile"), results.of("no tile"));
  const Speed both = speed(results.of("A and B tiles"), results.of("no tile"));
  return {{"S2.12", "A tile: 144.4 against 119.9 GB/s, 1.20 × as fast", text(a_tile) + " ×",
           judged(is_near(a_tile.ratio, 1.20) && a_tile.ratio > 1, a_tile.ratio > 1.02)},
          {"S2.12", "A and B tiles: 195.5 against 119.9 GB/s, 1.63 × as fast", text(both) + " ×",
           judged(is_near(both.ratio, 1.63), both.ratio > 1.02)}};
}

// A warp computes 32 elements of C. Without tiles, each of its 32 steps loads one word of A for all lanes (1 sector)
// and 32 words of B (4 sectors).
std::vector<Claim> judge_counts(const Results& results) {
  const auto sectors = [&](const char* label) {
    const Counts& counts = results.of(label).counts;
    return static_cast<double>(counts.load_sectors) / static_cast<double>(counts.store_requests);
  };
  const double none = sectors("no tile"), a_tile = sectors("A tile"), both = sectors("A and B tiles");
  return {{"S2.12", "each tile saves loads from global memory", text("%g, %g, %g sectors a warp", none, a_tile, both),
           judged(none > a_tile && a_tile > both, none > both)}};
}

}  // namespace

void describe_experiment(const Machine& machine, Experiment& described) {
  const int n = machine.is_emulated ? 128 : 16384;  // rows of A and columns of B
  const std::int64_t c = std::int64_t{n} * n;
  const std::int64_t bytes = 4 * (2 * std::int64_t{W} * n + c);
  const auto product = [=](std::int64_t index) {
    float sum = 0;
    for (int k = 0; k < W; ++k) sum += input(0, index / n * W + k) * input(1, std::int64_t{k} * n + index % n);
    return sum;
  };
  const dim3 grid(n / W, n / W), block(W, W);
  const auto add = [&](Group& group, const char* label, auto kernel) {
    const auto launch = [=](Buffers b) { kernel<<<grid, block>>>(b.out, b.in[0], b.in[1], n); };
    group.cases.push_back({label, static_cast<double>(group.cases.size()), bytes, launch, product});
  };
  Group group{"", {std::int64_t{W} * n, std::int64_t{W} * n}, c, {}};
  add(group, "no tile", without_tiles);
  add(group, "A tile", with_a_tile);
  add(group, "A and B tiles", with_both_tiles);
  described.groups = {group};
  described.judge = machine.is_emulated ? judge_counts : judge_times;
}
