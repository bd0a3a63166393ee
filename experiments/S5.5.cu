// S5.5: broadcast. Two, four, … or all lanes read the same word of shared memory; for comparison each lane reads its
// own.
#include <cuda_runtime.h>

#include <algorithm>

#include "experiment.cuh"
#include "shared_reads.cuh"

using namespace experiment;

namespace {

struct Words {
  static constexpr int LENGTH = 31 + ROUNDS * STEPS;
  int words[LENGTH];
  __device__ void put(int i, int number) { words[i] = number; }
  __device__ int get(int i) const { return words[i]; }
  static int seen(int number) { return number; }
};

constexpr const char* OWN = "each its own";
constexpr const char* ALL = "32 lanes a word";
constexpr int SOME[] = {2, 4, 8, 16};

std::string label(int together) { return text("%d lanes a word", together); }

/// `cost(label)` is 1 if there are no conflicts.
template <class Cost>
std::vector<Claim> judge(Cost cost, const char* unit) {
  const double all = cost(ALL);
  double some = 0;
  for (const int together : SOME) some = std::max(some, cost(label(together)));
  return {{"S5.5", "one word for many lanes is free of conflicts",
           text("for all lanes %.2f × %s, for some of them up to %.2f ×", all, unit, some),
           judged(all < 1.05 && some < 1.05, all < 1.05)}};
}

std::vector<Claim> judge_times(const Results& results) {
  return judge([&](const std::string& label) { return times_as_long(results, label, OWN); }, "the time");
}

std::vector<Claim> judge_counts(const Results& results) {
  return judge([&](const std::string& label) { return passes(results.of(label)); }, "the passes");
}

}  // namespace

void describe_experiment(const Machine& machine, Experiment& described) {
  SharedReads reads(machine);
  reads.add<Words>(OWN, 1, 4);
  for (const int together : SOME) reads.add<Words>(label(together), together, 4, {1, together});
  reads.add<Words>(ALL, 32, 4, {1, 32});
  reads.describe(described);
  described.judge = machine.is_emulated ? judge_counts : judge_times;
}
