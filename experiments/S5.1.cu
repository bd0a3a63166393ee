// S5.1: lanes read words s apart, s from 1 to 64. Which s have no bank conflicts, and what do the others cost?
#include <cuda_runtime.h>

#include <algorithm>
#include <numeric>

#include "experiment.cuh"
#include "shared_reads.cuh"

using namespace experiment;

namespace {

constexpr int LARGEST = 64;

struct Words {
  static constexpr int LENGTH = 31 * LARGEST + ROUNDS * STEPS;
  int words[LENGTH];
  __device__ void put(int i, int number) { words[i] = number; }
  __device__ int get(int i) const { return words[i]; }
  static int seen(int number) { return number; }
};

std::string label(int stride) { return text("stride %d", stride); }

/// The least and the largest `cost(stride)` of all strides for which `is_chosen`.
struct Range {
  double least = 1e9, most = 0;
};
template <class Chosen, class Cost>
Range range(Chosen is_chosen, Cost cost) {
  Range result;
  for (int stride = 1; stride <= LARGEST; ++stride) {
    if (!is_chosen(stride)) continue;
    result.least = std::min(result.least, cost(stride));
    result.most = std::max(result.most, cost(stride));
  }
  return result;
}

bool is_odd(int stride) { return stride % 2 == 1; }
bool is_even(int stride) { return stride % 2 == 0; }

std::vector<Claim> judge_times(const Results& results) {
  const auto cost = [&](int stride) { return times_as_long(results, label(stride), label(1)); };
  const Range odd = range(is_odd, cost), even = range(is_even, cost);
  const Range off = range([](int) { return true; }, [&](int stride) { return cost(stride) / std::gcd(stride, 32); });
  return {{"S5.1", "free of conflicts exactly where s is odd",
           text("odd: %.2f to %.2f × the time of stride 1; even: %.2f to %.2f ×", odd.least, odd.most, even.least,
                even.most),
           judged(odd.most < 1.05 && even.least > 1.5, even.least > odd.most)},
          {"S5.1", "as many passes as s and the number of banks have as common divisor",
           text("%.2f to %.2f × the time that gcd(s, 32) passes would take", off.least, off.most),
           judged(off.least > 0.8 && off.most < 1.25, odd.most < even.least)}};
}

std::vector<Claim> judge_counts(const Results& results) {
  const auto cost = [&](int stride) { return passes(results.of(label(stride))); };
  const Range odd = range(is_odd, cost), even = range(is_even, cost);
  const int banks = cost(32) > 1.5 * cost(16) ? 32 : 16;
  // Filling shared memory is counted, too, so the wavefronts per request are slightly fewer than those of the reads.
  const Range off = range([](int) { return true; }, [&](int stride) { return cost(stride) / std::gcd(stride, banks); });
  return {{"S5.1", "free of conflicts exactly where s is odd",
           text("odd: %.2f to %.2f × the passes; even: %.2f to %.2f ×", odd.least, odd.most, even.least, even.most),
           judged(odd.most == 1 && even.least > 1, even.least > odd.most)},
          {"S5.1", "as many passes as s and the number of banks have as common divisor",
           text("%.2f to %.2f × gcd(s, %d)", off.least, off.most, banks),
           judged(off.least > 0.9 && off.most <= 1, odd.most < even.least)}};
}

}  // namespace

void describe_experiment(const Machine& machine, Experiment& described) {
  SharedReads reads(machine);
  for (int stride = 1; stride <= LARGEST; ++stride) reads.add<Words>(label(stride), stride, 4, {stride});
  described.axis = "stride in words";
  reads.describe(described);
  described.judge = machine.is_emulated ? judge_counts : judge_times;
}
