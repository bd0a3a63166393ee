// How fast is it? GB/s of a part on a real GPU, against the hidden reference in the same run.
//
// batch.hpp says what one batch is. The reference is measured first, in memory of its own, and is known from then on: a
// process that grades many submissions measures it once. Then come the batches of the student's parts, and then, when
// the student's process has been ended, a batch of each part's reference again. So no process of the student's lives
// that could slow the reference down. Where the reference's speed has changed, it is measured anew, and the part, too.
// Where the two clocks differ, the reference is measured anew at once, since the host may be busier than before; and
// where they still differ, the part, too.
//
// A part has been measured often enough when the median's interval is narrow. Fewer batches do, and a wide interval,
// where all speeds that were seen, and half a per cent beyond, mean the same points. More batches would not make two
// gradings agree better: how fast a host does its part differs from process to process.
//
// Two clocks: the GPU's events around the launches (for parts about the host's time, the runner's own clock), precise
// but read in the student's process; and the grader's own, which student code cannot forge but which also sees pipes,
// wake-ups and context switches. What those cost is what the *reference's* batches, whose events can be trusted, take
// longer outside than inside: same size, same path, and out of the student's reach. A part is graded by
//   max(event time, (least outside time + lateness − low quantile of the reference's excess − tolerance) ÷ M)
// where lateness is how much longer than with the reference the device stays busy after the reply.
// Durations that a part has to report are held against those that the reference reports in the same run.
// Delays only ever add, so the least times compare cleanly: a forged event time buys no more than the tolerance and
// what the reference's low excesses differ by. Caveat: M is chosen so that the tolerance is a set share of a batch of
// the *reference*; where memory allows fewer launches the share grows.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "grader/pipeline/batch.hpp"
#include "grader/pipeline/part_state.hpp"
#include "grader/pipeline/session.hpp"

namespace grader {

/// The performance problem of a lab on this device: the size of course.toml, or a smaller one where memory is
/// short, with one slot for the untimed launch and up to max_launches for timed ones.
struct PerformanceProblem {
  backends::Problem problem;  ///< its operation, size and slots
  std::string note;           ///< says so when a smaller size than asked for is used; else empty
  bool is_less = false;       ///< for want of memory: fewer slots, or a smaller size
};
/// Throws CannotGrade where even the smallest size finds no memory.
PerformanceProblem plan_performance(const Context& context, const course::Part& part);

/// What is known of a reference's speed.
struct ReferenceTimes {
  course::Size size;                ///< that they were measured at
  int launches = 0;                 ///< in a batch
  double bound = 0;                 ///< the longest of the part's bounds, in seconds a launch; 0 where it has none
  Samples samples;                  ///< the last ones
  std::optional<units::GBps> copy;  ///< where it is the part's baseline
};
/// By the part's id.
using References = std::map<std::string, ReferenceTimes>;

/// Who takes part in measuring, and where. Neither library is ever lent the other one's memory.
struct Participants {
  Session& student;                        ///< with the student's library
  Session& reference;                      ///< with the reference's
  backends::Workspace& students_memory;    ///< lent to `student` only
  backends::Workspace& references_memory;  ///< lent to `reference` only
  backends::DeviceWatch& watch;            ///< on all else that the device does
  References& references;                  ///< what is known of them; added to
  units::GBps copy;                        ///< the copy roofline as it was last measured
};

/// Times parts that share their memory; what is not known of their references is measured first. Wrong outputs of timed
/// runs end up in the parts' states. Of each part its speed; nothing where it failed on the way (its state says why).
/// No process of the student's is left. Throws CannotGrade when the reference fails.
std::vector<std::optional<Performance>> measure(const Context& context, const Participants& with,
                                                std::span<PartState* const> parts);

}  // namespace grader
