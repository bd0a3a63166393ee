// Points, thresholds, sizes and limits: what a lab's lab.toml says, and course.toml may override. CONTRIBUTING.md
// explains the keys. Not for what a lab is; see course/lab.hpp.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "course/lab.hpp"
#include "course/metrics.hpp"
#include "support/units.hpp"

namespace course {

/// What a submission's process may use. A process that goes beyond is ended, and the verdict says which
/// limit it met.
struct Limits {
  units::Seconds compile;       ///< one compilation, of its own time (support/process/own_time.hpp)
  units::Bytes compile_memory;  ///< one compilation, its processes together; the file says MiB = 2^20 bytes
  std::int64_t work = 0;        ///< of one call of one part in the emulator, at the largest sizes: loop rounds, memory
                                ///< accesses and their like (simt/core/work_limit.hpp)
  units::Seconds run;           ///< one request to the runner: on a GPU, of its own time; in the emulator, of its sleep
  units::Seconds cpu;           ///< CPU time of a runner process, its threads together: for what is not counted as work
  units::Seconds all;           ///< all requests of one grading together, each as for `run`
  units::Bytes memory;          ///< resident host memory, without what is lent to it; the file says MiB = 2^20 bytes
  units::Bytes output;          ///< stdout and stderr together; the file says KiB = 2^10 bytes

  /// The share of `work` that a call may do which has to move so many bytes (Operation::bytes_moved).
  std::int64_t work_for(std::int64_t bytes_moved) const;
};

/// How time is measured on a GPU. Design: see grader/pipeline/measure.hpp.
struct Measuring {
  int clear_samples = 0;       ///< enough where the speed is far from every threshold
  int min_samples = 0;         ///< of each part: not fewer, unless `clear_samples` suffice
  int max_samples = 0;         ///< of each part: not more
  double ci_half_width = 0;    ///< stop when the median's 95 % interval is ±this share
  units::Seconds tolerance;    ///< what the outside clock may exceed the events by, per batch
  double tolerance_share = 0;  ///< launches per batch are chosen so that tolerance is at most this share
  int max_launches = 0;        ///< of one batch, at most
  double memory_share = 0;     ///< of the GPU's free memory that each of student and reference may get
};

/// What a part's speed is compared with.
enum class Baseline {
  reference,
  copy,   ///< the best device-to-device copy of the run
  bound,  ///< the least time that the part can take: Part::bounds, measured in the same run
};

/// What one part is worth, from course.toml.
struct PartRules {
  double points_right = 0;    ///< for a right answer at all sizes
  double points_fast = 0;     ///< for speed, or for traffic without a GPU
  double points_traffic = 0;  ///< those of points_fast that the emulator's counters can earn; the rest needs a GPU
  double zero_at = 0;         ///< share of the baseline's GB/s that earns nothing
  double full_at = 0;         ///< share that earns all of points_fast; linear between the two
  Baseline baseline = Baseline::reference;  ///< what the speed is a share of
  /// GB/s below which a GPU of that name gives no points for speed, whatever the baseline reaches.
  std::map<std::string, double, std::less<>> min_gbps;
  TrafficLimits traffic;                          ///< what the emulator judges
  std::optional<Size> gpu_performance_size;       ///< in place of the lab's
  std::optional<Size> emulator_performance_size;  ///< in place of the lab's
  std::optional<Size> emulator_second_size;       ///< counted, too, with looser limits: grader/pipeline/count.cpp
};

/// What one lab is graded by, from course.toml.
struct LabRules {
  std::vector<Size> check_sizes;                        ///< each part is checked at all of these
  std::vector<Size> gpu_check_sizes;                    ///< further ones, for which the emulator would take too long
  Size gpu_performance_size;                            ///< that times are taken at, for an H200
  Size emulator_performance_size;                       ///< that traffic is counted at, for an H200
  std::map<std::string, PartRules, std::less<>> parts;  ///< one for every part of the lab

  /// What a part is measured, or counted, at: its own size where it has one.
  Size gpu_size_of(const Part& part) const;
  /// The size that the emulator counts `part` at, before it is scaled to a device.
  Size emulator_size_of(const Part& part) const;
};

/// Which gradings on a GPU the emulator is asked about, after the GPU has been left.
enum class Asked {
  alone,  ///< those outside of batches
  never,
  always,  ///< in batches, too; the GPU waits meanwhile
};

/// What the emulator does.
struct EmulatorRules {
  std::string device;          ///< of simt/devices: whose rules it follows when no other is asked for
  Asked asked = Asked::alone;  ///< about which gradings on a GPU
  /// A mistake that it finds in a part that passed on a GPU takes all points of that part.
  bool mistakes_cost_points = false;
};

/// What predictions of time are for.
struct PredictionRules {
  /// Where no GPU measures, points for speed are given by predicted times, in place of those for traffic.
  bool points = false;
};

/// All of course.toml.
struct Rules {
  EmulatorRules emulator;                             ///< whose rules it follows, and what it is asked about
  Limits limits;                                      ///< what submissions may use
  Measuring measuring;                                ///< how time is measured
  std::map<std::string, LabRules, std::less<>> labs;  ///< one for every lab of the course
  PredictionRules prediction = {};                    ///< off where the file says nothing
  bool shows_solutions = false;  ///< `./grade solution` shows the solution of a part that has passed
};

/// What all buffers of one part may need at a size, together. A size that needs more is refused when it is read: the
/// first limit holds where they are in the memory of the machine that grades, the second where they are on a GPU.
inline constexpr units::Bytes most_host_bytes{std::int64_t{1} << 30};
/// The most that all buffers of one size on a GPU may take together.
inline constexpr units::Bytes most_gpu_bytes{std::int64_t{32} << 30};

}  // namespace course
