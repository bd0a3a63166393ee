// What an operation is, for all code that makes its inputs or judges its outputs: element counts, input
// values, expected outputs with their error bound. Compiles for the host and, under nvcc, for the
// device, so that both backends judge by the same lines. Not for what the parts are called or worth.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#ifdef __CUDACC__
#define COURSE_HOST_DEVICE __host__ __device__
#else
#define COURSE_HOST_DEVICE
#endif

namespace course {

/// The extents of a problem; what each means is said by the operation (a transpose: width, height).
/// Unused extents are 1.
struct Size {
  std::int64_t extent[3] = {1, 1, 1};  ///< in the order of the lab's names
  bool operator==(const Size&) const = default;
};

/// What sizes depend on in the device that a part is graded on, or counted for.
struct DeviceProperties {
  int multiprocessors = 0;            ///< of the device, or of the part of it that a lab is graded on
  std::int64_t persisting_bytes = 0;  ///< that can be set aside of the L2 cache for lines that persist; 0: none
};

/// The device that the sizes of lab.toml are for: an H200.
inline constexpr DeviceProperties listed_for{132, 39321600};

/// What one output element must be. `bound` is the largest allowed |actual - expected|; 0 means exact.
struct Expected {
  /// How an element is compared.
  enum class Kind : std::uint8_t {
    value,      ///< within `bound` of `value`
    untouched,  ///< what it was before: the padding of a pitched row. For an in-place output, give the value instead.
    measured,   ///< any number: the student's own measurement, which the grader compares with its own
  };
  double value = 0;         ///< the right value, in the element's own unit
  double bound = 0;         ///< the largest |actual - value| that passes; 0: exact
  Kind kind = Kind::value;  ///< how to compare
};

/// Where a buffer is.
enum class Place : std::uint8_t {
  device,
  host,  ///< memory of the process, pageable unless the student's code pins it
};
/// How many places there are.
inline constexpr int places = 2;

/// Which clock measures a part's speed.
enum class Clock {
  device,  ///< the GPU's events around each launch
  host,    ///< from the call to the end of all its work, as a waiting caller sees it
};

/// What an output's 32-bit elements are.
enum class Element : std::uint8_t {
  f32,
  u32,
  u8x4,      ///< four characters each
  half_f64,  ///< half of a double each, the low word first
};

/// As an operation's input_bits: every element is four characters of seven bits, 0 to 127, and as a float never NaN,
/// infinite or what an output is filled with before a run.
inline constexpr int packed_characters = 0;

/// The same with eight bits, so that half of the characters are negative where `char` has a sign. In whatever order
/// four of them stand, as a float they are a number.
inline constexpr int packed_bytes = -1;

/// As an operation's input_bits: odd multiples of 1/16 from -15/16 to 15/16. Their mean is zero, so that even long sums
/// stay small, and none of them is zero, so that leaving one out changes the sum.
inline constexpr int balanced_sixteenths = 1;

/// As an operation's input_bits: every element is a 32-bit word, and not a float. The sum of elements 0 to `index`,
/// modulo 2^32, is `running_sum`: each element is the difference of two of these, so that no long sum need be added up
/// to be known.
inline constexpr int differences = -2;

/// 64 random bits, a pure function of the arguments. Steele, Lea, Flood: "Fast splittable pseudorandom number
/// generators", OOPSLA 2014 (the finaliser).
COURSE_HOST_DEVICE inline std::uint64_t random_bits(std::uint64_t seed, int buffer, std::int64_t index) {
  std::uint64_t z = seed + 0x9e3779b97f4a7c15ULL * (static_cast<std::uint64_t>(index) + 1) +
                    0xd1b54a32d192ed03ULL * static_cast<std::uint64_t>(buffer);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ z >> 31;
}

/// The sum of the first `index` + 1 `differences`, modulo 2^32: a random word, and 0 for index -1.
COURSE_HOST_DEVICE inline std::uint32_t running_sum(std::uint64_t seed, int buffer, std::int64_t index) {
  return index < 0 ? 0 : static_cast<std::uint32_t>(random_bits(seed, buffer, index) >> 32);
}

/// Element `index` of input buffer `buffer`: a multiple of 2^(1 - bits), uniform in [-1, 1), a pure function of its
/// arguments, so that a value can be recomputed anywhere without trusting memory that student code could write.
/// `bits` is from 2 to 24, or one of the names above.
COURSE_HOST_DEVICE inline float input_value(std::uint64_t seed, int buffer, std::int64_t index, int bits) {
  if (bits == differences) {
    const std::uint32_t word = running_sum(seed, buffer, index) - running_sum(seed, buffer, index - 1);
    float element = 0;
    memcpy(&element, &word, sizeof element);
    return element;
  }
  const std::uint64_t z = random_bits(seed, buffer, index);
  if (bits == packed_characters || bits == packed_bytes) {
    auto characters = static_cast<std::uint32_t>(z >> 32);
    if (bits == packed_characters) characters &= 0x7f7f7f7fU;
    // In no order do four of them make an exponent that is not a number's: 0x7f becomes 0x7e.
    for (std::uint32_t lowest = 1; bits == packed_bytes && lowest != 0; lowest <<= 8) {
      const std::uint32_t seven = 0x7fU * lowest;
      if ((characters & seven) == seven) characters &= ~lowest;
    }
    float packed = 0;
    memcpy(&packed, &characters, sizeof packed);
    return packed;
  }
  if (bits == balanced_sixteenths) return static_cast<float>(2 * static_cast<int>(z >> 60) - 15) / 16;
  // Up to 24 random bits are exactly representable in a float; the shift keeps the best-mixed ones.
  const std::int64_t half = std::int64_t{1} << (bits - 1);
  return static_cast<float>(static_cast<std::int64_t>(z >> (64 - bits)) - half) / static_cast<float>(half);
}

/// Seed of the inputs with which the solutions' counters are recorded on hardware, and counted beside it.
inline constexpr std::uint64_t truth_seed = 1;

/// The elements of inputs that an operation's `expected` has asked for.
struct InputReads {
  /// One element of an input.
  struct Element {
    int buffer = 0;          ///< of the operation, from 0
    std::int64_t index = 0;  ///< in the buffer's 32-bit elements
    auto operator<=>(const Element&) const = default;
  };
  std::vector<Element> elements;  ///< in the order of reading, repeated ones too
};

/// The inputs of one run, as an operation's `expected` reads them.
struct Inputs {
  static constexpr int most_known = 4;  ///< How many inputs can be known.

