// How fast is it? GB/s of a part on a real GPU, against the hidden reference in the same run.
//
// batch.hpp says what one batch is. Reference, student, reference: the reference runs in memory of its own, before and
// after the student's session, while no process of the student's lives that could slow it down. Where the two
// differ, the GPU's speed has changed meanwhile, and the part is measured again; so it is where the two clocks differ.
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

#include "grader/pipeline/batch.hpp"
#include "grader/pipeline/part_state.hpp"
#include "grader/pipeline/session.hpp"

namespace grader {

/// The performance problem of a lab on this device: the size of course.toml, or a smaller one where memory is
/// short, with one slot for the untimed launch and up to max_launches for timed ones.
struct PerformanceProblem {
  backends::Problem problem;
  std::string note;  ///< says so when less than asked for is used; else empty
};
PerformanceProblem plan_performance(const Context& context, const course::Part& part);

/// Who takes part in measuring, and where. Neither library is ever lent the other one's memory.
struct Participants {
  Session& student;
  Session& reference;
  backends::Workspace& students_memory;
  backends::Workspace& references_memory;
  backends::DeviceWatch& watch;
};

/// Times `state.part`; wrong outputs of timed runs end up in `state`. `copy` is the copy roofline as it was last
/// measured, which is only measured again where it is the part's baseline. Nothing when the part failed on the way
/// (state says why). No process of the student's is left. Throws CannotGrade when the reference fails.
std::optional<Performance> measure(const Context& context, const Participants& with, units::GBps copy,
                                   PartState& state);

}  // namespace grader
