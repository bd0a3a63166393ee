// S5.2: an array of characters in shared memory: four neighbouring characters in one word, or each character in a
// separate word.
#include <cuda_runtime.h>

#include "experiment.cuh"
#include "shared_reads.cuh"

using namespace experiment;

namespace {

struct Characters {
  static constexpr int LENGTH = 31 * 4 + ROUNDS * STEPS;
  char characters[LENGTH];
  __device__ void put(int i, int number) { characters[i] = static_cast<char>(number); }
  __device__ int get(int i) const { return characters[i]; }
  static int seen(int number) { return number; }
};

constexpr const char* AS_IT_IS = "index as it is";
constexpr const char* BY_FOUR = "index × 4";

std::vector<Claim> judge_times(const Results& results) {
  const double times = times_as_long(results, AS_IT_IS, BY_FOUR);
  return {{"S5.2", "four neighbours share a bank and conflict; index × 4 avoids it",
           text("as it is: %.3f × the time of index × 4", times), judged(times > 1.5, times > 1.02)}};
}

std::vector<Claim> judge_counts(const Results& results) {
  const double neighbours = passes(results.of(AS_IT_IS)), apart = passes(results.of(BY_FOUR));
  return {{"S5.2", "four neighbours share a bank and conflict; index × 4 avoids it",
           text("as it is %.2f × the passes, index × 4 %.2f ×", neighbours, apart),
           judged(neighbours > 1.5 && apart<1.01, neighbours> apart)}};
}

}  // namespace

void describe_experiment(const Machine& machine, Experiment& described) {
  SharedReads reads(machine);
  reads.add<Characters>(AS_IT_IS, 1, 1, {1});
  reads.add<Characters>(BY_FOUR, 4, 1, {4});
  reads.describe(described);
  described.judge = machine.is_emulated ? judge_counts : judge_times;
}
