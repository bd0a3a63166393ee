// Lab 6's operations, each with work enough in shared memory for its banks to matter. A size is {rows, columns}.
#pragma once

#include <tuple>

#include "course/operation.hpp"

namespace course::lab6_banks {
namespace banks {

COURSE_HOST_DEVICE inline std::int64_t rows(Size size) { return size.extent[0]; }
COURSE_HOST_DEVICE inline std::int64_t columns(Size size) { return size.extent[1]; }
COURSE_HOST_DEVICE inline std::int64_t product(Size size) { return rows(size) * columns(size); }

/// Byte `index` of an input buffer, as it is in memory.
COURSE_HOST_DEVICE inline std::uint32_t byte_of(const Inputs& in, int buffer, std::int64_t index) {
  const float element = in(buffer, index / 4);
  std::uint32_t bits = 0;
  memcpy(&bits, &element, sizeof bits);
  return bits >> 8 * (index % 4) & 0xffU;
}

COURSE_HOST_DEVICE inline float as_float(std::uint32_t bits) {
  float value = 0;
  memcpy(&value, &bits, sizeof value);
  return value;
}

}  // namespace banks

/// in and out have `rows` rows of `columns` floats; out[r][k] = in[r][0] + … + in[r][k].
struct RunningSums {
  static constexpr int input_count = 1;
  static constexpr int output_count = 1;
  static constexpr int input_bits = 4;  // multiples of 1/8: sums of up to 2^21 are exact

  COURSE_HOST_DEVICE static std::int64_t elements(Size size, int /*buffer*/) { return banks::product(size); }

  COURSE_HOST_DEVICE static Expected expected(const Inputs& in, Size size, int /*output*/, std::int64_t index) {
    float sum = 0;
    for (std::int64_t i = index - index % banks::columns(size); i <= index; ++i) sum += in(0, i);
    return {sum, 0.0};
  }

  /// Every element is read once and written once.
  static std::int64_t bytes_moved(Size size) { return 2 * 4 * banks::product(size); }
};

/// Square tiles of `side` × `side` characters, one behind the other, each transposed: out[x][y] = in[y][x]. There are
/// as many of them as make `rows` × `columns` words, which is what elements are, the last one whole.
struct TurnedTiles {
  static constexpr int input_count = 1;
  static constexpr int output_count = 1;
  static constexpr int input_bits = packed_bytes;
  static constexpr Element output_element = Element::u8x4;
  static constexpr std::int64_t side = 32;
  static constexpr std::int64_t words = side * side / 4;  // of a tile

  COURSE_HOST_DEVICE static std::int64_t tiles(Size size) { return (banks::product(size) + words - 1) / words; }

  COURSE_HOST_DEVICE static std::int64_t elements(Size size, int /*buffer*/) { return words * tiles(size); }

  COURSE_HOST_DEVICE static Expected expected(const Inputs& in, Size /*size*/, int /*output*/, std::int64_t index) {
    const std::int64_t tile = index / words * side * side;
    const std::int64_t x = 4 * index % (side * side) / side;
    const std::int64_t y = 4 * index % side;
    std::uint32_t word = 0;
    for (int i = 0; i < 4; ++i) word |= banks::byte_of(in, 0, tile + (y + i) * side + x) << 8 * i;
    return {banks::as_float(word), 0.0};
  }

  /// Every character is read once and written once.
  static std::int64_t bytes_moved(Size size) { return 2 * 4 * elements(size, 0); }
};

/// in and out have `rows` rows of `columns` doubles, each two elements: the low word, then the high one.
/// out[r][k] is the largest of in[r][0] … in[r][k]. Nothing is computed, so that any bits may serve as numbers, except
/// what is none: a high word that is a float in [-1, 1) is a double that is neither infinite nor NaN.
struct RunningMaxima {
  static constexpr int input_count = 1;
  static constexpr int output_count = 1;
  static constexpr int input_bits = 24;
  static constexpr Element output_element = Element::half_f64;

  COURSE_HOST_DEVICE static std::int64_t elements(Size size, int /*buffer*/) { return 2 * banks::product(size); }

  COURSE_HOST_DEVICE static double number(const Inputs& in, std::int64_t index) {
    const float words[2] = {in(0, 2 * index), in(0, 2 * index + 1)};
    double value = 0;
    memcpy(&value, words, sizeof value);
    return value;
  }

  COURSE_HOST_DEVICE static Expected expected(const Inputs& in, Size size, int /*output*/, std::int64_t index) {
    const std::int64_t last = index / 2;
    std::int64_t i = last - last % banks::columns(size);
    double largest = number(in, i);
    while (++i <= last) {
      const double next = number(in, i);
      if (next > largest) largest = next;
    }
    float words[2] = {};
    memcpy(words, &largest, sizeof words);
    return {words[index % 2], 0.0};
  }

