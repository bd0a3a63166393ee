// Of a lambda that has copies of variables: what it does not see.
#pragma once

#include <optional>
#include <string_view>

#include "grader/result.hpp"
#include "simt/simt.hpp"

namespace grader {

/// A lambda of a function that `entry` uses, which copies a variable that gets another value before the lambda is
/// called: its line, and that of the assignment. Nothing where there is none.
std::optional<Finding> copied_too_early(const simt::SourceIndex& source, std::string_view entry);

}  // namespace grader
