// How fast one part would be on several chips: each is counted in the emulator by its own rules. Not a measurement.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "course/rules.hpp"
#include "grader/explain/explain.hpp"
#include "grader/result.hpp"

namespace grader {

/// The part on one chip: exactly one of the last three is there.
struct OnChip {
  std::string device;                       ///< "t4"
  std::optional<PredictedSpeed> predicted;  ///< where the chip's timing is known
  std::optional<EstimatedSpeed> estimate;   ///< of a chip without caches, at the size that was counted
  double copy_share = 0;                    ///< of the best copy of that chip
  std::string why_not;                      ///< a sentence: what keeps the part from a time there
};

/// The part on all of them.
struct WhatIf {
  std::string submission;        ///< the file
  std::string id;                ///< "3.2"
  std::string title;             ///< the part's title
  std::vector<OnChip> chips;     ///< in the order asked for; empty where the code does not run
  std::vector<Reason> problems;  ///< what is wrong with it; a time of wrong code says little
  std::string compiler_output;   ///< as the compiler gave it, when it does not compile
};

/// `request.device` is not looked at. Throws UsageError, CannotGrade, simt::UnknownDevice, or process::Interrupted.
WhatIf what_if(const course::Rules& rules, const ExplainRequest& request, std::span<const std::string> devices);

}  // namespace grader