  /// Every number is read once and written once.
  static std::int64_t bytes_moved(Size size) { return 2 * 8 * banks::product(size); }
};

/// in has n = `rows` × `columns` records of two elements: a value, which is never negative, and a word whose first
/// byte is a priority from 0 to 127. out[i] is the largest value of those from i to i + window - 1, as far as there are
/// any, whose priority is not below that of record i.
struct BestInWindow {
  static constexpr int input_count = 1;
  static constexpr int output_count = 1;
  static constexpr int input_bits = packed_characters;  // as values, any finite ones from 0 up
  static constexpr std::int64_t window = 32;

  COURSE_HOST_DEVICE static std::int64_t elements(Size size, int buffer) {
    return (buffer == 0 ? 2 : 1) * banks::product(size);
  }

  COURSE_HOST_DEVICE static std::uint32_t priority(const Inputs& in, std::int64_t record) {
    return banks::byte_of(in, 0, 8 * record + 4);
  }

  COURSE_HOST_DEVICE static Expected expected(const Inputs& in, Size size, int /*output*/, std::int64_t index) {
    const std::int64_t n = banks::product(size);
    const std::int64_t end = index + window < n ? index + window : n;
    float largest = in(0, 2 * index);
    for (std::int64_t i = index + 1; i < end; ++i) {
      const float value = in(0, 2 * i);
      const bool counts = priority(in, i) >= priority(in, index);
      if (counts && value > largest) largest = value;
    }
    return {largest, 0.0};
  }

  /// Every record is read once, every result written once.
  static std::int64_t bytes_moved(Size size) { return (8 + 4) * banks::product(size); }
};

/// x has n = `rows` × `columns` floats, c has `taps`. out[i] = Σ c[k] * x[i + k], where nothing is behind x's end.
struct Filtered {
  static constexpr int input_count = 2;
  static constexpr int output_count = 1;
  static constexpr std::string_view names[] = {"x", "c", "out"};
  static constexpr int input_bits = 4;  // multiples of 1/8: a sum of products is exact
  static constexpr std::int64_t taps = 32;

  COURSE_HOST_DEVICE static std::int64_t elements(Size size, int buffer) {
    return buffer == 1 ? taps : banks::product(size);
  }

  COURSE_HOST_DEVICE static Expected expected(const Inputs& in, Size size, int /*output*/, std::int64_t index) {
    const std::int64_t left = banks::product(size) - index;
    return dot_product(in, left < taps ? left : taps, {0, index}, {1}, /*is_exact=*/true);
  }

  /// Every sample and every coefficient is read once, every result written once.
  static std::int64_t bytes_moved(Size size) { return 4 * (2 * banks::product(size) + taps); }
};

/// x has n = `rows` × `columns` floats, counts has `bins` unsigned integers: how many values are in each bin.
struct MagnitudeHistogram {
  static constexpr int input_count = 1;
  static constexpr int output_count = 1;
  static constexpr int input_bits = 24;
  static constexpr Element output_element = Element::u32;
  static constexpr std::int64_t bins = 64;

  COURSE_HOST_DEVICE static std::int64_t elements(Size size, int buffer) {
    return buffer == 0 ? banks::product(size) : bins;
  }

  /// As in labs/lab6_banks/banks.cuh: how often 1 must be halved to be no more than |x|, but 31 at most; 32 more if x
  /// is negative.
  COURSE_HOST_DEVICE static std::int64_t bin(float x) {
    float power = 1;
    std::int64_t halvings = 0;
    const float magnitude = x < 0 ? -x : x;
    while (halvings < 31 && magnitude < power) {
      power /= 2;
      ++halvings;
    }
    return halvings + (x < 0 ? 32 : 0);
  }

  // A sum; see course/operations.hpp.
  static constexpr double unit = 1;
  static constexpr int most_elements = bins;
  COURSE_HOST_DEVICE static std::int64_t terms(Size size) { return banks::product(size); }
  template <class Add>
  COURSE_HOST_DEVICE static void add_term(const Inputs& in, Size /*size*/, std::int64_t term, Add add) {
    add(bin(in(0, term)), 1);
  }

  /// Every value is read once, every count written once.
  static std::int64_t bytes_moved(Size size) { return 4 * (banks::product(size) + bins); }
};

/// What the backends can generate inputs for and check.
using Operations = std::tuple<RunningSums, TurnedTiles, RunningMaxima, BestInWindow, Filtered, MagnitudeHistogram>;

}  // namespace course::lab6_banks
