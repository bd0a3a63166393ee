// A run with a wrong result, and all that is known of it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "backends/backend.hpp"
#include "grader/result.hpp"
#include "simt/simt.hpp"

namespace grader {

/// A run whose result was wrong.
struct WrongRun {
  const course::Operation& operation;  ///< what was to be computed
  course::Size size;                   ///< at which the result was wrong
  /// Names of the size's extents.
  const std::vector<std::string>& extents;
  const backends::ComparedOutput& output;  ///< the first one with an element that is not right
  std::vector<std::int64_t> watched;       ///< elements of it: those that RunOptions::watched names, in its order
  /// What the emulator remembers of the run.
  const std::vector<simt::HistoryRecord>& history;
  const simt::Lines& lines;                        ///< of the program counters in `history`
  const simt::SourceIndex& source;                 ///< of the student's file
  const simt::SourceFunction* entry = nullptr;     ///< the part's function, where only kernels may move its data
  const simt::SourceFunction* function = nullptr;  ///< the part's function; null where it is not found
  std::string due;   ///< the input element whose value the first watched element should have; empty: not known
  std::string got;   ///< the one whose value it has
  std::string note;  ///< what else is known of the wrong values, ": …"; may be empty
  /// The elements of inputs, in words of 32 bits, that a word of `output` is made of; each once, in their order.
  std::function<std::vector<course::InputReads::Element>(std::int64_t word)> due_of = {};
};

}  // namespace grader
