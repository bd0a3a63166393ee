// Lab 0's operations: copies, points and longer records taken apart into arrays, and two kinds of work in turn.
#pragma once

#include <cmath>
#include <string_view>
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

/// out[i] == in[i + shift] for n floats, exactly; in has n + shift. A listed size is {n}.
struct ShiftedCopy {
  static constexpr int input_count = 1;
  static constexpr int output_count = 1;
  static constexpr std::string_view further_extents[] = {"shift"};
  static constexpr int input_bits = 24;

  /// Some shifts are multiples of 4 or 8, one is 0, most are neither. At the sizes of lab.toml where speed is measured
  /// and traffic is counted they are odd.
  static constexpr Size problem(Size listed) { return {{listed.extent[0], (7 * listed.extent[0] + 8) % 67, 1}}; }

  COURSE_HOST_DEVICE static std::int64_t elements(Size size, int buffer) {
    return size.extent[0] + (buffer < input_count ? size.extent[1] : 0);
  }

  COURSE_HOST_DEVICE static Expected expected(const Inputs& in, Size size, int /*output*/, std::int64_t index) {
    return {in(0, index + size.extent[1]), 0.0};
  }

  /// What is in front of the first float need not be read.
  static std::int64_t bytes_moved(Size size) { return 2 * 4 * size.extent[0]; }
};

/// out[i] == logistic(in[i], rounds) for even i and scrambled(in[i], rounds) for odd i, both exactly. A listed size is
/// {n}.
struct TwoKinds {
  static constexpr int input_count = 1;
  static constexpr int output_count = 1;
  static constexpr std::string_view further_extents[] = {"rounds"};
  static constexpr int input_bits = 24;

  /// Where speed is measured or predicted, or traffic is counted, so many rounds that arithmetic takes much longer than
  /// memory. Elsewhere a few, which are enough to see what is wrong.
  static constexpr Size problem(Size listed) {
    return {{listed.extent[0], listed.extent[0] % 65536 == 0 ? 256 : 1 + listed.extent[0] % 7, 1}};
  }

  // What labs/lab0_copy/copy.cuh calls logistic() and scrambled(), to the last bit: a multiply-add is rounded once.
  COURSE_HOST_DEVICE static float logistic(float x, std::int64_t rounds) {
    for (std::int64_t i = 0; i < rounds; ++i) x = fmaf(x, x, -1.9F);
    return x;
  }
  COURSE_HOST_DEVICE static float scrambled(float x, std::int64_t rounds) {
    std::uint32_t bits = 0;
    memcpy(&bits, &x, sizeof bits);
    for (std::int64_t i = 0; i < rounds; ++i) bits = (bits ^ bits >> 15) * 0x2c1b3c6dU;
    return static_cast<float>(bits >> 8) / (1 << 24);
  }

  COURSE_HOST_DEVICE static std::int64_t elements(Size size, int /*buffer*/) { return size.extent[0]; }

  COURSE_HOST_DEVICE static Expected expected(const Inputs& in, Size size, int /*output*/, std::int64_t index) {
    const float x = in(0, index);
    return {index % 2 == 0 ? logistic(x, size.extent[1]) : scrambled(x, size.extent[1]), 0.0};
  }

  /// A round counts as one, of either kind.
  static double multiply_adds(Size size) {
    return static_cast<double>(size.extent[0]) * static_cast<double>(size.extent[1]);
  }

  /// Every float is read once and written once.
  static std::int64_t bytes_moved(Size size) { return 2 * 4 * size.extent[0]; }
};

/// in holds n records of k floats. The output has k arrays, pitch(size) floats apart: array j holds float j of every
/// record, and behind them what it held before. A listed size is {n}.
struct SplitRecords {
  static constexpr int input_count = 1;
  static constexpr int output_count = 1;
  static constexpr std::string_view further_extents[] = {"k"};
  static constexpr int input_bits = 24;

  static constexpr Size problem(Size listed) { return {{listed.extent[0], 1 + listed.extent[0] % 32, 1}}; }

  /// So many floats that every array begins at a multiple of 256 bytes.
  COURSE_HOST_DEVICE static std::int64_t pitch(Size size) { return (size.extent[0] + 63) / 64 * 64; }

  COURSE_HOST_DEVICE static std::int64_t elements(Size size, int buffer) {
    return (buffer < input_count ? size.extent[0] : pitch(size)) * size.extent[1];
  }

  COURSE_HOST_DEVICE static Expected expected(const Inputs& in, Size size, int /*output*/, std::int64_t index) {
    const std::int64_t record = index % pitch(size);
    if (record >= size.extent[0]) return {0, 0, Expected::Kind::untouched};
    return {in(0, record * size.extent[1] + index / pitch(size)), 0.0};
  }

  /// Every float is read once and written once.
  static std::int64_t bytes_moved(Size size) { return 2 * 4 * size.extent[0] * size.extent[1]; }
};

/// What the backends can generate inputs for and check.
using Operations = std::tuple<Copy, SplitPoints, ShiftedCopy, TwoKinds, SplitRecords>;

}  // namespace course::lab0_copy
