// Lab 0's operations: a copy, and points as structures taken apart into arrays.
#pragma once

#include <tuple>

#include "course/operation.hpp"

namespace course::lab0_copy {

/// out[i] == in[i] for n floats, exactly. A size is {n}.
struct Copy {
  static constexpr int input_count = 1;
  static constexpr int output_count = 1;
  static constexpr int input_bits = 24;

  COURSE_HOST_DEVICE static std::int64_t elements(Size size, int /*buffer*/) { return size.extent[0]; }

  COURSE_HOST_DEVICE static Expected expected(const Inputs& in, Size /*size*/, int /*output*/, std::int64_t index) {
    return {in(0, index), 0.0};
  }

  /// Every float is read once and written once.
  static std::int64_t bytes_moved(Size size) { return 2 * 4 * size.extent[0]; }
};

/// in holds n points of three floats, x y z x y z …; the three outputs of n floats each hold all x, all y, all z.
/// A size is {n}.
struct SplitPoints {
  static constexpr int input_count = 1;
  static constexpr int output_count = 3;
  static constexpr std::string_view names[] = {"points", "x", "y", "z"};
  static constexpr int input_bits = 24;

  COURSE_HOST_DEVICE static std::int64_t elements(Size size, int buffer) {
    return buffer < input_count ? 3 * size.extent[0] : size.extent[0];
  }

  COURSE_HOST_DEVICE static Expected expected(const Inputs& in, Size /*size*/, int output, std::int64_t index) {
    return {in(0, 3 * index + output), 0.0};
  }

  /// Every float is read once and written once.
  static std::int64_t bytes_moved(Size size) { return 2 * 4 * 3 * size.extent[0]; }
};

/// What the backends can generate inputs for and check.
using Operations = std::tuple<Copy, SplitPoints>;

}  // namespace course::lab0_copy
