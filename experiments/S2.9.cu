// S2.9: a copy whose warps begin 0 to 32 floats after an aligned address.
#include <cuda_runtime.h>

#include <algorithm>

#include "experiment.cuh"

using namespace experiment;

namespace {

constexpr int THREADS = 256;
constexpr int SECTOR = 8;  // floats
constexpr int MOST = 32;   // the largest offset

__global__ void offset_copy(float* out, const float* in, int offset) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x + offset;
  out[i] = in[i];
}

bool is_aligned(const Result& result) { return static_cast<int>(result.x) % SECTOR == 0; }

struct Range {
  double low = 1e30, high = 0, sum = 0;
  int count = 0;
  void add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
    sum += value;
    ++count;
  }
  double mean() const { return sum / count; }
  bool is(double value) const { return low == value && high == value; }
  std::string words() const { return low == high ? text("%g", low) : text("%g to %g", low, high); }
};

std::vector<Claim> judge_times(const Results& results) {
  Range aligned, others;
  for (const Result& result : results.all) (is_aligned(result) ? aligned : others).add(result.gbps());
  const double spread = (aligned.high - aligned.low) / aligned.high;
  const double share = others.mean() / aligned.mean();
  return {{"S2.9", "multiples of 8 floats: all at full speed", text("%.0f to %.0f GB/s", aligned.low, aligned.high),
           judged(spread < 0.02, spread < 0.05)},
          {"S2.9", "other offsets: about 4/5 of it (9/10 in the vendor's guide)", text("%.2f of it", share),
           judged(share > 0.775 && share < 0.925, share < 0.99)}};
}

std::vector<Claim> judge_counts(const Results& results) {
  Range aligned, others;
  for (const Result& result : results.all) (is_aligned(result) ? aligned : others).add(result.loads());
  return {{"S2.8", "four sectors a load at multiples of 8 floats, five elsewhere",
           aligned.words() + " and " + others.words(),
           judged(aligned.is(4) && others.is(5), others.low > aligned.high)}};
}

}  // namespace

void describe_experiment(const Machine& machine, Experiment& described) {
  const int n = machine.is_emulated ? 1 << 12 : 1 << 27;
  Group group{"", {n + MOST}, n + MOST, {}};
  for (int offset = 0; offset <= MOST; ++offset) {
    group.cases.push_back({text("offset %d", offset), static_cast<double>(offset), std::int64_t{8} * n,
                           [=](Buffers b) { offset_copy<<<n / THREADS, THREADS>>>(b.out, b.in[0], offset); },
                           [=](std::int64_t i) { return i < offset || i >= offset + n ? untouched : input(0, i); }});
  }
  described.axis = "offset, floats";
  described.groups = {group};
  described.judge = machine.is_emulated ? judge_counts : judge_times;
}
