// Lab 3's operation: out = transpose of in, for rectangular matrices stored by rows.
#pragma once

#include <tuple>

#include "course/operation.hpp"

namespace course::lab3_transpose {

/// in has `height` rows of `width` floats; out has `width` rows of `height` floats;
/// out[x * height + y] == in[y * width + x], exactly: a transpose computes nothing.
struct Transpose {
  static constexpr int input_count = 1;
  static constexpr int output_count = 1;
  static constexpr int input_bits = 24;

  COURSE_HOST_DEVICE static std::int64_t width(Size size) { return size.extent[0]; }
  COURSE_HOST_DEVICE static std::int64_t height(Size size) { return size.extent[1]; }

  COURSE_HOST_DEVICE static std::int64_t elements(Size size, int /*buffer*/) { return width(size) * height(size); }

  COURSE_HOST_DEVICE static Expected expected(const Inputs& in, Size size, int /*output*/, std::int64_t index) {
    const std::int64_t x = index / height(size);
    const std::int64_t y = index % height(size);
    return {in(0, y * width(size) + x), 0.0};
  }

  /// Every element is read once and written once.
  static std::int64_t bytes_moved(Size size) { return 2 * 4 * width(size) * height(size); }
};

/// What the backends can generate inputs for and check.
using Operations = std::tuple<Transpose>;

}  // namespace course::lab3_transpose
