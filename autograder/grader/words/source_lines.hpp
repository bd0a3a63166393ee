// The emulator's evidence with the student's line numbers in it, and its findings in words.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "grader/result.hpp"
#include "grader/timeline.hpp"
#include "simt/simt.hpp"

namespace grader {

/// A line where warps carry out arithmetic, and how many of their 32 lanes take part on average.
struct LocatedArithmetic {
  int line = 0;      ///< of the submission; 0: not known
  double lanes = 0;  ///< of 32
};

/// The emulator's evidence, by the lines of the source.
struct LocatedEvidence {
  std::vector<Traffic> traffic;               ///< one row for each line, space and operation, by line
  std::vector<Traffic> accesses;              ///< the same, one row for each load and store, by line
  std::vector<simt::FindingRecord> records;   ///< of the findings
  std::vector<Finding> findings;              ///< the same, in words
  std::vector<Finding> windows;               ///< what launches asked of the L2 cache: no mistakes
  std::vector<Finding> refused;               ///< calls whose errors the program has taken away: no mistakes
  std::vector<LocatedArithmetic> arithmetic;  ///< what is reported, most first, 0 where a line is not known
  std::vector<TimelineOperation> timeline;    ///< empty when kernels in the default stream are all there was
  std::vector<AskedFor> asked_for;            ///< all copies, fills and kernels, by line
};

/// Looks lines up in `library`'s debug information (addr2line); `source` is the student's file name, so that
/// a load inside a header's function gets the line that called it. Unknown lines are 0.
LocatedEvidence locate(const simt::Evidence& evidence, const std::filesystem::path& library, const std::string& source);

}  // namespace grader
