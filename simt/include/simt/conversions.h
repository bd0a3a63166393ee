// Conversions between numbers, and between numbers and their bits.
#pragma once

#include <math.h>

#include "qualifiers.h"

SIMT_FOR_KERNELS_BEGIN

SIMT_ON_CALLERS_LINE float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
SIMT_ON_CALLERS_LINE float __uint_as_float(unsigned x) { return __builtin_bit_cast(float, x); }
SIMT_ON_CALLERS_LINE int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
SIMT_ON_CALLERS_LINE unsigned __float_as_uint(float x) { return __builtin_bit_cast(unsigned, x); }
SIMT_ON_CALLERS_LINE long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, x); }
SIMT_ON_CALLERS_LINE double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
SIMT_ON_CALLERS_LINE int __double2hiint(double x) { return static_cast<int>(__double_as_longlong(x) >> 32); }
SIMT_ON_CALLERS_LINE int __double2loint(double x) { return static_cast<int>(__double_as_longlong(x)); }
SIMT_ON_CALLERS_LINE double __hiloint2double(int high, int low) {
  return __longlong_as_double(static_cast<long long>(high) << 32 | static_cast<unsigned>(low));
}

namespace simt {

/// Converts like the hardware: a value out of range becomes the nearest representable value, NaN becomes 0, or of
/// 64 bits the one with only the highest bit set.
template <class T>
SIMT_ON_CALLERS_LINE T saturated(double x) {
  constexpr bool is_signed = T(-1) < T(0);
  constexpr T most = static_cast<T>(~0ull >> (64 - 8 * sizeof(T) + (is_signed ? 1 : 0)));
  constexpr T least = is_signed ? static_cast<T>(-most - 1) : T(0);
  if (x != x) return sizeof(T) == 8 ? static_cast<T>(1ull << 63) : T(0);
  // Of 64 bits, `most` as a double is one more than `most`.
  return x <= static_cast<double>(least) ? least : x >= static_cast<double>(most) ? most : static_cast<T>(x);
}

}  // namespace simt

#define SIMT_CONVERSIONS(From, from, To, to, round, floor, ceil, trunc)                          \
  SIMT_ON_CALLERS_LINE To __##from##2##to##_rn(From x) { return simt::saturated<To>(round(x)); } \
  SIMT_ON_CALLERS_LINE To __##from##2##to##_rd(From x) { return simt::saturated<To>(floor(x)); } \
  SIMT_ON_CALLERS_LINE To __##from##2##to##_ru(From x) { return simt::saturated<To>(ceil(x)); }  \
  SIMT_ON_CALLERS_LINE To __##from##2##to##_rz(From x) { return simt::saturated<To>(trunc(x)); }
#define SIMT_ALL_CONVERSIONS(To, to)                                   \
  SIMT_CONVERSIONS(float, float, To, to, rintf, floorf, ceilf, truncf) \
  SIMT_CONVERSIONS(double, double, To, to, rint, floor, ceil, trunc)
SIMT_ALL_CONVERSIONS(int, int)
SIMT_ALL_CONVERSIONS(unsigned, uint)
SIMT_ALL_CONVERSIONS(long long, ll)
SIMT_ALL_CONVERSIONS(unsigned long long, ull)
#undef SIMT_ALL_CONVERSIONS
#undef SIMT_CONVERSIONS
SIMT_ON_CALLERS_LINE float __int2float_rn(int x) { return static_cast<float>(x); }
SIMT_ON_CALLERS_LINE float __uint2float_rn(unsigned x) { return static_cast<float>(x); }
SIMT_ON_CALLERS_LINE float __ll2float_rn(long long x) { return static_cast<float>(x); }
SIMT_ON_CALLERS_LINE float __ull2float_rn(unsigned long long x) { return static_cast<float>(x); }
SIMT_ON_CALLERS_LINE double __int2double_rn(int x) { return x; }
SIMT_ON_CALLERS_LINE double __uint2double_rn(unsigned x) { return x; }
SIMT_ON_CALLERS_LINE double __ll2double_rn(long long x) { return static_cast<double>(x); }
SIMT_ON_CALLERS_LINE double __ull2double_rn(unsigned long long x) { return static_cast<double>(x); }
SIMT_ON_CALLERS_LINE float __double2float_rn(double x) { return static_cast<float>(x); }

SIMT_FOR_KERNELS_END
