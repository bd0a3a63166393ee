// S2.10: a copy of every s-th float, s from 1 to 32.
#include <cuda_runtime.h>

#include <algorithm>

#include "experiment.cuh"

using namespace experiment;

namespace {

constexpr int THREADS = 256;
constexpr int MOST = 32;  // the largest stride

__global__ void stride_copy(float* out, const float* in, int stride) {
  const int i = (blockIdx.x * blockDim.x + threadIdx.x) * stride;
  out[i] = in[i];
}

std::vector<Claim> judge_times(const Results& results) {
  const auto share = [&](const char* label) { return speed(results.of(label), results.of("stride 1")).ratio; };
  const double at_2 = share("stride 2"), at_8 = share("stride 8"), at_32 = share("stride 32");
  return {{"S2.10", "stride 2: half of the bandwidth", text("%.2f of it", at_2),
           judged(at_2 > 0.45 && at_2 < 0.55, at_2 < 0.95)},
          {"S2.10", "falls until every lane has a sector of its own, at stride 8, and no further",
           text("%.3f of it at 8, %.3f at 32", at_8, at_32), judged(at_8 < at_2 && at_32 > 0.9 * at_8, at_8 < at_2)}};
}

std::vector<Claim> judge_counts(const Results& results) {
  bool as_claimed = true;
  for (const Result& result : results.all) {
    if (result.loads() != std::min(4 * result.x, 32.0)) as_claimed = false;
  }
  const double at_1 = results.of("stride 1").loads(), at_2 = results.of("stride 2").loads();
  return {{"S2.10", "4 sectors a load for each step of the stride, until there are 32",
           text("%g, %g, %g … %g at strides 1, 2, 3 … 32", at_1, at_2, results.of("stride 3").loads(),
                results.of("stride 32").loads()),
           judged(as_claimed, at_2 > at_1)}};
}

}  // namespace

void describe_experiment(const Machine& machine, Experiment& described) {
  const int n = machine.is_emulated ? 1 << 15 : 1 << 28;
  Group group{"", {n}, n, {}};
  for (int stride = 1; stride <= MOST; ++stride) {
    const int blocks = n / stride / THREADS;  // all strides cover the same memory
    const int copied = blocks * THREADS;
    group.cases.push_back(
        {text("stride %d", stride), static_cast<double>(stride), std::int64_t{8} * copied,
         [=](Buffers b) { stride_copy<<<blocks, THREADS>>>(b.out, b.in[0], stride); },
         [=](std::int64_t i) { return i % stride == 0 && i / stride < copied ? input(0, i) : untouched; }});
  }
  described.axis = "stride, floats";
  described.groups = {group};
  described.judge = machine.is_emulated ? judge_counts : judge_times;
}
