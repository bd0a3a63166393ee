// The grader's own kernels: make inputs, lay poison, judge outputs, copy. All run on the default stream of
// the grader's context; counters lie in device memory. The caller checks cudaGetLastError.
#pragma once

#include <cstdint>

#include "backends/judge.hpp"

namespace backends::cuda {

/// values[i] = inputs(buffer, i)
void fill_input(float* values, std::int64_t elements, course::Inputs inputs, int buffer);

/// ++*changed for every element that is not what fill_input wrote there.
void count_changed_input(const float* values, std::int64_t elements, course::Inputs inputs, int buffer,
                         unsigned long long* changed);

void fill_poison(float* values, std::int64_t elements);
/// ++*changed for every element that is not poison.
void count_changed_poison(const float* values, std::int64_t elements, unsigned long long* changed);

/// Adds to *tally (device memory, initialised by the caller) what operation `id` says of one output.
void judge_output(int id, const float* actual, std::int64_t elements, course::Inputs inputs, course::Size size,
                  int output, Tally* tally);

/// to = from, 16 bytes a thread: beside cudaMemcpy, the other candidate for the copy roofline.
void copy(float* to, const float* from, std::int64_t elements);

}  // namespace backends::cuda
