// Lab 4's operations: values that change places between two arrays, in rounds that must not overlap; a sum; a prefix
// sum.
#pragma once

#include <algorithm>
#include <string_view>
#include <tuple>

#include "course/operation.hpp"

namespace course::lab4_sync {

/// Of a size {n, rounds, blocks}: n values that a round brings to another array, and back.
struct TwoArrays {
  static constexpr int input_count = 1;
  static constexpr int output_count = 1;
  static constexpr int scratch_count = 1;
  static constexpr int input_bits = 24;

  COURSE_HOST_DEVICE static std::int64_t elements(Size size, int /*buffer*/) { return size.extent[0]; }
};

/// R rounds, each of two stages with a shift of d = n / 2 + 1:
///     p[j] = -x[(j + d) % n]      x[j] = p[(j + d) % n]
/// The input is x before the first round, the output x after the last; p is scratch. A size is {n, rounds, blocks}.
///
/// A round negates and shifts by 2 d, so x[j] ends as (-1)^R in[(j + 2 d R) % n], and every element of the result hangs
/// on a chain of 2 R reads. A read that comes too early, or too late, finds a value of k ≠ 0 rounds before or after.
/// The chain then ends with the wrong sign if k is odd, and at another element unless n divides 2 d k, which is n + 2
/// or n + 1 times k: a round too early or too late always shows, whichever round it was.
struct RoundTrips : TwoArrays {
  COURSE_HOST_DEVICE static Expected after(const Inputs& in, std::int64_t n, std::int64_t rounds, std::int64_t index) {
    const std::int64_t shift = 2 * (n / 2 + 1) % n * (rounds % n) % n;
    const float value = in(0, (index + shift) % n);
    return {rounds % 2 == 0 ? value : -value, 0.0};
  }

  COURSE_HOST_DEVICE static Expected expected(const Inputs& in, Size size, int /*output*/, std::int64_t index) {
    return after(in, size.extent[0], size.extent[1], index);
  }

  /// Every stage reads an array and writes the other.
  static std::int64_t bytes_moved(Size size) { return steps(size) * 2 * 4 * size.extent[0]; }

  /// Every stage ends with a barrier, or with the end of a launch.
  static std::int64_t steps(Size size) { return 2 * size.extent[1]; }
  static constexpr std::string_view step = "barrier";
};

/// The same with all blocks of a size in one launch, which must all be on the device together.
struct ResidentRoundTrips : RoundTrips {
  /// More than any device holds: 32 blocks on each of some hundred multiprocessors.
  static bool must_refuse(Size size) { return size.extent[2] > 100'000; }

  /// Two blocks of 256 threads for each multiprocessor are resident on every device, unless a thread needs more than
  /// 128 registers.
  static Size fitted(Size size, const DeviceProperties& device) {
    if (!must_refuse(size)) size.extent[2] = std::min(size.extent[2], std::int64_t{2} * device.multiprocessors);
    return size;
  }
};

/// One round, whatever the size says. At large sizes bandwidth decides: the speed is reported in GB/s.
struct OneRoundTrip : TwoArrays {
  COURSE_HOST_DEVICE static Expected expected(const Inputs& in, Size size, int /*output*/, std::int64_t index) {
    return RoundTrips::after(in, size.extent[0], 1, index);
  }

  static std::int64_t bytes_moved(Size size) { return RoundTrips::bytes_moved({{size.extent[0], 1, 1}}); }
};

/// total[0] == the sum of in[i] over i < n. Of a size {n, rounds, blocks} only n counts.
///
/// Inputs are odd multiples of 1/16 below 1, whose mean is 0. The sum of k of them is a whole number of sixteenths, of
/// about 9 × sqrt(k) on average: for k = 2^27 some 10^5, more than a hundred times less than the 2^24 up to which a
/// float holds every whole number. So no sum of any part of them, in whatever order, is ever rounded. (Multiples of 1/8
/// from -1 to 7/8, whose mean is -1/16, would add up to 2^26 eighths.)
struct Sum {
  static constexpr int input_count = 1;
  static constexpr int output_count = 1;
  static constexpr int input_bits = balanced_sixteenths;
  static constexpr double unit = 1.0 / 16;
  static constexpr int most_elements = 1;

  COURSE_HOST_DEVICE static std::int64_t elements(Size size, int buffer) { return buffer == 0 ? size.extent[0] : 1; }
  COURSE_HOST_DEVICE static std::int64_t terms(Size size) { return size.extent[0]; }

  template <class Add>
  COURSE_HOST_DEVICE static void add_term(const Inputs& in, Size /*size*/, std::int64_t term, Add add) {
    add(std::int64_t{0}, static_cast<int>(16 * in(0, term)));
  }

  /// Every float is read once, the total written.
  static std::int64_t bytes_moved(Size size) { return 4 * (size.extent[0] + 1); }
};

/// out[i] == in[0] + … + in[i], modulo 2^32. Of a size {n, rounds, blocks} only n counts.
///
/// Inputs are made from random results, so that the result of element i is known without the i + 1 inputs before it.
/// All 32 bits of inputs and results are random: a flag has no room in them.
struct PrefixSum {
  static constexpr int input_count = 1;
  static constexpr int output_count = 1;
  static constexpr int input_bits = differences;
  static constexpr Element output_element = Element::u32;

  COURSE_HOST_DEVICE static std::int64_t elements(Size size, int /*buffer*/) { return size.extent[0]; }

  COURSE_HOST_DEVICE static Expected expected(const Inputs& in, Size /*size*/, int /*output*/, std::int64_t index) {
    return {static_cast<double>(running_sum(in.seed, 0, index)), 0.0};
  }

  /// As a copy does: every word is read once and written once.
  static std::int64_t bytes_moved(Size size) { return 2 * 4 * size.extent[0]; }
};

/// What the backends can generate inputs for and check.
using Operations = std::tuple<RoundTrips, ResidentRoundTrips, OneRoundTrip, Sum, PrefixSum>;

}  // namespace course::lab4_sync
