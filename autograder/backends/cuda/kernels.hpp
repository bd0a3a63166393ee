// The grader's own kernels: fill memory, judge what came of it, copy. All run on the default stream of
// the grader's context; counters are in device memory. The caller checks cudaGetLastError.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

#include "backends/judge.hpp"

namespace backends::cuda {

/// values[i] = inputs(buffer, i)
void fill_input(float* values, std::int64_t elements, course::Inputs inputs, int buffer);

/// ++*changed for every element that is not what fill_input wrote there.
void count_changed_input(const float* values, std::int64_t elements, course::Inputs inputs, int buffer,
                         unsigned long long* changed);

/// Every element gets these bits.
void fill(float* values, std::int64_t elements, std::uint32_t bits);
/// ++*changed for every element that has other bits.
void count_changed(const float* values, std::int64_t elements, std::uint32_t bits, unsigned long long* changed);

/// Elements that an operation's sums may have (course/operations.hpp).
inline constexpr int most_sums = 1024;

/// Adds to *tally (initialised by the caller) what operation `id` says of one output. `sums` is room for most_sums
/// numbers; tally, sums and output are device memory.
void judge_output(int id, const float* actual, std::int64_t elements, course::Inputs inputs, course::Size size,
                  int output, long long* sums, Tally* tally);

/// Adds to *tally, in device memory, what is wrong among the elements that `choice` samples (judge.hpp). Of a sum only
/// whether something was stored: its value takes as long as the whole check. Runs on `stream`.
void judge_samples(int id, const float* actual, std::int64_t elements, course::Inputs inputs, course::Size size,
                   int output, std::uint64_t choice, Tally* tally, cudaStream_t stream);

/// The longest time for which a watch did not run, because work of another process had the device. By two clocks: the
/// first ticks coarsely on some GPUs, and nothing is documented of the second while another process has its turn.
struct Gap {
  unsigned long long nanoseconds = 0;
  unsigned long long cycles = 0;
};

/// Runs on `stream`, beside the other kernels, until *stop is `turn`: sets *started to `turn` when it begins, and
/// *longest in the end. It gives up after `most` nanoseconds, and longest->nanoseconds is then that much. `started` is
/// host memory that the device can reach; `stop` and `longest` are device memory.
void watch(cudaStream_t stream, unsigned turn, volatile unsigned* started, const volatile unsigned* stop,
           unsigned long long most, Gap* longest);

/// to = from, 16 bytes a thread: beside cudaMemcpy, the other candidate for the copy roofline.
void copy(float* to, const float* from, std::int64_t elements);

}  // namespace backends::cuda
