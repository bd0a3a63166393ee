// What the stages of a grading share: the context that all of them read, and what is known of a part so far.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "backends/backend.hpp"
#include "course/lab.hpp"
#include "course/rules.hpp"
#include "grader/result.hpp"

namespace grader {

/// What is known of one part so far.
struct PartState {
  const course::Part* part = nullptr;           ///< which part
  std::vector<course::Size> right;              ///< sizes at which the answer was right
  std::vector<course::Size> wrong;              ///< sizes at which it was not
  std::optional<FirstMismatch> first_mismatch;  ///< at the first size that failed, where an element was wrong
  std::optional<course::Size> found_at;         ///< the first size at which something was found
  std::vector<course::Size> filled;             ///< sizes of the runs so far, in their order: for the inputs' seeds
  bool is_attempted = false;                    ///< it has some effect, or launches a kernel
  bool could_not_run = false;                   ///< no fault of the student's
  bool has_strong_accesses = false;             ///< its kernels use atomic or volatile words, so blocks may meet there
  bool is_too_slow_for_more = false;            ///< known to be wrong, and it takes long at larger sizes
  bool is_not_on_this_device = false;           ///< the device lacks what the part is about
  std::vector<Reason> reasons;                  ///< beyond the wrong sizes; not empty: failed
  std::size_t wrong_answers = 0;                ///< of `reasons`: it refused a size, or did not refuse one
  std::size_t changed_memory = 0;               ///< of `reasons`: it wrote to memory that is not its own
  std::vector<Finding> findings;                ///< mistakes with their lines
  std::vector<Finding> remarks;                 ///< findings that are no reason to fail
  std::vector<Finding> clues;                   ///< what a run with a history says of a wrong result
  std::optional<Finding> change;                ///< which one change to the code makes it right
  std::optional<Finding> printed;               ///< what it printed at the first size that failed
  std::size_t diagnosed_elements = 0;           ///< that are not right in the output that `clues` are about
  std::int64_t diagnosed_inputs = 0;            ///< elements of the first input in the run that `clues` are about
  int diagnoses = 0;                            ///< runs with a history so far

  /// True when it is known why the part fails. A race in global memory alone does not say so: a wrong index often
  /// causes the race and the wrong result, and the wrong sizes tell more about it. A missing fence does.
  bool is_explained() const {
    return !reasons.empty() || std::any_of(findings.begin(), findings.end(), [](const Finding& finding) {
      return finding.kind != simt::FindingKind::global_race || finding.is_missing_fence();
    });
  }
  /// It ran at least once, and nothing is wrong with it.
  bool is_right() const { return reasons.empty() && wrong.empty() && findings.empty() && !right.empty(); }
};

/// Of the sizes at which the part was right, and which it need not refuse, the one with the most elements; of those
/// other than `left_out`.
inline std::optional<course::Size> largest_right(const PartState& state,
                                                 const std::optional<course::Size>& left_out = std::nullopt) {
  const course::Operation& operation = state.part->operation;
  std::optional<course::Size> largest;
  for (const course::Size& size : state.right) {
    if (operation.is_to_refuse(size) || size == left_out) continue;
    if (!largest || operation.elements(*largest, 0) < operation.elements(size, 0)) largest = size;
  }
  return largest;
}

/// What a report shows of a part, the cause first. What was never written says more than a race, which a wrong index
/// may have caused; a race says more than where a wrong value was stored.
inline std::vector<Finding> all_findings(const PartState& state) {
  std::vector<Finding> all;
  const bool is_explained = state.is_explained();
  if (state.change) all.push_back(*state.change);
  const auto add_clues = [&](bool wrong_values) {
    for (const Finding& clue : state.clues) {
      if (!is_explained && (clue.name == "wrong-value") == wrong_values) all.push_back(clue);
    }
  };
  add_clues(false);
  // What names no line tells least.
  for (const bool has_line : {true, false}) {
    std::copy_if(state.findings.begin(), state.findings.end(), std::back_inserter(all), [&](const Finding& finding) {
      // A clue says more than a finding of its kind at its line.
      const bool is_known = std::any_of(all.begin(), all.end(), [&](const Finding& known) {
        return known.name == finding.name && known.line == finding.line && !known.kind;
      });
      return (finding.line != 0) == has_line && !is_known;
    });
  }
  add_clues(true);
  if (state.printed) all.push_back(*state.printed);
  all.insert(all.end(), state.remarks.begin(), state.remarks.end());
  return all;
}

class VariantsAhead;  // variant_library.hpp

/// What is made once for all parts of a submission, so that a part more costs no compiler's time more.
struct OfAllParts {
  std::optional<std::vector<simt::CompilerWarning>> warnings;  ///< empty: not asked for yet
  units::Seconds compiled;                                     ///< time of compilers so far, in all builds
  std::shared_ptr<VariantsAhead> variants_ahead;               ///< null: none are being built
};

/// What every stage of a grading needs.
struct Context {
  const course::Rules& rules;         ///< of the course
  const course::LabRules& lab_rules;  ///< of the lab
  const course::Lab& lab;             ///< which is graded
  const backends::Backend& backend;   ///< what it is graded on
  std::filesystem::path library;      ///< the compiled submission
  std::string source_name;            ///< as the compiler knew it
  std::uint64_t seed = 0;             ///< all inputs derive from it
  /// Gets one line, what is being done; may be empty.
  std::function<void(std::string_view)> progress;
  std::filesystem::path source_file = {};                     ///< the submission
  std::filesystem::path interface_folder = {};                ///< of the lab, with its header
  simt::SourceIndex source = {};                              ///< where things are in the submission
  Stopwatch* stopwatch = nullptr;                             ///< null: nothing is measured
  bool predicts = false;                                      ///< time on a GPU is predicted from what is counted
  std::vector<simt::memory::KernelRegisters> registers = {};  ///< of the kernels, for predictions; empty: not known
  /// What one part finds out for the others, too.
  std::shared_ptr<OfAllParts> of_all_parts = std::make_shared<OfAllParts>();
};

}  // namespace grader
