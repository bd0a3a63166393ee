// S5.4: structures in shared memory; each lane reads one member: {x, y, z}, {x, y}, {float; char}.
#include <cuda_runtime.h>

#include "experiment.cuh"
#include "shared_reads.cuh"

using namespace experiment;

namespace {

constexpr int NUMBERS = 31 + ROUNDS * STEPS;

struct Alone {
  float x;
};
struct Two {
  float x, y;
};
struct Three {
  float x, y, z;
};
struct Tagged {
  float x;
  char tag;
};

// The number is stored as the bits of a float: a conversion would take twice as long as the read and hide the cost of a
// conflict.
template <class Structure>
struct Array {
  static constexpr int LENGTH = NUMBERS;
  Structure structures[LENGTH];
  __device__ void put(int i, int number) { structures[i].x = __int_as_float(number); }
  __device__ int get(int i) const { return __float_as_int(structures[i].x); }
  static int seen(int number) { return number; }
};

struct Tags {
  static constexpr int LENGTH = NUMBERS;
  Tagged structures[LENGTH];
  __device__ void put(int i, int number) { structures[i].tag = static_cast<char>(number); }
  __device__ int get(int i) const { return structures[i].tag; }
  static int seen(int number) { return number; }
};

constexpr const char* FLOATS = "floats";
constexpr const char* XYZ = "x of {x, y, z}";
constexpr const char* XY = "x of {x, y}";
constexpr const char* VALUE = "value of {float; char}";
constexpr const char* TAG = "tag of {float; char}";

/// `cost(label)` is 1 if there are no conflicts.
template <class Cost>
std::vector<Claim> judge(Cost cost, const char* unit) {
  const double three = cost(XYZ), two = cost(XY), value = cost(VALUE), tag = cost(TAG);
  return {{"S5.4", "{x, y, z} is free of conflicts", text("%.2f × %s", three, unit), judged(three < 1.05, false)},
          {"S5.4", "{x, y} is said to be free", text("%.2f × %s", two, unit), judged(two < 1.05, false)},
          {"S5.4", "{float; char} conflicts", text("value %.2f ×, tag %.2f × %s", value, tag, unit),
           judged(value > 1.5 && tag > 1.5, value > 1.05)}};
}

std::vector<Claim> judge_times(const Results& results) {
  return judge([&](const char* label) { return times_as_long(results, label, FLOATS); }, "the time of floats");
}

std::vector<Claim> judge_counts(const Results& results) {
  return judge([&](const char* label) { return passes(results.of(label)); }, "the passes");
}

}  // namespace

void describe_experiment(const Machine& machine, Experiment& described) {
  SharedReads reads(machine);
  reads.add<Array<Alone>>(FLOATS, 0, 4);
  reads.add<Array<Three>>(XYZ, 1, 4);
  reads.add<Array<Two>>(XY, 2, 4);
  reads.add<Array<Tagged>>(VALUE, 3, 4);
  reads.add<Tags>(TAG, 4, 1);
  reads.describe(described);
  described.judge = machine.is_emulated ? judge_counts : judge_times;
}
