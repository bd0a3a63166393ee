// S5.3: doubles in shared memory, two words each: stored as doubles, or split into an array of low words and one of
// high words. For comparison single words, to see the cost of the second word.
#include <cuda_runtime.h>

#include "experiment.cuh"
#include "shared_reads.cuh"

using namespace experiment;

namespace {

constexpr int NUMBERS = 31 + ROUNDS * STEPS;

struct Words {
  static constexpr int LENGTH = NUMBERS;
  int words[LENGTH];
  __device__ void put(int i, int number) { words[i] = number; }
  __device__ int get(int i) const { return words[i]; }
  static int seen(int number) { return number; }
};

// Both words contain the number, so that both must be read.
struct Doubles {
  static constexpr int LENGTH = NUMBERS;
  double doubles[LENGTH];
  __device__ void put(int i, int number) { doubles[i] = __hiloint2double(number, 2 * number); }
  __device__ int get(int i) const {
    const double value = doubles[i];
    return __double2hiint(value) + __double2loint(value);
  }
  static int seen(int number) { return 3 * number; }
};

struct TakenApart {
  static constexpr int LENGTH = NUMBERS;
  int high[LENGTH], low[LENGTH];
  __device__ void put(int i, int number) {
    high[i] = number;
    low[i] = 2 * number;
  }
  __device__ int get(int i) const { return high[i] + low[i]; }
  static int seen(int number) { return 3 * number; }
};

constexpr const char* WORDS = "words";
constexpr const char* DOUBLES = "doubles";
constexpr const char* APART = "low and high words apart";

std::vector<Claim> judge_times(const Results& results) {
  const double words = times_as_long(results, DOUBLES, WORDS), apart = times_as_long(results, APART, DOUBLES);
  return {{"S5.3", "a double is two requests of 32 bits, which conflict",
           text("%.2f × the time of a word, 2 without conflicts", words), judged(words > 3, words > 2.1)},
          {"S5.3", "words apart avoid the conflict and are slower", text("%.2f × the time of doubles", apart),
           judged(apart > 1.02, false)}};
}

std::vector<Claim> judge_counts(const Results& results) {
  const double doubles = passes(results.of(DOUBLES)), apart = passes(results.of(APART));
  return {{"S5.3", "a double is two requests of 32 bits, which conflict", text("%.2f × the passes", doubles),
           judged(doubles > 1.5, doubles > 1.01)},
          {"S5.3", "words apart avoid the conflict", text("%.2f × the passes", apart),
           judged(apart < 1.01 && doubles > 1.01, false)}};
}

}  // namespace

void describe_experiment(const Machine& machine, Experiment& described) {
  SharedReads reads(machine);
  reads.add<Words>(WORDS, 0, 4);
  reads.add<Doubles>(DOUBLES, 1, 8);
  reads.add<TakenApart>(APART, 2, 8);
  reads.describe(described);
  described.judge = machine.is_emulated ? judge_counts : judge_times;
}
