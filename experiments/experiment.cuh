// What an experiment is: cases that are timed on a GPU or counted in the emulator, and the claims that they decide.
// One file an experiment, named after its claim in the course's sources; autograder/experiments/ runs them. Not for
// measuring: an experiment says what to launch and what to make of the numbers.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#ifdef __CUDACC__
#define EXPERIMENT_HOST_DEVICE __host__ __device__
#else
#define EXPERIMENT_HOST_DEVICE
#endif

namespace experiment {

/// Element `index` of input `buffer`: scattered multiples of 1/8 from -1 up, so that a float holds every sum of up to
/// 2^18 products exactly, in whatever order they are added.
EXPERIMENT_HOST_DEVICE inline float input(int buffer, std::int64_t index) {
  // Mixed as in the finalizer of MurmurHash3.
  unsigned h = static_cast<unsigned>(index ^ (index >> 32)) * 2654435761U + static_cast<unsigned>(buffer) * 0x9e3779b9U;
  h = (h ^ (h >> 16)) * 0x85ebca6bU;
  h ^= h >> 13;
  return static_cast<float>(static_cast<int>(h >> 28) - 8) * 0.125F;
}

/// What an output holds before a launch, and must hold afterwards where nothing is due.
constexpr float untouched = -1e30F;

struct Buffers {
  float* out;
  const float* in[2];
  float* scratch;  ///< on the device
};

struct Case {
  std::string label;
  double x;            ///< its place on the experiment's axis, if it has one
  std::int64_t bytes;  ///< that any code for this job must move
  std::function<void(Buffers)> launch;
  std::function<float(std::int64_t index)> expected;  ///< of out[index], exactly
  int steps = 0;                                      ///< of a launch, where its speed is told in microseconds a step
  std::function<void()> prepare = {};  ///< on a GPU, before its launches and outside their time: the device's settings
};

/// Where a buffer lies.
enum class Where { device, pinned, pageable };

/// Cases that are compared. They share buffers and are timed in turn: A B C A B C …
struct Group {
  std::string label;
  std::vector<std::int64_t> inputs;  ///< floats in each, at most two
  std::int64_t output;               ///< floats
  std::vector<Case> cases;
  // On a GPU only:
  Where inputs_lie = Where::device, output_lies = Where::device;
  std::int64_t scratch = 0;    ///< floats on the device, for what is under way
  bool by_host_clock = false;  ///< a launch takes as long as from its call to the end of all its work
};

/// Requests and sectors of global memory, passes of shared memory and of constant memory; of one launch.
struct Counts {
  std::int64_t load_requests = 0, load_sectors = 0;
  std::int64_t store_requests = 0, store_sectors = 0;
  std::int64_t wavefronts = 0, conflicts = 0;
};

/// What became of a case.
struct Result {
  std::string group, label;
  double x;
  std::int64_t bytes;
  int launches = 1;             ///< in a sample
  std::vector<double> seconds;  ///< a launch took, one for each round; none in the emulator
  Counts counts;                ///< zero on a GPU
  int steps = 0;

  double gbps() const;                 ///< of the median
  double microseconds_a_step() const;  ///< the same; of a launch where it has no steps
  double ci95() const;                 ///< half of its 95 % interval's width, as a share
  double loads() const { return static_cast<double>(counts.load_sectors) / static_cast<double>(counts.load_requests); }
};

class Results {
 public:
  std::vector<Result> all;

  bool has(const std::string& label, const std::string& group = "") const;
  const Result& of(const std::string& label, const std::string& group = "") const;  ///< throws if there is none
};

/// The bandwidth of `one` ÷ that of `other`: the median over the rounds, in each of which they ran side by side.
struct Speed {
  double ratio;
  double ci95;  ///< half of the 95 % interval's width, as a share of the ratio
};
Speed speed(const Result& one, const Result& other);

/// A claim that gives a number holds if the measured one is near; partly, if only its direction is right.
enum class Holds { yes, partly, no, unknown };

inline Holds judged(bool number_is_right, bool direction_is_right) {
  return number_is_right ? Holds::yes : direction_is_right ? Holds::partly : Holds::no;
}

struct Claim {
  std::string source;  ///< "S2.9", or what it is about
  std::string claimed, measured;
  Holds holds;
};

/// As printf does it.
__attribute__((format(printf, 1, 2))) std::string text(const char* format, ...);

/// "1.63 ± 0.2 %"
std::string text(Speed speed);

struct Machine {
  bool is_emulated;  ///< count, at sizes that a hundred million accesses a second can go through
  int multiprocessors;
};

struct Experiment {
  std::string axis;  ///< what x is; empty: the cases stand side by side
  std::vector<Group> groups;
  std::function<std::vector<Claim>(const Results&)> judge;
  std::vector<std::string> notes = {};
};

}  // namespace experiment

/// Every experiment's file defines it.
extern "C" void describe_experiment(const experiment::Machine& machine, experiment::Experiment& described);
