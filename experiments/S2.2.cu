// S2.2: copies from and to pinned and pageable host memory, and the cost of pinning.
#include <cuda_runtime.h>

#include <algorithm>

#include "experiment.cuh"

using namespace experiment;

namespace {

constexpr int N = 1 << 26;  // floats: 256 MiB

void copy(Buffers buffers) { cudaMemcpy(buffers.out, buffers.in[0], N * sizeof(float), cudaMemcpyDefault); }

void pin_and_unpin(Buffers buffers) {
  void* const memory = const_cast<float*>(buffers.in[0]);
  cudaHostRegister(memory, N * sizeof(float), cudaHostRegisterDefault);
  cudaHostUnregister(memory);
}

std::vector<Claim> judge(const Results& results) {
  const auto gbps = [&](const char* group, const char* label = "copy") { return results.of(label, group).gbps(); };
  // Groups are not measured in turn, so that both intervals count.
  const auto ci95 = [&](const char* one, const char* other, const char* label = "copy") {
    return 100 * (results.of("copy", one).ci95() + results.of(label, other).ci95());
  };
  const double in = gbps("pinned, in") / gbps("pageable, in"), out = gbps("pinned, out") / gbps("pageable, out");
  const double cost = gbps("pinned, in") / gbps("pageable, in", "pin and unpin");
  return {{"S2.2", "pinned memory is copied at higher bandwidth",
           text("%.2f ± %.0f %% × to the device (%.1f and %.1f GB/s), %.2f ± %.0f %% × to the host (%.1f and %.1f)", in,
                ci95("pinned, in", "pageable, in"), gbps("pinned, in"), gbps("pageable, in"), out,
                ci95("pinned, out", "pageable, out"), gbps("pinned, out"), gbps("pageable, out")),
           judged(std::min(in, out) > 1.2, std::min(in, out) > 1.02)},
          {"S2.2", "pinned memory is costly to have",
           text("pinning and unpinning takes %.2f ± %.0f %% × a pinned copy's time", cost,
                ci95("pinned, in", "pageable, in", "pin and unpin")),
           judged(cost > 1, cost > 0.2)}};
}

}  // namespace

void describe_experiment(const Machine& /*machine*/, Experiment& described) {
  const auto same = [](std::int64_t index) { return input(0, index); };
  for (const Where where : {Where::pinned, Where::pageable}) {
    const std::string name = where == Where::pinned ? "pinned" : "pageable";
    Group in{name + ", in", {N}, N, {{"copy", 0, 4LL * N, copy, same}}, where, Where::device, 0, true};
    if (where == Where::pageable) {
      in.cases.push_back({"pin and unpin", 0, 4LL * N, pin_and_unpin, [](std::int64_t) { return untouched; }});
    }
    const Group out{name + ", out", {N}, N, {{"copy", 0, 4LL * N, copy, same}}, Where::device, where, 0, true};
    described.groups.push_back(in);
    described.groups.push_back(out);
  }
  described.judge = judge;
}
