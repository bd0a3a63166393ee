// CUDA's SIMD intrinsics: a word as two numbers of 16 bits or four of 8 bits (CUDA Math API, "SIMD Intrinsics").
#pragma once

#include "qualifiers.h"

SIMT_FOR_KERNELS_BEGIN

namespace simt {

/// Part `i` of `word`, as a signed or an unsigned number.
template <class Part>
SIMT_ON_CALLERS_LINE int part_of(unsigned word, int i) {
  return static_cast<Part>(word >> 8 * static_cast<int>(sizeof(Part)) * i);
}

/// Combines the parts of two words one by one.
template <class Part, class Combine>
SIMT_ON_CALLERS_LINE unsigned by_parts(unsigned a, unsigned b, Combine combine) {
  constexpr int bits = 8 * sizeof(Part);
  constexpr unsigned mask = (1u << bits) - 1;
  unsigned result = 0;
  for (int i = 0; i < 32 / bits; ++i) {
    result |= (static_cast<unsigned>(combine(part_of<Part>(a, i), part_of<Part>(b, i))) & mask) << bits * i;
  }
  return result;
}

/// The nearest number that a part can hold.
template <class Part>
SIMT_ON_CALLERS_LINE int saturated_part(int x) {
  constexpr bool is_signed = Part(-1) < Part(0);
  constexpr int most = (1 << (8 * sizeof(Part) - (is_signed ? 1 : 0))) - 1, least = is_signed ? -most - 1 : 0;
  return x < least ? least : x > most ? most : x;
}

SIMT_ON_CALLERS_LINE int absolute(int x) { return x < 0 ? -x : x; }

/// The sum of the absolute differences.
template <class Part>
SIMT_ON_CALLERS_LINE unsigned sum_of_differences(unsigned a, unsigned b) {
  unsigned sum = 0;
  for (int i = 0; i < 4 / static_cast<int>(sizeof(Part)); ++i) {
    sum += static_cast<unsigned>(absolute(part_of<Part>(a, i) - part_of<Part>(b, i)));
  }
  return sum;
}

}  // namespace simt

// For words of 2 and of 4 parts: `s` reads the parts as signed numbers, `u` as unsigned ones.
#define SIMT_BY_PARTS(name, parts, Part, expression)                              \
  SIMT_ON_CALLERS_LINE unsigned name##parts(unsigned a, unsigned b) {             \
    return simt::by_parts<Part>(a, b, [](int x, int y) { return (expression); }); \
  }
#define SIMT_SIGNED(name, expression) \
  SIMT_BY_PARTS(name, 2, short, expression) SIMT_BY_PARTS(name, 4, signed char, expression)
#define SIMT_UNSIGNED(name, expression) \
  SIMT_BY_PARTS(name, 2, unsigned short, expression) SIMT_BY_PARTS(name, 4, unsigned char, expression)

SIMT_UNSIGNED(__vadd, x + y)
SIMT_UNSIGNED(__vsub, x - y)
SIMT_UNSIGNED(__vavgu, (x + y + 1) >> 1)
SIMT_SIGNED(__vavgs, (x + y + (x + y >= 0)) >> 1)
SIMT_UNSIGNED(__vhaddu, (x + y) >> 1)
SIMT_UNSIGNED(__vabsdiffu, simt::absolute(x - y))
SIMT_SIGNED(__vabsdiffs, simt::absolute(x - y))
SIMT_UNSIGNED(__vmaxu, x > y ? x : y)
SIMT_SIGNED(__vmaxs, x > y ? x : y)
SIMT_UNSIGNED(__vminu, x < y ? x : y)
SIMT_SIGNED(__vmins, x < y ? x : y)

#define SIMT_SATURATED(name, operation)                                                           \
  SIMT_BY_PARTS(name##ss, 2, short, simt::saturated_part<short>(x operation y))                   \
  SIMT_BY_PARTS(name##ss, 4, signed char, simt::saturated_part<signed char>(x operation y))       \
  SIMT_BY_PARTS(name##us, 2, unsigned short, simt::saturated_part<unsigned short>(x operation y)) \
  SIMT_BY_PARTS(name##us, 4, unsigned char, simt::saturated_part<unsigned char>(x operation y))
SIMT_SATURATED(__vadd, +)
SIMT_SATURATED(__vsub, -)
#undef SIMT_SATURATED

// A comparison gives all bits of the part (__vcmp…) or 1 (__vset…).
#define SIMT_COMPARED(name, sign, operation) \
  sign(__vcmp##name, x operation y ? -1 : 0) sign(__vset##name, x operation y ? 1 : 0)
SIMT_COMPARED(eq, SIMT_UNSIGNED, ==)
SIMT_COMPARED(ne, SIMT_UNSIGNED, !=)
SIMT_COMPARED(geu, SIMT_UNSIGNED, >=)
SIMT_COMPARED(gtu, SIMT_UNSIGNED, >)
SIMT_COMPARED(leu, SIMT_UNSIGNED, <=)
SIMT_COMPARED(ltu, SIMT_UNSIGNED, <)
SIMT_COMPARED(ges, SIMT_SIGNED, >=)
SIMT_COMPARED(gts, SIMT_SIGNED, >)
SIMT_COMPARED(les, SIMT_SIGNED, <=)
SIMT_COMPARED(lts, SIMT_SIGNED, <)
#undef SIMT_COMPARED
#undef SIMT_SIGNED
#undef SIMT_UNSIGNED
#undef SIMT_BY_PARTS

#define SIMT_OF_ONE_WORD(parts, Signed, Unsigned)                                                                    \
  SIMT_ON_CALLERS_LINE unsigned __vneg##parts(unsigned a) { return __vsub##parts(0, a); }                            \
  SIMT_ON_CALLERS_LINE unsigned __vnegss##parts(unsigned a) { return __vsubss##parts(0, a); }                        \
  SIMT_ON_CALLERS_LINE unsigned __vabs##parts(unsigned a) {                                                          \
    return simt::by_parts<Signed>(a, 0, [](int x, int) { return simt::absolute(x); });                               \
  }                                                                                                                  \
  SIMT_ON_CALLERS_LINE unsigned __vabsss##parts(unsigned a) {                                                        \
    return simt::by_parts<Signed>(a, 0, [](int x, int) { return simt::saturated_part<Signed>(simt::absolute(x)); }); \
  }                                                                                                                  \
  SIMT_ON_CALLERS_LINE unsigned __vsads##parts(unsigned a, unsigned b) {                                             \
    return simt::sum_of_differences<Signed>(a, b);                                                                   \
  }                                                                                                                  \
  SIMT_ON_CALLERS_LINE unsigned __vsadu##parts(unsigned a, unsigned b) {                                             \
    return simt::sum_of_differences<Unsigned>(a, b);                                                                 \
  }
SIMT_OF_ONE_WORD(2, short, unsigned short)
SIMT_OF_ONE_WORD(4, signed char, unsigned char)
#undef SIMT_OF_ONE_WORD

SIMT_FOR_KERNELS_END
