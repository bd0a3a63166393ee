// S2.13: C = AAᵀ for A of 32 columns: plain, coalesced through a tile, with the tile padded by one column.
#include <cuda_runtime.h>

#include "experiment.cuh"

using namespace experiment;

namespace {

constexpr int W = 32;  // the width of A, and of tiles and blocks

__device__ int own_row() { return blockIdx.y * W + threadIdx.y; }
__device__ int own_column() { return blockIdx.x * W + threadIdx.x; }

// Neighbouring threads read elements of A that are one row apart.
__global__ void plain(float* C, const float* A, int m) {
  float sum = 0;
  for (int k = 0; k < W; ++k) sum += A[own_row() * W + k] * A[own_column() * W + k];
  C[static_cast<size_t>(own_row()) * m + own_column()] = sum;
}

// Rows of A are loaded coalesced and transposed while they are stored to shared memory. PITCH is the row length of the
// tile: with 32, a store writes a column in one bank; with 33, it uses all banks.
template <int PITCH>
__global__ void through_tiles(float* C, const float* A, int m) {
  __shared__ float a[W][W];
  __shared__ float turned[W][PITCH];
  a[threadIdx.y][threadIdx.x] = A[own_row() * W + threadIdx.x];
  turned[threadIdx.x][threadIdx.y] = A[(blockIdx.x * W + threadIdx.y) * W + threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < W; ++k) sum += a[threadIdx.y][k] * turned[k][threadIdx.x];
  C[static_cast<size_t>(own_row()) * m + own_column()] = sum;
}

bool is_near(double value, double claimed) { return value > 0.8 * claimed && value < 1.25 * claimed; }

std::vector<Claim> judge_times(const Results& results) {
  const Speed coalesced = speed(results.of("coalesced"), results.of("plain"));
  const Speed padded = speed(results.of("padded"), results.of("coalesced"));
  return {{"S2.13", "coalesced: 140.2 against 12.8 GB/s, 11.0 × as fast", text(coalesced) + " ×",
           judged(is_near(coalesced.ratio, 140.2 / 12.8), coalesced.ratio > 1.02)},
          {"S2.13", "padded: 199.4 against 140.2 GB/s, 1.42 × as fast", text(padded) + " ×",
           judged(is_near(padded.ratio, 199.4 / 140.2) && padded.ratio > 1.02, padded.ratio > 1.02)}};
}

std::vector<Claim> judge_counts(const Results& results) {
  const auto sectors = [&](const char* label) {
    const Counts& counts = results.of(label).counts;
    return static_cast<double>(counts.load_sectors) / static_cast<double>(counts.store_requests);
  };
  const double before = sectors("plain"), after = sectors("coalesced");
  const auto conflicts = [&](const char* label) { return static_cast<long long>(results.of(label).counts.conflicts); };
  return {
      {"S2.13", "the tile makes loads from global memory coalesced",
       text("%g sectors a warp instead of %g", after, before), judged(after < before, false)},
      {"S2.13", "one column more, and no bank conflicts",
       text("%lld instead of %lld", conflicts("padded"), conflicts("coalesced")),
       judged(conflicts("padded") == 0 && conflicts("coalesced") > 0, conflicts("padded") < conflicts("coalesced"))}};
}

}  // namespace

void describe_experiment(const Machine& machine, Experiment& described) {
  const int m = machine.is_emulated ? 128 : 16384;
  const std::int64_t c = std::int64_t{m} * m;
  const std::int64_t bytes = 4 * (std::int64_t{W} * m + c);
  const auto product = [=](std::int64_t index) {
    float sum = 0;
    for (int k = 0; k < W; ++k) sum += input(0, index / m * W + k) * input(0, index % m * W + k);
    return sum;
  };
  const dim3 grid(m / W, m / W), block(W, W);
  const auto add = [&](Group& group, const char* label, auto kernel) {
    const auto launch = [=](Buffers b) { kernel<<<grid, block>>>(b.out, b.in[0], m); };
    group.cases.push_back({label, static_cast<double>(group.cases.size()), bytes, launch, product});
  };
  Group group{"", {std::int64_t{W} * m}, c, {}};
  add(group, "plain", plain);
  add(group, "coalesced", through_tiles<W>);
  add(group, "padded", through_tiles<W + 1>);
  described.groups = {group};
  described.judge = machine.is_emulated ? judge_counts : judge_times;
}
