// Numbers as bit patterns, as the emulator's core exchanges them.
#pragma once

#include <type_traits>

#include "qualifiers.h"

SIMT_FOR_ALL_BEGIN

namespace simt {

template <class T>
SIMT_ON_CALLERS_LINE unsigned long long to_bits(T value) {
  static_assert(std::is_arithmetic<T>::value, "lanes exchange int, unsigned, long, long long, float and double only");
  if constexpr (std::is_same<T, float>::value) {
    return __builtin_bit_cast(unsigned, value);
  } else if constexpr (std::is_same<T, double>::value) {
    return __builtin_bit_cast(unsigned long long, value);
  } else {
    return static_cast<unsigned long long>(value);
  }
}

template <class T>
SIMT_ON_CALLERS_LINE T from_bits(unsigned long long bits) {
  if constexpr (std::is_same<T, float>::value) {
    return __builtin_bit_cast(float, static_cast<unsigned>(bits));
  } else if constexpr (std::is_same<T, double>::value) {
    return __builtin_bit_cast(double, bits);
  } else {
    return static_cast<T>(bits);
  }
}

}  // namespace simt

SIMT_FOR_ALL_END
