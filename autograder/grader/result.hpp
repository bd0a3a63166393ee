// What grading a submission found. Filled by the grader, read by the reports; holds no formatting.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "backends/device.hpp"
#include "course/operation.hpp"
#include "course/rules.hpp"
#include "grader/stopwatch.hpp"
#include "grader/timeline.hpp"
#include "simt/simt.hpp"
#include "support/units.hpp"

namespace grader {

/// The last: the device lacks what the part is about, so the part has no points to lose.
enum class Verdict { passed, partial, failed, not_attempted, could_not_be_graded, not_on_this_device };

/// Why points were lost (or could not be judged), in one sentence for the student, and where to read on.
struct Reason {
  std::string text;     ///< one sentence
  std::string read_on;  ///< empty when there is nothing to read
};

/// The first wrong element at the first size that failed.
struct FirstMismatch {
  course::Size size;                               ///< at which it is wrong
  std::int64_t index = 0;                          ///< in the output buffer, counted in its elements
  course::Element element = course::Element::f32;  ///< what `expected` and `actual` are
  std::string output = "the output";               ///< which one it is
  double expected = 0;                             ///< the right value
  double actual = 0;                               ///< what was there
  bool never_written = false;                      ///< it still holds the poison
  bool must_be_untouched = false;  ///< what was written there belongs to no answer: the padding of a row
  std::string_view piece = {};     ///< of the answer that the element belongs to; empty where it has none
};

/// What the checks of a part's answer showed.
struct Correctness {
  std::vector<course::Size> sizes;              ///< those that were run, up to and including the first that failed
  std::optional<FirstMismatch> first_mismatch;  ///< empty: no element was wrong
};

/// A quarter of the samples are at most `low`, half of them at most `middle`, three quarters at most `high`.
struct Quartiles {
  units::Seconds low;     ///< a quarter are below it
  units::Seconds middle;  ///< half are below it: the median
  units::Seconds high;    ///< three quarters are below it
};

/// GB/s on a real GPU. Absent from a result that was made without one.
struct Performance {
  units::GBps gbps;            ///< of the student's function: the median of the samples
  double ci95 = 0;             ///< half-width of the median's 95 % interval, as a share of the median
  units::GBps reference;       ///< the hidden solution in the same run
  units::GBps bound;           ///< at the least time that the part can take, where that is measured; else 0
  units::GBps minimum;         ///< what full points need
  units::GBps device_minimum;  ///< below which this GPU gives no points for speed; 0: none
  std::string step;            ///< "barrier": speed is shown as the time of one; empty: in GB/s
  double step_bytes = 0;       ///< what GB/s counts for one step
  units::GBps copy;            ///< the copy roofline of the same run; 0 where there is none
  double copy_fraction = 0;    ///< of that
  int samples = 0;             ///< batches whose time counted
  int launches = 0;            ///< kernels' runs per sample
  course::Size size;           ///< that was measured
  double reference_drift = 0;  ///< by how much the reference differed before and after, as a share; 0: within chance
  bool is_steady = true;       ///< that is little enough; false: so it was in several rounds, of which this is the best
  Quartiles excess;            ///< of the reference's batches: what the grader's clock sees beyond the events
  Quartiles delay;             ///< of the reference's batches: from the reply until the grader had the device again
  units::Seconds late;         ///< by how much the student's code delays that
  bool capped = false;         ///< max_samples was reached before the interval was narrow enough
  bool ended_early = false;    ///< fewer than min_samples, because the speed is far from every threshold
  bool outside_clock = false;  ///< graded by the grader's clock because the events claimed less time

