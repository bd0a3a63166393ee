// Runs one part in the emulator to say what each of its lines asks of memory, and what to do about it. Gives no
// points; works on wrong answers too, as long as the code runs.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "course/lab.hpp"
#include "course/rules.hpp"
#include "grader/explain/hardware.hpp"
#include "grader/result.hpp"
#include "simt/simt.hpp"

namespace grader {

/// What `explain` is asked.
struct ExplainRequest {
  std::filesystem::path root;          ///< the course's folder
  const course::Lab* lab = nullptr;    ///< the lab of the part
  const course::Part* part = nullptr;  ///< of `lab`
  std::filesystem::path submission;    ///< a folder or a file; empty: the lab's own folder
  std::string device;                  ///< whose rules the emulator follows; empty: the usual one's
  std::uint64_t schedule = 0;          ///< of the emulator's threads; 0: the usual one
  std::optional<std::uint64_t> seed;   ///< of all inputs; empty: a fresh one
  /// Gets one line, what is being done; may be empty.
  std::function<void(std::string_view)> progress;
  bool predicts = false;            ///< time on the device, from counts
  bool must_be_valid_cuda = false;  ///< nvcc must accept the file as well, where it is installed
  bool on_hardware = false;         ///< the GPU's own counters, too; the code then runs without walls
};

/// What it found out: facts for `./grade explain`, no formatting.
struct Explanation {
  std::string submission;                    ///< the file
  std::string id;                            ///< "3.2"
  std::string title;                         ///< the part's title
  std::string device;                        ///< "emulated h200"
  simt::memory::Device chip;                 ///< whose rules were followed
  std::string size;                          ///< "512 × 512 (width × height)"
  std::string source;                        ///< the file's text
  std::uint64_t seed = 0;                    ///< all inputs derive from it
  bool did_run = false;                      ///< it came to its end at the size shown
  std::string compiler_output;               ///< as the compiler gave it, when it does not compile
  std::vector<Reason> problems;              ///< why it did not run, or what is wrong with its answer
  std::vector<Traffic> traffic;              ///< one row for each line, space and operation, by line
  std::vector<Traffic> accesses;             ///< the same, one row for each load and store, by line
  std::vector<Finding> findings;             ///< of this run and of the small, odd sizes
  std::optional<Finding> window;             ///< what the run asked of the L2 cache, where DRAM moves too much
  std::optional<HardwareCounts> hardware;    ///< the GPU's own counters, where they were asked for
  TrafficSummary summary;                    ///< the counters of the whole part
  course::TrafficLimits limits;              ///< what the part allows
  bool limits_apply = true;                  ///< they are meant for another device otherwise
  std::vector<Reason> advice;                ///< one sentence for each line that wastes something and each finding
  std::vector<std::string> allowed;          ///< of a part that fails: what it wastes within its limits
  std::vector<TimelineOperation> timeline;   ///< when each operation ran; see LocatedEvidence
  std::vector<std::string> timeline_advice;  ///< what did not overlap, and why; where the part judges time
  std::vector<std::string> notes;            ///< what a reader must know: limits meant for another device

  /// It ran and did something that can be shown. Host code may do all of the work with copies alone.
  bool has_something_to_tell() const { return did_run && !(traffic.empty() && timeline.empty()); }
  /// The counters are within what the part allows.
  bool is_within_limits() const { return course::is_within_limits(summary.values, limits); }
  /// The counter of `metric` is above what the part allows.
  bool has_too_much(course::MetricKey metric) const {
    return course::judge(metric, summary.values, limits) == course::Judgement::too_much;
  }
};

/// Throws UsageError, CannotGrade, or process::Interrupted.
Explanation explain(const course::Rules& rules, const ExplainRequest& request);

}  // namespace grader
