// What S5.1 to S5.5 share: a kernel that does hardly anything but read shared memory, so that its banks are what it
// waits for. An experiment says what lies there and where each lane reads.
#pragma once

#include <cuda_runtime.h>

#include "experiment.cuh"

namespace experiment {

constexpr int READERS = 256;  // threads of a block
constexpr int ROUNDS = 32;
constexpr int STEPS = 32;  // of a round
constexpr int LANES = 32;

/// Element i of shared memory, as small whole numbers that come from the input: what is added up is exact.
EXPERIMENT_HOST_DEVICE inline int small_number(float input) { return static_cast<int>(8 * input) + 8; }

/// Where a lane begins: `together` neighbours at one element, the next so many `distance` elements further.
struct Places {
  int distance = 1;
  int together = 1;
  EXPERIMENT_HOST_DEVICE int operator()(int lane) const { return lane / together * distance; }
};

// A Memory is what lies in shared memory. It has
//   LENGTH              elements, at least the largest place and ROUNDS * STEPS more
//   put(i, number)      fills element i
//   get(i)              reads it; what comes of a number is what seen(number) says
//
// A thread reads ROUNDS * STEPS elements, each once: in round r and step k the one at its place + r + 32 k. All lanes
// move alike, so that they are as far apart in every step. Neighbours are not read one after the other, and where a
// thread begins is known at run time only: no compiler can read two at once. (Rounds are kept apart for the same
// reason.)
template <class Memory>
__global__ void __launch_bounds__(READERS) read_shared(float* out, const float* in, Places places) {
  __shared__ Memory memory;
  for (int i = threadIdx.x; i < Memory::LENGTH; i += READERS) memory.put(i, small_number(in[i]));
  __syncthreads();
  const int place = places(threadIdx.x % LANES);
  int sum = 0;
#pragma unroll 1
  for (int round = 0; round < ROUNDS; ++round) {
#pragma unroll
    for (int step = 0; step < STEPS; ++step) sum += memory.get(place + round + LANES * step);
  }
  out[blockIdx.x * READERS + threadIdx.x] = static_cast<float>(sum);
}

/// Cases that read a memory each, filled from the same input. GB/s are those of what lanes ask of shared memory.
class SharedReads {
 public:
  explicit SharedReads(const Machine& machine) : blocks_(machine.is_emulated ? 1 : 32 * machine.multiprocessors) {
    group_ = {"", {LONGEST}, std::int64_t{blocks_} * READERS, {}};
  }

  template <class Memory>
  void add(const std::string& label, double x, int bytes_of_a_read, Places places = {}) {
    static_assert(Memory::LENGTH <= LONGEST, "the input is too short");
    const int blocks = blocks_;
    // No <<<…>>>: the emulator translates files, but not what they include.
    const auto launch = [=](Buffers b) {
      const float* in = b.in[0];
      Places at = places;
      void* arguments[] = {&b.out, &in, &at};
      cudaLaunchKernel(read_shared<Memory>, dim3(blocks), dim3(READERS), arguments, 0, nullptr);
    };
    const auto expected = [=](std::int64_t index) {
      const int place = places(static_cast<int>(index % LANES));
      int sum = 0;
      for (int round = 0; round < ROUNDS; ++round) {
        for (int step = 0; step < STEPS; ++step) {
          sum += Memory::seen(small_number(input(0, place + round + LANES * step)));
        }
      }
      return static_cast<float>(sum);
    };
    group_.cases.push_back({label, x, group_.output * ROUNDS * STEPS * bytes_of_a_read, launch, expected});
  }

  /// What is measured, for `described`.
  void describe(Experiment& described) const {
    described.groups = {group_};
    described.notes = {
        "GB/s, and the bytes that traffic is a multiple of, are of shared memory, as lanes ask for them"};
  }

 private:
  static constexpr int LONGEST = 4096;
  int blocks_;
  Group group_;
};

/// How many times as long a launch took as one of the case `other`.
inline double times_as_long(const Results& results, const std::string& label, const std::string& other) {
  return 1 / speed(results.of(label), results.of(other)).ratio * static_cast<double>(results.of(label).bytes) /
         static_cast<double>(results.of(other).bytes);
}

/// Passes of shared memory for each that would do without conflicts.
inline double passes(const Result& result) {
  const Counts& counts = result.counts;
  return static_cast<double>(counts.wavefronts) / static_cast<double>(counts.wavefronts - counts.conflicts);
}

}  // namespace experiment
