// Shared by S5.1 to S5.5: a kernel that does little except reading shared memory, so that the banks limit its speed. An
// experiment defines the content of shared memory and the element where each lane reads.
#pragma once

#include <cuda_runtime.h>

#include "experiment.cuh"

namespace experiment {

constexpr int READERS = 256;  // threads of a block
constexpr int ROUNDS = 32;
constexpr int STEPS = 32;  // per round
constexpr int LANES = 32;

/// The value of an element of shared memory: a small whole number made from the input, so that sums are exact.
EXPERIMENT_HOST_DEVICE inline int small_number(float input) { return static_cast<int>(8 * input) + 8; }

/// The first element of each lane: groups of `together` neighbouring lanes share one element, and the next group is
/// `distance` elements further.
struct Places {
  int distance = 1;
  int together = 1;
  EXPERIMENT_HOST_DEVICE int operator()(int lane) const { return lane / together * distance; }
};

// A Memory is the content of shared memory. It has
//   LENGTH              number of elements, at least the largest place + ROUNDS * STEPS
//   put(i, number)      stores a number in element i
//   get(i)              loads element i; the result for a stored number is seen(number)
//
// A thread reads ROUNDS * STEPS elements, each once: in round r and step k the element place + r + 32 k. All lanes
// advance equally, so their distance is the same in every step. A thread does not read neighbouring elements in
// sequence, and its first element is known only at run time, so the compiler cannot combine two reads. (For the same
// reason the rounds are not unrolled.)
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

/// Cases that each read one Memory, all filled from the same input. GB/s count the bytes that lanes read from shared
/// memory.
class SharedReads {
 public:
  explicit SharedReads(const Machine& machine) : blocks_(machine.is_emulated ? 1 : 32 * machine.multiprocessors) {
    group_ = {"", {LONGEST}, std::int64_t{blocks_} * READERS, {}};
  }

  template <class Memory>
  void add(const std::string& label, double x, int bytes_of_a_read, Places places = {}) {
    static_assert(Memory::LENGTH <= LONGEST, "the input is too short");
    const int blocks = blocks_;
    // No <<<…>>>: the emulator does not translate included files.
    const auto launch = [=](Buffers b) {
      cudaLaunchConfig_t shape{};
      shape.gridDim = dim3(blocks);
      shape.blockDim = dim3(READERS);
      cudaLaunchKernelEx(&shape, read_shared<Memory>, b.out, b.in[0], places);
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

  /// Adds the measured cases to `described`.
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

/// The time of a launch ÷ the time of a launch of the case `other`.
inline double times_as_long(const Results& results, const std::string& label, const std::string& other) {
  return 1 / speed(results.of(label), results.of(other)).ratio * static_cast<double>(results.of(label).bytes) /
         static_cast<double>(results.of(other).bytes);
}

/// Wavefronts of shared memory ÷ wavefronts without conflicts.
inline double passes(const Result& result) {
  const Counts& counts = result.counts;
  return static_cast<double>(counts.wavefronts) / static_cast<double>(counts.wavefronts - counts.conflicts);
}

}  // namespace experiment
