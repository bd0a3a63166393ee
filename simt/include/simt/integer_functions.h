// CUDA's intrinsic functions for whole numbers: bits, bytes, wide products.
#pragma once

#include "qualifiers.h"
#include "vector_types.h"

SIMT_FOR_KERNELS_BEGIN

SIMT_ON_CALLERS_LINE int __popc(unsigned x) { return __builtin_popcount(x); }
SIMT_ON_CALLERS_LINE int __clz(int x) { return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x)); }
SIMT_ON_CALLERS_LINE int __ffs(int x) { return __builtin_ffs(x); }
SIMT_ON_CALLERS_LINE int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
SIMT_ON_CALLERS_LINE int __clzll(long long x) {
  return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x));
}
SIMT_ON_CALLERS_LINE int __ffsll(long long x) { return __builtin_ffsll(x); }
SIMT_ON_CALLERS_LINE unsigned __brev(unsigned x) { return __builtin_bitreverse32(x); }
SIMT_ON_CALLERS_LINE unsigned long long __brevll(unsigned long long x) { return __builtin_bitreverse64(x); }
SIMT_ON_CALLERS_LINE int __mulhi(int x, int y) { return static_cast<int>(static_cast<long long>(x) * y >> 32); }
SIMT_ON_CALLERS_LINE unsigned __umulhi(unsigned x, unsigned y) {
  return static_cast<unsigned>(static_cast<unsigned long long>(x) * y >> 32);
}
SIMT_ON_CALLERS_LINE long long __mul64hi(long long x, long long y) {
  return static_cast<long long>(static_cast<__int128>(x) * y >> 64);
}
SIMT_ON_CALLERS_LINE unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
  return static_cast<unsigned long long>(static_cast<unsigned __int128>(x) * y >> 64);
}
SIMT_ON_CALLERS_LINE int __mul24(int x, int y) { return (x << 8 >> 8) * (y << 8 >> 8); }
SIMT_ON_CALLERS_LINE unsigned __umul24(unsigned x, unsigned y) { return (x & 0xffffff) * (y & 0xffffff); }

// Averages without overflow, rounded down or (__rhadd) up.
SIMT_ON_CALLERS_LINE int __hadd(int x, int y) { return static_cast<int>((static_cast<long long>(x) + y) >> 1); }
SIMT_ON_CALLERS_LINE int __rhadd(int x, int y) { return static_cast<int>((static_cast<long long>(x) + y + 1) >> 1); }
SIMT_ON_CALLERS_LINE unsigned __uhadd(unsigned x, unsigned y) {
  return static_cast<unsigned>((static_cast<unsigned long long>(x) + y) >> 1);
}
SIMT_ON_CALLERS_LINE unsigned __urhadd(unsigned x, unsigned y) {
  return static_cast<unsigned>((static_cast<unsigned long long>(x) + y + 1) >> 1);
}

SIMT_ON_CALLERS_LINE unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) << (shift & 31) >> 32);
}
SIMT_ON_CALLERS_LINE unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
  return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) >> (shift & 31));
}
// The same with shifts of 32 and more taken as 32.
SIMT_ON_CALLERS_LINE unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift) {
  return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}
SIMT_ON_CALLERS_LINE unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift) {
  return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}
// Byte i of the result is the byte of y:x that bits 4 i … 4 i + 2 of the selector choose.
SIMT_ON_CALLERS_LINE unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
  const unsigned long long bytes = static_cast<unsigned long long>(y) << 32 | x;
  unsigned result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    result |= static_cast<unsigned>(bytes >> 8 * (selector >> 4 * i & 7) & 0xff) << 8 * i;
  }
  return result;
}
SIMT_ON_CALLERS_LINE unsigned __sad(int x, int y, unsigned z) {
  return z + (x < y ? static_cast<unsigned>(y) - static_cast<unsigned>(x)
                    : static_cast<unsigned>(x) - static_cast<unsigned>(y));
}
SIMT_ON_CALLERS_LINE unsigned __usad(unsigned x, unsigned y, unsigned z) { return z + (x < y ? y - x : x - y); }

// The sum of the products of four bytes, added to c.
SIMT_ON_CALLERS_LINE int __dp4a(int a, int b, int c) {
  unsigned sum = static_cast<unsigned>(c);
  for (int i = 0; i < 32; i += 8) {
    sum += static_cast<unsigned>(static_cast<signed char>(a >> i) * static_cast<signed char>(b >> i));
  }
  return static_cast<int>(sum);
}
SIMT_ON_CALLERS_LINE unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
  for (int i = 0; i < 32; i += 8) c += (a >> i & 0xff) * (b >> i & 0xff);
  return c;
}
SIMT_ON_CALLERS_LINE int __dp4a(char4 a, char4 b, int c) { return c + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
SIMT_ON_CALLERS_LINE unsigned __dp4a(uchar4 a, uchar4 b, unsigned c) {
  return c + static_cast<unsigned>(a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w);
}

SIMT_FOR_KERNELS_END
