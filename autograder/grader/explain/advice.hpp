// From counters and findings to one sentence each: what about this line costs, and what would change it.
#pragma once

#include <string>
#include <vector>

#include "grader/explain/explain.hpp"

namespace grader {

/// What to do about `explanation`'s traffic and findings; `part` says where to read on.
std::vector<Reason> advise(const course::Part& part, const Explanation& explanation);

/// What could move less, too, in a part that fails for other reasons.
std::vector<std::string> allowed_waste(const Explanation& explanation);

}  // namespace grader
