// S1.2: neighbouring threads access neighbouring words, and then words 513 apart.
#include <cuda_runtime.h>

#include "experiment.cuh"

using namespace experiment;

namespace {

constexpr int THREADS = 32;

__global__ void coalesced(float* out, const float* in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}

// Every element has exactly one thread, since 513 t = 32 · 16 t + t.
__global__ void scattered(float* out, const float* in, int n) {
  const int i = (blockIdx.x * blockDim.x + threadIdx.x * 513) % n;
  out[i] = in[i];
}

std::vector<Claim> judge_times(const Results& results) {
  const Speed slower = speed(results.of("513 apart"), results.of("side by side"));
  return {
      {"S1.2", "513 apart is not coalesced: slower", text(slower) + " × the speed", judged(slower.ratio < 0.9, false)}};
}

// The 128 neighbouring bytes of 32 lanes are 4 sectors; 513 words apart, each lane needs a separate sector.
std::vector<Claim> judge_counts(const Results& results) {
  const double near = results.of("side by side").loads();
  const double far = results.of("513 apart").loads();
  return {{"S1.2", "513 apart is not coalesced: more sectors", text("%g sectors a load instead of %g", far, near),
           judged(far > near, false)}};
}

}  // namespace

void describe_experiment(const Machine& machine, Experiment& described) {
  const int n = machine.is_emulated ? 1 << 14 : 1 << 27;
  const auto same = [](std::int64_t i) { return input(0, i); };
  const std::int64_t bytes = std::int64_t{8} * n;
  described.groups = {
      {"",
       {n},
       n,
       {{"side by side", 0, bytes, [=](Buffers b) { coalesced<<<n / THREADS, THREADS>>>(b.out, b.in[0]); }, same},
        {"513 apart", 1, bytes, [=](Buffers b) { scattered<<<n / THREADS, THREADS>>>(b.out, b.in[0], n); }, same}}}};
  described.judge = machine.is_emulated ? judge_counts : judge_times;
}