  /// How long one step takes at `speed`; only where there is a step.
  double microseconds_per_step(units::GBps speed) const { return step_bytes / (speed.value * 1e9) * 1e6; }
};

/// The memory that an access is to.
enum class Space { global, shared, constant };
/// "global"
constexpr std::string_view name_of(Space space) {
  constexpr std::string_view names[] = {"global", "shared", "constant"};
  return names[static_cast<int>(space)];
}

/// What an access does.
enum class Access { load, store, atomic };
/// "load"
constexpr std::string_view name_of(Access op) {
  constexpr std::string_view names[] = {"load", "store", "atomic"};
  return names[static_cast<int>(op)];
}

/// In a warp of any device that the emulator knows.
inline constexpr std::size_t most_lanes = 32;

/// One request of a warp, or of half a warp: where each of its lanes went.
struct LaneAddresses {
  int cost = 0;                                     ///< its sectors, or its wavefronts; 0: there is no such request
  int bytes = 0;                                    ///< accessed by each lane: 1, 2, 4, 8 or 16
  std::uint32_t lanes = 0;                          ///< bit i: lane i took part
  std::array<std::uint64_t, most_lanes> address{};  ///< bytes; of the lanes in `lanes`
};

/// The emulator's counters of one source line, over one run at the performance size.
struct Traffic {
  int line = 0;                        ///< of the student's file; 0 when unknown
  Space space = Space::global;         ///< the memory
  Access op = Access::load;            ///< what is done there
  std::int64_t requests = 0;           ///< instructions of a warp, or of half a warp where the device serves those
  std::int64_t sectors = 0;            ///< 32-byte sectors (global only)
  std::int64_t ideal_sectors = 0;      ///< what the same bytes need when they are neighbours (global only)
  std::int64_t wavefronts = 0;         ///< of shared memory, or of the constant cache (not global)
  std::int64_t conflicts = 0;          ///< wavefronts beyond the first that banks, or addresses, caused (not global)
  LaneAddresses costliest = {};        ///< the request that cost most
  std::int64_t transactions = 0;       ///< segments of 32, 64 or 128 bytes, where the device moves those (global only)
  std::int64_t transaction_bytes = 0;  ///< of them all
  simt::memory::LevelBytes levels{};   ///< where caches were modelled (global only)
  bool is_one_of_several = false;      ///< only one of the line's accesses of this kind, which cost more and less

  /// One per cent more than the same accesses need: below that it is only a ragged edge. Passes of atomic updates of
  /// shared memory are not judged.
  bool is_wasteful() const {
    if (space == Space::shared && op == Access::atomic) return false;
    return space == Space::global ? sectors > ideal_sectors + ideal_sectors / 100 : conflicts > wavefronts / 100;
  }
};

/// Something wrong in the student's code, said with its line.
struct Finding {
  std::string name;        ///< of its kind, for reports and JSON: "out-of-bounds", "shared-race", "missing-fence" …
  int line = 0;            ///< 0 when unknown
  std::string text;        ///< one or two sentences for the student
  int other_line = 0;      ///< of a race: where the other thread was; 0 when there is none
  bool is_remark = false;  ///< worth knowing, but makes no answer wrong
  bool is_missing_feature = false;                 ///< the emulator does not have what the code uses: no mistake
  std::optional<simt::FindingKind> kind = {};      ///< of the emulator's own; empty: the grader found it
  simt::Missing missing = simt::Missing::barrier;  ///< of a race in global memory: what would have ordered it
  int launch_line = 0;                             ///< of the launch that it was seen in; 0 when unknown
  std::string launch = {};                         ///< that launch: "2 × 1 blocks of 64 threads"
  bool lacks_dynamic_shared = false;  ///< the access is to dynamic shared memory, of which the launch requests 0 bytes
  bool is_of_second_metric = false;   ///< of a slow line: it is not what the first reason is about
  bool compares_lengths = false;      ///< one line finds its place by the length of a row, and another one does not
  bool is_partly_stored = false;      ///< a condition stores the first words of an array, and the others are read, too
  std::string brief = {};             ///< with its line, without the circumstances; empty: there is no shorter text
  simt::Memory memory = simt::Memory::none;  ///< of the emulator's own: what the access touched
  simt::Detail detail = simt::Detail::none;  ///< of the emulator's own: what its kind leaves open
  bool is_first_value_in_launch = false;     ///< of a race: a block sets what others add to in the same launch
  bool shares_place = false;                 ///< the same call writes to the same place from two streams

