// Types for quantities with units. A double with the wrong unit would compile; these types do not.
#pragma once

#include <compare>
#include <cstdint>

namespace units {

/// A number of bytes.
struct Bytes {
  std::int64_t value = 0;  ///< bytes
  auto operator<=>(const Bytes&) const = default;
};

/// A time, or the length of one.
struct Seconds {
  double value = 0;  ///< seconds
  auto operator<=>(const Seconds&) const = default;
};

/// 1 GB/s = 10^9 bytes per second, never 1024^3.
struct GBps {
  double value = 0;  ///< 10^9 bytes per second
  auto operator<=>(const GBps&) const = default;
};

/// Their sum.
constexpr Seconds operator+(Seconds a, Seconds b) { return {a.value + b.value}; }
/// Their difference.
constexpr Seconds operator-(Seconds a, Seconds b) { return {a.value - b.value}; }
/// One of `n` equal parts.
constexpr Seconds operator/(Seconds a, double n) { return {a.value / n}; }
/// The speed of moving so many bytes in that time.
constexpr GBps operator/(Bytes moved, Seconds time) { return {static_cast<double>(moved.value) / time.value / 1e9}; }
/// A share without unit, for example "0.84 of the reference".
constexpr double operator/(GBps a, GBps b) { return a.value / b.value; }

}  // namespace units
