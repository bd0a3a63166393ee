// Whether the emulator could have said what a runner's packet says. Student code can send packets of its own. What the
// grader makes of a packet may rely on what is checked here.
#pragma once

#include "runner/protocol.hpp"

namespace backends {

/// No count, size or time that is counted from 0 is above this: sums of all records of a reply, times the bytes of a
/// request, stay far below what 64 bits hold. A call that does all the work it may (course.toml) stays far below it.
inline constexpr std::int64_t most_counted = std::int64_t{1} << 43;

/// Every enumerator is one that there is; counts are from 0 to `most_counted`; floating-point numbers
/// are finite, and, but for the time that the runner's own clock tells, none is negative.
bool is_possible(const runner::Reply& reply);

/// The same of the member that `kind` says; also false where `kind` is none.
bool is_possible(const runner::Record& record);

}  // namespace backends
