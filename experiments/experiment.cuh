// The interface of an experiment: cases that are timed on a GPU or counted in the emulator, and the claims that they
// test. Each experiment is one file, named after its claim in the course's sources; autograder/experiments/ runs and
// measures it. An experiment only describes what to launch and how to judge the numbers.
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

/// Element `index` of input `buffer`: pseudo-random multiples of 1/8 from -1 to 7/8. A float holds every sum of up to
/// 2^18 products exactly, in any order of addition.
EXPERIMENT_HOST_DEVICE inline float input(int buffer, std::int64_t index) {
  // The hash is the finalizer of MurmurHash3.
  unsigned h = static_cast<unsigned>(index ^ (index >> 32)) * 2654435761U + static_cast<unsigned>(buffer) * 0x9e3779b9U;
  h = (h ^ (h >> 16)) * 0x85ebca6bU;
  h ^= h >> 13;
  return static_cast<float>(static_cast<int>(h >> 28) - 8) * 0.125F;
}

/// The value of an output before a launch; it must stay where the experiment expects no write.
constexpr float untouched = -1e30F;

struct Buffers {
  float* out;
  const float* in[2];
  float* scratch;  ///< on the device
};

struct Case {
  std::string label;
  double x;            ///< its position on the experiment's axis, if there is one
  std::int64_t bytes;  ///< the bytes that any code for this task must move
  std::function<void(Buffers)> launch;
  std::function<float(std::int64_t index)> expected;  ///< the exact value of out[index]
  int steps = 0;                       ///< steps per launch, if the speed is shown in microseconds per step; else 0
  std::function<void()> prepare = {};  ///< on a GPU: sets up the device before the launches, not timed
  int kernels = 1;  ///< on a GPU: so many launches must be queued, each 10 µs of waiting, before the clock starts
};

/// The memory of a buffer.
enum class Where { device, pinned, pageable };

/// Cases that are compared. They share buffers and are timed alternately: A B C A B C …
struct Group {
  std::string label;
  std::vector<std::int64_t> inputs;  ///< floats in each input; at most two inputs
  std::int64_t output;               ///< floats
  std::vector<Case> cases;
  // On a GPU only:
  Where inputs_lie = Where::device, output_lies = Where::device;
  std::int64_t scratch = 0;    ///< floats on the device, for intermediate results
  bool by_host_clock = false;  ///< times a launch on the host, from the call to the end of all its work
};

/// Per launch: requests and sectors of global memory, wavefronts of shared and of constant memory.
struct Counts {
  std::int64_t load_requests = 0, load_sectors = 0;
  std::int64_t store_requests = 0, store_sectors = 0;
  std::int64_t wavefronts = 0, conflicts = 0;
  std::int64_t atomic_requests = 0, atomic_sectors = 0;  ///< of global memory
};

/// The result of one case.
struct Result {
  std::string group, label;
  double x;
  std::int64_t bytes;
  int launches = 1;             ///< per sample
  std::vector<double> seconds;  ///< per launch, one value for each round; empty in the emulator
  Counts counts;                ///< zero on a GPU
  int steps = 0;
  double predicted_seconds = 0;  ///< of a launch on a GPU, where the emulator was asked; 0: not predicted
  std::string bound = {};        ///< what takes longest in it

  double gbps() const;                 ///< from the median time
  double microseconds_a_step() const;  ///< from the median time; per launch if there are no steps
  double ci95() const;                 ///< half the width of the median's 95 % interval, as a share
  double loads() const { return static_cast<double>(counts.load_sectors) / static_cast<double>(counts.load_requests); }
};

class Results {
 public:
  std::vector<Result> all;

  bool has(const std::string& label, const std::string& group = "") const;
  const Result& of(const std::string& label, const std::string& group = "") const;  ///< throws if it does not exist
};

/// The bandwidth of `one` ÷ that of `other`: the median over the rounds; in each round, both run shortly after each
/// other.
struct Speed {
  double ratio;
  double ci95;  ///< half the width of the 95 % interval, as a share of the ratio
};
Speed speed(const Result& one, const Result& other);

/// A claim with a number holds (`yes`) if the measured number is near it, and `partly` if only the direction is right.
enum class Holds { yes, partly, no, unknown };

inline Holds judged(bool number_is_right, bool direction_is_right) {
  return number_is_right ? Holds::yes : direction_is_right ? Holds::partly : Holds::no;
}

struct Claim {
  std::string source;  ///< "S2.9", or the topic
  std::string claimed, measured;
  Holds holds;
};

/// Formats like printf.
__attribute__((format(printf, 1, 2))) std::string text(const char* format, ...);

/// "1.63 ± 0.2 %"
std::string text(Speed speed);

struct Machine {
  bool is_emulated;  ///< sizes must suit a speed of 10⁸ accesses per second
  int multiprocessors;
};

struct Experiment {
  std::string axis;  ///< the meaning of x; empty: the cases have no order
  std::vector<Group> groups;
  std::function<std::vector<Claim>(const Results&)> judge;
  std::vector<std::string> notes = {};
};

}  // namespace experiment

/// Defined by every experiment's file.
extern "C" void describe_experiment(const experiment::Machine& machine, experiment::Experiment& described);
