#include "simt/translate/variants/helpers.hpp"

#include <algorithm>

namespace simt::detail {

std::string variant_helpers() {
  std::string text = R"(
extern "C" __attribute__((const)) __host__ __device__ int simt_variant();
namespace simt_variants {
template <class SimtT>
struct no_pointer {
  using type = SimtT;
  static constexpr bool is_one = false;
};
template <class SimtT>
struct no_pointer<SimtT*> {
  using type = SimtT;
  static constexpr bool is_one = true;
};
template <class SimtT>
struct no_const {
  using type = SimtT;
};
template <class SimtT>
struct no_const<const SimtT> {
  using type = SimtT;
};
template <class SimtA, class SimtB>
constexpr bool same = false;
template <class SimtA>
constexpr bool same<SimtA, SimtA> = true;
template <class SimtT>
constexpr bool is_float = same<SimtT, float> || same<SimtT, double>;
template <class SimtT>
constexpr bool is_number =
    is_float<SimtT> || same<SimtT, int> || same<SimtT, unsigned> || same<SimtT, long> || same<SimtT, unsigned long> ||
    same<SimtT, long long> || same<SimtT, unsigned long long> || same<SimtT, char> || same<SimtT, signed char> || same<SimtT, short> ||
    same<SimtT, unsigned short> || same<SimtT, unsigned char> || same<SimtT, bool>;
/* Which variant runs, and from bit 16 on a second one; 0: the original. */
__host__ __device__ inline bool is(int variant) {
  const int chosen = simt_variant();
  return (chosen & 0xffff) == variant || chosen >> 16 == variant;
}
/* Which of `count` variants from `first` on; -1: none of them. */
__host__ __device__ inline int pick(int first, int count) {
  const int chosen = simt_variant(), one = (chosen & 0xffff) - first, other = (chosen >> 16) - first;
  if (one >= 0 && one < count) return one;
  return other >= 0 && other < count ? other : -1;
}
/* Whether none of `count` variants from `first` on runs. */
__host__ __device__ inline bool none(int first, int count) {
  const int chosen = simt_variant();
  return (unsigned((chosen & 0xffff) - first) >= unsigned(count)) & (unsigned((chosen >> 16) - first) >= unsigned(count));
}
/* The other value with the type of the first; the first where that cannot be. */
template <class SimtT, class SimtO>
__host__ __device__ SimtT as(SimtT value, SimtO other) {
  using SimtP = typename no_const<typename no_pointer<SimtT>::type>::type;
  if constexpr (same<SimtT, SimtO>)
    return other;
  else if constexpr ((is_number<SimtT> || __is_enum(SimtT)) && (is_number<SimtO> || __is_enum(SimtO)))
    return static_cast<SimtT>(other);
  else if constexpr (no_pointer<SimtT>::is_one && no_pointer<SimtO>::is_one)
    return (SimtT)other;
  else if constexpr (no_pointer<SimtT>::is_one && is_number<SimtP> && is_number<SimtO> && !is_float<SimtO>)
    return value + other;
  else
    return value;
}
/* The value; from variant `first` on, one of the others each. So are all functions below. */
template <class SimtT, class... SimtO>
__attribute__((noinline)) __host__ __device__ SimtT other(int k, SimtT value, SimtO... o) {
  int i = 0;
  SimtT result = value;
  ((i++ == k ? (void)(result = as(value, o)) : (void)0), ...);
  return result;
}
template <class SimtT, class... SimtO>
__host__ __device__ inline SimtT any(int first, SimtT value, SimtO... o) {
  const int k = pick(first, int(sizeof...(o)));
  return k < 0 ? value : other(k, value, o...);
}
/* What fits the type SimtN; in the variant, all. */
template <class SimtN, class SimtT>
__host__ __device__ inline int narrow(int variant, SimtT value) {
  return is(variant) ? int(value) : int(SimtN(value));
}
template <class SimtT>
__attribute__((noinline)) __host__ __device__ SimtT other_size(int k, SimtT value) {
    switch (k) {
      case 0:
        return SimtT(value + 1);
      case 1:
        return SimtT(value - 1);
      case 2:
        return SimtT(value * 2);
      case 3:
        return SimtT(value / 2);
      case 4:
        return SimtT(value * 4);
      case 5:
        return SimtT(value / 4);
      case 6:
        return SimtT(value * 3);
      case 7:
        return SimtT(value * 32);
      case 8:
        return SimtT(value / 32);
      case 9:
        return SimtT(value / 3);
      default:
        return value;
    }
}
template <class SimtT>
__host__ __device__ inline SimtT sized(int first, SimtT value) {
  if constexpr (is_number<SimtT> && !same<SimtT, bool>) {
    const int k = pick(first, 10);
    return k < 0 ? value : other_size(k, value);
  } else
    return value;
}
template <class SimtT>
__attribute__((noinline)) __host__ __device__ SimtT other_number(int k, SimtT value) {
  switch (k) {
    case 0:
      return SimtT(value + 1);
    case 1:
      return SimtT(value - 1);
    case 2:
      return SimtT(value * 2);
    case 3:
      return SimtT(value / 2);
    case 4:
      return SimtT(value + 2);
    case 5:
      return SimtT(value - 2);
    case 6:
      return SimtT(-value);
    case 7:
      return SimtT(0);
    case 8:
      return SimtT(1);
    case 9:
      return SimtT(value * 4);
    case 10:
      return SimtT(value / 4);
    default:
      return value;
  }
}
/* 1; in variant `first` -1, in the next one 0, where there are two. */
__host__ __device__ inline int turned(int first, int count) {
  const int k = pick(first, count);
  return k < 0 ? 1 : -1 + k;
}
/* The element `index` of a table, whose element 0 has variants from `first` on. */
template <class SimtI, class SimtT>
__host__ __device__ inline SimtT element(int first, SimtI index, SimtT value) {
  const int k = index < 0 || index > 8 ? -1 : pick(first + 11 * int(index), 11);
  return k < 0 ? value : other_number(k, value);
}
template <class SimtT>
__host__ __device__ inline SimtT numeric(int first, SimtT value) {
  const int k = pick(first, 11);
  return k < 0 ? value : other_number(k, value);
}
template <class SimtT, class... SimtO>
__attribute__((noinline)) __host__ __device__ SimtT sum_with(int k, SimtT value, SimtO... o) {
  int i = 0;
  SimtT result = value;
  ((i++ == k ? (void)(result = SimtT(value + o)) : (void)0), ...);
  return result;
}
template <class SimtT, class... SimtO>
__host__ __device__ inline SimtT plus(int first, SimtT value, SimtO... o) {
  if constexpr (is_number<SimtT>) {
    const int k = pick(first, int(sizeof...(o)));
    return k < 0 ? value : sum_with(k, value, o...);
  } else
    return value;
}
/* True; from variant `first` on, one of the conditions each. */
template <class... SimtO>
__attribute__((noinline)) __host__ __device__ bool condition(int k, SimtO... o) {
  int i = 0;
  bool result = true;
  ((i++ == k ? (void)(result = bool(o)) : (void)0), ...);
  return result;
}
template <class... SimtO>
__host__ __device__ inline bool guard(int first, SimtO... o) {
  const int k = pick(first, int(sizeof...(o)));
  return k < 0 || condition(k, o...);
}
/* The value; from variant `first` on, 0 where one of the conditions does not hold. */
template <class SimtT, class... SimtO>
__host__ __device__ inline SimtT zero_unless(int first, SimtT value, SimtO... o) {
  if constexpr (is_number<SimtT>) {
    const int k = pick(first, int(sizeof...(o)));
    return k < 0 || condition(k, o...) ? value : SimtT(0);
  } else
    return value;
}
/* The value with the opposite sign, where it is a float or a double. */
template <class SimtT>
__host__ __device__ inline SimtT negated(int variant, SimtT value) {
  if constexpr (is_float<SimtT>)
    return is(variant) ? -value : value;
  else
    return value;
}
/* 0 in place of the value, where it is a number. */
template <class SimtT>
__host__ __device__ inline SimtT zero(const SimtT& value) {
  if constexpr (is_number<SimtT>)
    return SimtT(0);
  else
    return value;
}
/* False; from variant `first` on, one of the conditions each. */
template <class... SimtO>
__host__ __device__ inline bool only(int first, SimtO... o) {
  const int k = pick(first, int(sizeof...(o)));
  return k >= 0 && condition(k, o...);
}
/* The value; in variant v no more than `most`. */
template <class SimtT, class SimtO>
__host__ __device__ inline SimtT at_most(int v, SimtT value, SimtO most) {
  if constexpr (is_number<SimtT> && is_number<SimtO>) {
    if (is(v) && value > SimtT(most)) return SimtT(most);
  }
  return value;
}
/* How many times as large an array may become: together with the others it must fit. */
template <decltype(sizeof 0) simt_bytes>
constexpr int times_larger = simt_bytes <= 4096 ? 4 : simt_bytes <= 8192 ? 2 : 1;
/* The same place; but the compiler does not know that: variants have numbers from 0 on. */
template <class SimtT>
__host__ __device__ inline SimtT* hidden(SimtT* place) {
  return place + (simt_variant() < 0 ? 1 : 0);
}
/* Rows of an array, with as many elements from one to the next as there is need for. */
template <class SimtT>
struct rows {
  SimtT* first;
  int pitch;
  __host__ __device__ SimtT* operator[](long row) const { return first + row * pitch; }
};
/* The same with planes of `count` rows. */
template <class SimtT>
struct planes {
  SimtT* first;
  long count;
  int pitch;
  __host__ __device__ rows<SimtT> operator[](long plane) const { return {first + plane * count * pitch, pitch}; }
};
/* l = r, l += r, l -= r or l *= r for the number 0, 1, 2 or 3. Inline: a variable that a call changes would be kept in memory. */
template <class SimtL, class SimtR>
__attribute__((always_inline)) __host__ __device__ inline void assign_by(int sign, SimtL& l, SimtR r) {
  if (sign == 0)
    l = r;
  else if (sign == 1)
    l += r;
  else if (sign == 2)
    l -= r;
  else
    l *= r;
}
/* An assignment with the sign of number simt_own; from variant `first` on, with one of the others each. */
template <int simt_own, int... simt_others, class SimtL, class SimtR>
__attribute__((always_inline)) __host__ __device__ inline void assign(int first, SimtL& l, SimtR r) {
  if constexpr (is_number<SimtL> && is_number<SimtR>) {
    const int k = pick(first, int(sizeof...(simt_others)));
    if (k >= 0) {
      int i = 0, sign = simt_own;
      ((i++ == k ? (void)(sign = simt_others) : (void)0), ...);
      assign_by(sign, l, r);
      return;
    }
  }
  if constexpr (simt_own == 0)
    l = r;
  else if constexpr (simt_own == 1)
    l += r;
  else if constexpr (simt_own == 2)
    l -= r;
  else
    l *= r;
}
/* The value; in variant v without a sign, where it is a character. */
template <class SimtT>
__host__ __device__ inline auto without_sign(int v, SimtT value) {
  if constexpr (same<SimtT, char> || same<SimtT, signed char>)
    return is(v) ? int(static_cast<unsigned char>(value)) : int(value);
  else
    return value;
}
/* The value as a longer number; in variant v its upper half is 0, where the value is an int. */
template <class SimtT>
__host__ __device__ inline auto zero_extended(int v, SimtT value) {
  if constexpr (same<SimtT, int>)
    return is(v) ? static_cast<long long>(static_cast<unsigned>(value)) : static_cast<long long>(value);
  else
    return value;
}
/* What something is divided by: no variant ends the process by a zero that the original does not have. */
template <class SimtT>
__host__ __device__ inline SimtT divisor(SimtT value) {
  if constexpr (is_number<SimtT> && !is_float<SimtT> && !same<SimtT, bool>) {
    if (value == 0 && simt_variant() != 0) return SimtT(1);
  }
  return value;
}
/* a / b; in variant up rounded up, in the two others a % b, in variant all of it a / b * b. */
template <class SimtA, class SimtB>
__host__ __device__ inline auto quotient(int up, int rest, int exchanged, int all, SimtA a, SimtB b) {
  if constexpr (is_number<SimtA> && is_number<SimtB> && !is_float<SimtA> && !is_float<SimtB>) {
    if (is(up) && b != 0) return (a + b - 1) / b;
    if (is(all) && b != 0) return a / b * b;
    if ((is(rest) || is(exchanged)) && b != 0) return a % b;
  }
  return a / divisor(b);
}
/* a % b; in variant all a, in the two others a / b, in variant before a - a % b, in variant full b where it is 0. */
template <class SimtA, class SimtB>
__host__ __device__ inline auto rest(int all, int whole, int exchanged, int before, int full, SimtA a, SimtB b) {
  using SimtR = decltype(a % b);
  if (is(full) && b != 0 && a % b == 0) return SimtR(b);
  if (is(all)) return SimtR(a);
  if (is(before) && b != 0) return SimtR(a - a % b);
  if ((is(whole) || is(exchanged)) && b != 0) return a / b;
  return a % divisor(b);
}
/* Comparison number simt_own of < <= > >= == !=; from variant `first` on, each of them. */
template <int simt_own, class SimtA, class SimtB>
__host__ __device__ inline bool compare(int first, SimtA a, SimtB b) {
  if constexpr (is_number<SimtA> && is_number<SimtB>) {
    const int k = pick(first, 6);
    switch (k >= 0 ? k : simt_own) {
      case 0:
        return a < b;
      case 1:
        return a <= b;
      case 2:
        return a > b;
      case 3:
        return a >= b;
      case 4:
        return a == b;
      default:
        return a != b;
    }
  } else if constexpr (simt_own == 0)
    return a < b;
  else if constexpr (simt_own == 1)
    return a <= b;
  else if constexpr (simt_own == 2)
    return a > b;
  else if constexpr (simt_own == 3)
    return a >= b;
  else if constexpr (simt_own == 4)
    return a == b;
  else
    return a != b;
}
}
)";
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

}  // namespace simt::detail
