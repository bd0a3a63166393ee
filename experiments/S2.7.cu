// S2.7, the table of memory spaces: constant memory is read-only and cached. Cases: one word for all lanes, several
// words, and for comparison global memory, which is cached, too.
#include <cuda_runtime.h>

#include <string>

#include "experiment.cuh"

using namespace experiment;

namespace {

constexpr int words = 32;
__constant__ float in_constant[words];

// Every lane uses every word. At any time the lanes of a warp want DIFFERENT different words.
template <int DIFFERENT>
__global__ void from_constant(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float x = in[i];
  float sum = 0;
#pragma unroll
  for (int k = 0; k < words; ++k) sum += in_constant[(k + threadIdx.x % DIFFERENT) % words] * x;
  out[i] = sum;
}

template <int DIFFERENT>
__global__ void from_global(float* out, const float* in, const float* table, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float x = in[i];
  float sum = 0;
#pragma unroll
  for (int k = 0; k < words; ++k) sum += __ldg(&table[(k + threadIdx.x % DIFFERENT) % words]) * x;
  out[i] = sum;
}

bool is_near(double value, double claimed) { return value > 0.8 * claimed && value < 1.25 * claimed; }

std::vector<Claim> judge_times(const Results& results) {
  const auto times = [&](const char* one, const char* other) {
    return speed(results.of(one, "constant"), results.of(other, "constant"));
  };
  const Speed beside_global = speed(results.of("1", "constant"), results.of("1", "global"));
  const Speed more = times("8", "32");
  const Speed most = speed(results.of("32", "global"), results.of("32", "constant"));
  return {{"S2.7", "one word for all lanes: constant memory is faster than global", text(beside_global) + " ×",
           judged(beside_global.ratio > 1.05, beside_global.ratio > 1.01)},
          {"S2.7", "different words are served one by one: 8 are 4.00 × as fast as 32", text(more) + " ×",
           judged(is_near(more.ratio, 4), more.ratio > 1.5)},
          {"S2.7", "a word for each lane: global memory is faster than constant", text(most) + " ×",
           judged(most.ratio > 1.05, most.ratio > 1.01)}};
}

std::vector<Claim> judge_counts(const Results& results) {
  const auto passes = [&](const char* label) {
    const Counts& counts = results.of(label, "constant").counts;
    return static_cast<double>(counts.wavefronts) / static_cast<double>(counts.wavefronts - counts.conflicts);
  };
  const auto sectors = [&](const char* label) {
    const Counts& counts = results.of(label, "global").counts;
    return static_cast<double>(counts.load_sectors) / static_cast<double>(counts.store_requests) - 4;  // those of x
  };
  return {{"S2.7", "constant memory takes a pass for each different word",
           text("%g, %g, %g passes for 1, 8, 32", passes("1"), passes("8"), passes("32")),
           judged(passes("1") == 1 && passes("8") == 8 && passes("32") == 32, passes("32") > passes("1"))},
          {"S2.7", "global memory takes a sector for eight neighbours",
           text("%g, %g sectors a request for 1, 32", sectors("1") / words, sectors("32") / words),
           judged(sectors("1") == words && sectors("32") == 4 * words, sectors("32") < 32 * sectors("1"))}};
}

template <int DIFFERENT>
void add(Group& constant, Group& global, int n) {
  const int blocks = (n + 255) / 256;
  const auto sum = [](std::int64_t i) {
    float result = 0;
    for (int k = 0; k < words; ++k) result += input(1, k) * input(0, i);
    return result;
  };
  const std::int64_t bytes = std::int64_t{8} * n;
  const std::string label = std::to_string(DIFFERENT);
  const auto launch_constant = [=](Buffers b) {
    cudaMemcpyToSymbolAsync(in_constant, b.in[1], sizeof in_constant, 0, cudaMemcpyDeviceToDevice);
    from_constant<DIFFERENT><<<blocks, 256>>>(b.out, b.in[0], n);
  };
  const auto launch_global = [=](Buffers b) { from_global<DIFFERENT><<<blocks, 256>>>(b.out, b.in[0], b.in[1], n); };
  constant.cases.push_back({label, DIFFERENT, bytes, launch_constant, sum});
  global.cases.push_back({label, DIFFERENT, bytes, launch_global, sum});
}

}  // namespace

void describe_experiment(const Machine& machine, Experiment& described) {
  const int n = machine.is_emulated ? 4096 : 1 << 26;
  Group constant{"constant", {n, words}, n, {}};
  Group global{"global", {n, words}, n, {}};
  add<1>(constant, global, n);
  add<2>(constant, global, n);
  add<4>(constant, global, n);
  add<8>(constant, global, n);
  add<16>(constant, global, n);
  add<32>(constant, global, n);
  described.axis = "different words that the lanes of a warp want at once";
  described.groups = {constant, global};
  described.judge = machine.is_emulated ? judge_counts : judge_times;
  described.notes = {"the source gives no number for what is faster: 5 % or more is taken for it"};
}
