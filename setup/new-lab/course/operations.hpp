// Lab @N@'s operation: y = a x + y, in place.
#pragma once

#include <tuple>

#include "course/operation.hpp"

namespace course::lab@N@_@name@ {

/// y[i] becomes a * x[i] + y[i] for n floats. A size is {n}. Input 0 is x; output 0, which is buffer 1, is y; scalar 0 is a.
struct Update {
  static constexpr int input_count = 1;
  static constexpr int output_count = 1;
  static constexpr int scalar_count = 1;
  /// x and y are multiples of 2^-15 and a is one of 2^-4, so that the result is exact in float, fused or not.
  static constexpr int input_bits = 16;

  /// y holds input values before the call.
  static constexpr bool is_in_place(int /*output*/) { return true; }

  COURSE_HOST_DEVICE static std::int64_t elements(Size size, int /*buffer*/) { return size.extent[0]; }

  COURSE_HOST_DEVICE static Expected expected(const Inputs& in, Size /*size*/, int /*output*/, std::int64_t index) {
    return {static_cast<double>(in.scalar(0)) * in(0, index) + in(1, index), 0.0};
  }

  /// x is read once; y is read once and written once.
  static std::int64_t bytes_moved(Size size) { return 3 * 4 * size.extent[0]; }
};

/// What the backends can generate inputs for and check.
using Operations = std::tuple<Update>;

}  // namespace course::lab@N@_@name@
