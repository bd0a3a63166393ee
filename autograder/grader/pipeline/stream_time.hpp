// How long a part's copies and kernels took: in the emulator against what the busiest of link and kernels needs, and
// what the student's own timers said of them. Not for what overlapped and why; see grader/timeline.hpp.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "backends/backend.hpp"
#include "course/lab.hpp"
#include "grader/pipeline/part_state.hpp"
#include "grader/words/reasons.hpp"
#include "simt/simt.hpp"

namespace grader {

/// Virtual time from the call to the end of all its work ÷ the longest of: the bytes that must come from the host, and
/// those that must go there, each at the rate of a pinned copy; the kernels' work with all multiprocessors, as far as
/// the part needs it. Nothing for an operation without buffers on the host.
std::optional<double> time_vs_bound(const simt::Evidence& evidence, const course::Operation& operation,
                                    const course::Size& size, const simt::memory::Device& device);

/// Milliseconds of the copies in, the kernels, the copies out.
using StageTimes = std::array<double, 3>;

/// As the emulator's virtual time had them.
StageTimes stage_times(const simt::Evidence& evidence);

/// As the student's code measured them in `slot`. Nothing when the operation asks for no such thing.
std::optional<StageTimes> claimed_stage_times(backends::Workspace& workspace, int slot);

/// How far a claim may be off: by a share of the true time, and by so many milliseconds.
struct StageTolerance {
  double share = 0.1;
  double milliseconds = 0.05;  ///< what events add to a stage
};

/// The first stage whose claim is not `actual`, as a reason for `state`; `lines` says where the code asks for its
/// events and for the time between them, and may be empty.
void check_stage_times(const StageTimes& claimed, const StageTimes& actual, const StageTolerance& tolerance,
                       PartState& state, const StageLines& lines = {});

/// The same after a counted run of `workspace`'s first slot in the emulator, if the part is right so far. There the
/// device's rates are known to everybody: numbers that no event gave are refused, however true.
void check_stage_times(backends::Workspace& workspace, const simt::Evidence& evidence,
                       const simt::memory::Device& device, PartState& state, const StageLines& lines);

}  // namespace grader
