// Lab 1's operation: y = A x for a dense matrix stored by rows.
#pragma once

#include <tuple>

#include "course/operation.hpp"

namespace course::lab1_matvec {

/// Inputs: A, `rows` × `columns` floats by rows, and x, `columns` floats. Output: y, `rows` floats,
/// y[i] = Σ A[i * columns + j] * x[j]. A size is {rows, columns}.
struct MatVec {
  static constexpr int input_count = 2;
  static constexpr int output_count = 1;
  static constexpr std::string_view names[] = {"A", "x", "y"};
  // Multiples of 1/8 from -1 up: a product is a multiple of 1/64 and at most 1, so that a sum of up to 2^18 of them
  // fits the 24 bits of a float, and every partial sum is exact in whatever order. One missing term is then seen
  // among sixteen thousand, unless it is zero, as about one in eight is.
  static constexpr int input_bits = 4;
  static constexpr std::int64_t most_exact_columns = std::int64_t{1} << 18;

  COURSE_HOST_DEVICE static std::int64_t rows(Size size) { return size.extent[0]; }
  COURSE_HOST_DEVICE static std::int64_t columns(Size size) { return size.extent[1]; }

  COURSE_HOST_DEVICE static std::int64_t elements(Size size, int buffer) {
    return buffer == 0 ? rows(size) * columns(size) : buffer == 1 ? columns(size) : rows(size);
  }

  /// x is a matrix of one column.
  COURSE_HOST_DEVICE static MatrixProduct product(Size size) {
    return {columns(size), 1, {0, columns(size)}, {1}, columns(size) <= most_exact_columns};
  }

  /// Every element of A and x is read once, every one of y written once.
  static std::int64_t bytes_moved(Size size) { return 4 * (rows(size) * columns(size) + columns(size) + rows(size)); }
};

/// What the backends can generate inputs for and check.
using Operations = std::tuple<MatVec>;

}  // namespace course::lab1_matvec
