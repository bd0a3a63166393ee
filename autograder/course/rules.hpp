// What course.toml says: points, thresholds, sizes and limits. Loading names file, line and key of
// anything it does not understand. Not for what a lab is; see course/lab.hpp.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "course/lab.hpp"
#include "course/metrics.hpp"

namespace course {

/// What a submission's process may use. A process that goes beyond is ended, and the verdict says which
/// limit it met.
struct Limits {
  units::Seconds compile;  ///< wall clock, one compilation
  units::Seconds run;      ///< wall clock, one request to the runner
  units::Seconds cpu;      ///< CPU time of a runner process, its threads together
  units::Bytes memory;     ///< private (anonymous) resident host memory; the file says MiB = 2^20 bytes
  units::Bytes output;     ///< stdout and stderr together; the file says KiB = 2^10 bytes
};

/// How time is taken on a GPU; design: docs in grader/pipeline/measure.hpp.
struct Measuring {
  int min_samples = 0;
  int max_samples = 0;
  double ci_half_width = 0;    ///< stop when the median's 95 % interval is ±this share
  units::Seconds tolerance;    ///< what the outside clock may exceed the events by, per batch
  double tolerance_share = 0;  ///< launches per batch are chosen so that tolerance is at most this share
  int max_launches = 0;
  double memory_share = 0;  ///< of the GPU's free memory the grader may take
};

enum class Baseline {
  reference,
  copy,   ///< the best device-to-device copy of the run
  bound,  ///< the least time that the part can take: Part::bounds, measured in the same run
};

struct PartRules {
  double points_right = 0;
  double points_fast = 0;
  double points_traffic = 0;  ///< those of points_fast that the emulator's counters can earn; the rest needs a GPU
  double zero_at = 0;         ///< share of the baseline's GB/s that earns nothing
  double full_at = 0;         ///< share that earns all of points_fast; linear between the two
  Baseline baseline = Baseline::reference;
  TrafficLimits traffic;
  std::optional<Size> cuda_performance_size;  ///< in place of the lab's
  std::optional<Size> simt_performance_size;
};

struct LabRules {
  std::vector<Size> check_sizes;
  std::vector<Size> cuda_check_sizes;  ///< further ones, for which the emulator would take too long
  Size cuda_performance_size;
  Size simt_performance_size;
  std::map<std::string, PartRules, std::less<>> parts;  ///< one for every part of the lab

  /// What a part is measured, or counted, at: its own size where it has one.
  Size cuda_size_of(const Part& part) const;
  Size simt_size_of(const Part& part) const;
};

struct Rules {
  Limits limits;
  Measuring measuring;
  std::map<std::string, LabRules, std::less<>> labs;  ///< one for every lab of the course
};

/// Reads and validates; every key must be known and every value in range, every lab and part of the course
/// must have its table. Throws config::Error for the first thing that is wrong, or when the file cannot be read.
Rules load_rules(const std::filesystem::path& file);

/// The same from text, for these labs; `name` stands for the file in messages.
Rules parse_rules(std::string_view text, std::string_view name, std::span<const Lab> labs = all_labs());

}  // namespace course
