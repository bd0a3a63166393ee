// One element against what it must be: the lines both backends judge by.
#pragma once

#include <cstdint>
#include <cstring>

#include "course/operation.hpp"

namespace backends {

/// What a pass over one buffer counts. `first_wrong` is the lowest index of a wrong element, or -1 as unsigned.
struct Tally {
  unsigned long long wrong = 0;            ///< elements that are not right
  unsigned long long poisoned = 0;         ///< elements that still hold the poison
  unsigned long long first_wrong = ~0ULL;  ///< the lowest index of a wrong element; all bits set: there is none
};

/// The 32 bits of a float.
COURSE_HOST_DEVICE inline std::uint32_t bits_of(float value) {
  std::uint32_t bits = 0;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

/// The number that an element of an output is.
COURSE_HOST_DEVICE inline double number_of(float element, course::Element type) {
  return type == course::Element::u32 ? static_cast<double>(bits_of(element)) : static_cast<double>(element);
}

/// How many elements of an output `are_samples_right` looks at.
inline constexpr int samples_per_output = 256;

/// The `sample`-th of them. The same mixing as of inputs: course::input_value.
COURSE_HOST_DEVICE inline std::int64_t sampled_element(std::uint64_t choice, int sample, std::int64_t elements) {
  std::uint64_t z = choice + 0x9e3779b97f4a7c15ULL * (static_cast<std::uint64_t>(sample) + 1);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  z ^= z >> 31;
  return static_cast<std::int64_t>(z % static_cast<std::uint64_t>(elements));
}

/// NaN is never within a bound.
COURSE_HOST_DEVICE inline bool is_right(float actual, course::Element type, course::Expected expected) {
  using Kind = course::Expected::Kind;
  if (expected.kind == Kind::untouched) return bits_of(actual) == course::poison_bits;
  const double number = number_of(actual, type);
  if (expected.kind == Kind::measured) return number - number == 0;  // neither NaN nor infinite
  const double difference = number - expected.value;
  return (difference < 0 ? -difference : difference) <= expected.bound;
}

}  // namespace backends