  std::uint64_t seed = 0;  ///< what all values derive from
  int bits = 24;           ///< Operation::input_bits
  /// Of the first buffers, where the same values are in memory that no student code can write; null: they are computed
  /// where they are needed, which takes longer.
  const float* known[most_known] = {};
  InputReads* reads = nullptr;  ///< on the host: where reads are noted; null: nowhere
  /// Element `index` of an input; of an in-place output, what it holds before the call.
  COURSE_HOST_DEVICE float operator()(int buffer, std::int64_t index) const {
#ifndef __CUDA_ARCH__
    if (reads != nullptr) reads->elements.push_back({buffer, index});
#endif
    if (buffer < most_known && known[buffer] != nullptr) return known[buffer][index];
    return input_value(seed, buffer, index, bits);
  }
  /// Scalar argument `index`: an odd multiple of 1/16 from -15/16 to 15/16, so never 0, 1 or -1. A function that leaves
  /// it out is wrong.
  COURSE_HOST_DEVICE float scalar(int index) const { return input_value(seed, -1, index, balanced_sixteenths); }
};

/// The largest error of a sum of `terms` products in float, added in any order, where `magnitude` is the sum of the
/// products' absolute values. Higham: Accuracy and Stability of Numerical Algorithms, 2nd ed., section 3.1.
COURSE_HOST_DEVICE inline double dot_product_bound(std::int64_t terms, double magnitude) {
  constexpr double unit_roundoff = 1.0 / (1 << 24);
  const double share = static_cast<double>(terms) * unit_roundoff;
  return share / (1 - share) * magnitude;
}

/// Elements first, first + step, … of an input: a row of a matrix, or a column.
struct InputVector {
  int buffer = 0;          ///< the input's number
  std::int64_t first = 0;  ///< index of the first element
  std::int64_t step = 1;   ///< from one element to the next, in elements
};

/// A sum of products, and what a sum in float may miss it by.
struct DotProduct {
  double sum = 0;        ///< of the products so far
  double magnitude = 0;  ///< of the products' absolute values so far

  /// Adds one product.
  COURSE_HOST_DEVICE void add(double a, double b) {
    const double product = a * b;
    sum += product;
    magnitude += product < 0 ? -product : product;
  }
  /// What the sum of `terms` products must be: exact, or within `dot_product_bound`.
  COURSE_HOST_DEVICE Expected expected(std::int64_t terms, bool is_exact) const {
    return {sum, is_exact ? 0.0 : dot_product_bound(terms, magnitude)};
  }
};

/// The dot product of `terms` elements of each.
COURSE_HOST_DEVICE inline Expected dot_product(const Inputs& in, std::int64_t terms, InputVector a, InputVector b,
                                               bool is_exact) {
  DotProduct product;
  for (std::int64_t k = 0; k < terms; ++k) {
    product.add(in(a.buffer, a.first + k * a.step), in(b.buffer, b.first + k * b.step));
  }
  return product.expected(terms, is_exact);
}

/// One side of a product of matrices: its rows, or its columns, one after the other in an input.
struct Factor {
  int buffer = 0;           ///< the input's number
  std::int64_t stride = 0;  ///< from the first element of a vector to that of the next one
  std::int64_t step = 1;    ///< from element to element of a vector

  /// Its row, or column, number `index`.
  COURSE_HOST_DEVICE InputVector vector(std::int64_t index) const { return {buffer, index * stride, step}; }
};

/// An output of floats by rows: element (i, j) is the dot product of row i of `left` and column j of `right`.
struct MatrixProduct {
  std::int64_t terms = 0;    ///< of each sum
  std::int64_t columns = 0;  ///< of the output
  /// Whose rows, and whose columns, are multiplied.
  Factor left, right;
  bool is_exact = false;  ///< no sum is ever rounded, in whatever order

  /// What output element `index` must be, counted by rows.
  COURSE_HOST_DEVICE Expected expected(const Inputs& in, std::int64_t index) const {
    return dot_product(in, terms, left.vector(index / columns), right.vector(index % columns), is_exact);
  }
};

/// A quiet NaN no computation of ours or of the hardware produces (arithmetic gives 0x7fffffff on NVIDIA
/// GPUs and 0x7fc00000 on x86). An output that still holds it was never written.
inline constexpr std::uint32_t poison_bits = 0x7fed5a5aU;

}  // namespace course
