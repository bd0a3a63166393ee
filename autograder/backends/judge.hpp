// One element against what it must be: the lines both backends judge by.
#pragma once

#include <cstdint>
#include <cstring>

#include "course/operation.hpp"

namespace backends {

/// What a pass over one buffer counts. `first_wrong` is the lowest index of a wrong element, or -1 as unsigned.
struct Tally {
  unsigned long long wrong = 0;
  unsigned long long poisoned = 0;
  unsigned long long first_wrong = ~0ULL;
};

COURSE_HOST_DEVICE inline std::uint32_t bits_of(float value) {
  std::uint32_t bits = 0;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

/// NaN is never within a bound.
COURSE_HOST_DEVICE inline bool is_right(float actual, course::Expected expected) {
  const double difference = static_cast<double>(actual) - expected.value;
  return (difference < 0 ? -difference : difference) <= expected.bound;
}

}  // namespace backends
