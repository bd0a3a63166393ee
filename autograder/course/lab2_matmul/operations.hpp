// Lab 2's operations: products of narrow matrices, 32 columns wide, stored by rows.
#pragma once

#include <tuple>

#include "course/operation.hpp"

namespace course::lab2_matmul {

/// C = A B. Inputs: A, M × 32 floats, and B, 32 × N floats. Output: C, M × N floats. A size is {M, N}.
struct NarrowProduct {
  static constexpr int input_count = 2;
  static constexpr int output_count = 1;
  static constexpr std::string_view names[] = {"A", "B", "C"};
  static constexpr int input_bits = 24;
  static constexpr std::int64_t width = 32;

  COURSE_HOST_DEVICE static std::int64_t elements(Size size, int buffer) {
    const std::int64_t m = size.extent[0];
    const std::int64_t n = size.extent[1];
    return buffer == 0 ? m * width : buffer == 1 ? width * n : m * n;
  }

  /// The bound is that of 32 products added in float, in any order; half the mantissa's bits would not do.
  COURSE_HOST_DEVICE static MatrixProduct product(Size size) {
    const std::int64_t n = size.extent[1];
    return {width, n, {0, width}, {1, 1, n}};
  }

  /// Every element of A and B is read once, every one of C written once.
  static std::int64_t bytes_moved(Size size) {
    const std::int64_t m = size.extent[0];
    const std::int64_t n = size.extent[1];
    return 4 * (m * width + width * n + m * n);
  }
};

/// C = A Aᵀ. Input: A, M × 32 floats. Output: C, M × M floats. A size is {M, M}.
struct GramMatrix {
  static constexpr int input_count = 1;
  static constexpr int output_count = 1;
  static constexpr int input_bits = 24;
  static constexpr std::int64_t width = 32;

  /// Of a listed size only m counts.
  static constexpr Size problem(Size listed) { return {{listed.extent[0], listed.extent[0], 1}}; }

  COURSE_HOST_DEVICE static std::int64_t elements(Size size, int buffer) {
    return size.extent[0] * (buffer == 0 ? width : size.extent[0]);
  }

  /// The bound is that of 32 products added in float, in any order.
  COURSE_HOST_DEVICE static MatrixProduct product(Size size) { return {width, size.extent[0], {0, width}, {0, width}}; }

  /// Every element of A is read once, every one of C written once.
  static std::int64_t bytes_moved(Size size) { return 4 * (size.extent[0] * width + size.extent[0] * size.extent[0]); }
};

/// What the backends can generate inputs for and check.
using Operations = std::tuple<NarrowProduct, GramMatrix>;

}  // namespace course::lab2_matmul
