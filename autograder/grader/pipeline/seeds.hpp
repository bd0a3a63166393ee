// Where a grading's random numbers come from: all inputs derive from one seed, so that a grading can be repeated.
// The process of student code sees inputs, never the seed.
#pragma once

#include <cstdint>

#include "grader/pipeline/part_state.hpp"

namespace grader {

/// A seed from the system's random numbers, so that no answer can be known before. Throws CannotGrade.
std::uint64_t fresh_seed();

/// The seed of the inputs of `state`'s next run at `size`. It depends on the grading's seed, the part, the size and how
/// often the part has run at that size; not on other parts, and not on the order of sizes.
std::uint64_t take_seed(const Context& context, PartState& state, const course::Size& size);

}  // namespace grader