  /// A race in global memory that a fence would have prevented.
  bool is_missing_fence() const {
    return kind == simt::FindingKind::global_race &&
           (missing == simt::Missing::release_fence || missing == simt::Missing::acquire_fence);
  }
};

/// What a part would reach on a device without caches, by simt/memory/estimate.hpp: not a measurement.
struct EstimatedSpeed {
  units::Seconds seconds;  ///< of one call
  units::GBps gbps;        ///< of the bytes that must move
};

/// What a part would reach on a device, by simt/memory/bounds.hpp, at the size that a GPU is measured at: not a
/// measurement.
struct PredictedSpeed {
  std::string device;              ///< "h200"
  units::Seconds seconds;          ///< of one call
  units::GBps gbps;                ///< of the bytes that must move
  double copy_share = 0;           ///< of the best copy there
  simt::memory::Prediction times;  ///< of each bound
  int line = 0;                    ///< that does most of what bounds it; 0: not one line's
  bool is_stated = false;          ///< what operations cost there is not measured, but stated
  units::GBps low{};               ///< one of ten kernels with this bound was measured slower; 0: not known
  units::GBps high{};              ///< one of ten was measured faster; 0: not known
  bool knows_registers = false;    ///< of its kernels; else none is taken to limit what is resident
};

/// The counters of a whole part.
struct TrafficSummary {
  course::MetricValues values;                          ///< what its limits judge
  std::optional<simt::memory::LevelBytes> levels = {};  ///< where caches were modelled
  std::optional<EstimatedSpeed> estimate = {};          ///< where the model says anything about the device
  std::optional<PredictedSpeed> predicted = {};         ///< on request
  std::string at = {};                                  ///< the size, where it is not the usual one
  bool stores_again = false;                            ///< and that is what is too much: `stored_again`
  double sectors_vs_ideal = 1;                          ///< of the same accesses, were the lanes' addresses neighbours
};

/// What a part's points for speed were given by where no GPU measured them. Never beside a Performance.
struct PredictedPerformance {
  units::GBps gbps;       ///< of the student's function
  units::GBps reference;  ///< of the hidden solution, predicted likewise
  units::GBps minimum;    ///< what full points need
  units::GBps copy;       ///< of the best copy of that device
  std::string device;     ///< "h200"
};

/// What the points of a part beyond those for a right answer are given by.
enum class PointsBy { measurement, prediction, counters };
/// "measurement"
constexpr std::string_view name_of(PointsBy by) {
  constexpr std::string_view names[] = {"measurement", "prediction", "counters"};
  return names[static_cast<int>(by)];
}

/// What grading one part resulted in.
struct PartResult {
  std::string id;                            ///< "3.2"
  std::string title;                         ///< "tiled"
  std::vector<std::string> extents;          ///< names of a size's extents in this part
  Verdict verdict = Verdict::not_attempted;  ///< in one word
  double points = 0;                         ///< earned
  double max_points = 0;                     ///< of what this backend can judge
  double points_elsewhere = 0;               ///< what only a GPU can judge, not in max_points
  std::vector<Reason> reasons;               ///< why points were lost; the first is the main one
  Correctness correctness;                   ///< of the answer
  PointsBy points_by = PointsBy::counters;   ///< those beyond a right answer
  std::optional<Performance> performance;    ///< on a GPU, of a part that is right
  std::optional<PredictedPerformance>
      predicted;                 ///< in the emulator, of a part that is right, with PointsBy::prediction
  std::vector<Traffic> traffic;  ///< by line; of a part that was counted
  std::optional<TrafficSummary> traffic_summary;  ///< of a part that was counted
  course::TrafficLimits limits;                   ///< what of the summary was judged
  std::vector<Finding> findings;                  ///< mistakes with their lines; the cause first
  std::vector<TimelineOperation>
      timeline;  ///< of the emulator; empty when kernels in the default stream are all there was
};

using backends::DeviceInfo;

/// Something that holds back the processes of a submission.
struct Wall {
  std::string name;     ///< "files"
  bool stands = false;  ///< it holds on this machine
  std::string how;      ///< by what, or why not
};

/// What grading one submission resulted in: all that a report shows.
struct GradeResult {
  std::string submission;            ///< the file graded
  std::string lab;                   ///< "lab3"
  std::string lab_title;             ///< "Transpose"
  std::vector<std::string> extents;  ///< names of a size's extents
  std::string backend;               ///< "cuda" or "simt"
  DeviceInfo device;                 ///< what it was graded on
  std::string started;               ///< UTC, ISO 8601
  std::uint64_t seed = 0;            ///< all inputs derive from it
  std::uint64_t schedule = 0;        ///< in which order the emulator's threads ran; 0: the usual one
  course::Rules rules;               ///< what it was graded by; of the labs only this one
  units::Seconds elapsed;            ///< from the request to the result
  PhaseTimes phases{};               ///< where it went
  std::vector<Wall> walls;           ///< around the submission's processes
  double score = 0;                  ///< of all parts together
  double max_score = 0;              ///< of what this backend can judge
  std::vector<PartResult> parts;     ///< those that were graded, in the lab's order
  std::vector<std::string> notes;    ///< what a reader must know: advisory, less memory used, GB/s not measured …
  std::string compiler_output;       ///< as the compiler gave it, when the build failed
};

}  // namespace grader
