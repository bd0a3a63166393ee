// The built-in functions that device code may call.
#pragma once

#include <math.h>
#include <string.h>

#include <type_traits>

#include "atomic_functions.h"
#include "qualifiers.h"
#include "thread.h"
#include "warp_functions.h"

extern "C" {

// A barrier is identified by the address of its call: the compiler must neither merge nor duplicate calls.
void __syncthreads() __attribute__((convergent, nomerge));
unsigned long long simt_sync_and_count(int predicate) __attribute__((convergent, nomerge));

// Emulated threads share the host's memory: a fence only stops the compiler from reordering, and runs other threads.
void __threadfence() __attribute__((nomerge));
void __threadfence_block() __attribute__((nomerge));
void __nanosleep(unsigned nanoseconds);

// Whether an address is in this memory space.
unsigned __isGlobal(const void* address);
unsigned __isShared(const void* address);
unsigned __isConstant(const void* address);

// The emulator has no clock cycles; each call returns a larger value than the one before.
long long clock64();
// Not part of CUDA. Adds the time of `count` fused multiply-adds of the calling thread to the virtual time, because the
// emulator does not see arithmetic. `caller` is the name of the calling __device__ function, for the error message when
// host code calls it.
void simt_multiply_adds(long long count, const char* caller);

}  // extern "C"

// simt_sync_and_count returns the number of threads at the barrier in the upper 32 bits, and the number of those with a
// true predicate in the lower 32 bits.
SIMT_ON_CALLERS_LINE int __syncthreads_count(int predicate) { return static_cast<int>(simt_sync_and_count(predicate)); }
SIMT_ON_CALLERS_LINE int __syncthreads_and(int predicate) {
  const unsigned long long met = simt_sync_and_count(predicate);
  return static_cast<unsigned>(met) == met >> 32;
}
SIMT_ON_CALLERS_LINE int __syncthreads_or(int predicate) {
  return static_cast<unsigned>(simt_sync_and_count(predicate)) != 0;
}

SIMT_ON_CALLERS_LINE void __threadfence_system() { __threadfence(); }

// Cache hints without an effect on the counters.
#define SIMT_LOAD_HINT(name)                      \
  template <class T>                              \
  SIMT_ON_CALLERS_LINE T name(const T* address) { \
    return *address;                              \
  }
#define SIMT_STORE_HINT(name)                           \
  template <class T>                                    \
  SIMT_ON_CALLERS_LINE void name(T* address, T value) { \
    *address = value;                                   \
  }

SIMT_LOAD_HINT(__ldg)
SIMT_LOAD_HINT(__ldca)
SIMT_LOAD_HINT(__ldcg)
SIMT_LOAD_HINT(__ldlu)
SIMT_STORE_HINT(__stwb)
SIMT_STORE_HINT(__stcg)
SIMT_STORE_HINT(__stwt)
#undef SIMT_LOAD_HINT

// The access that follows is a streaming access: its lines are evicted first from the L2 cache.
extern "C" void simt_streaming(const void* address, unsigned bytes, int is_store);

template <class T>
SIMT_ON_CALLERS_LINE T __ldcs(const T* address) {
  simt_streaming(address, sizeof(T), 0);
  return *address;
}
template <class T>
SIMT_ON_CALLERS_LINE void __stcs(T* address, T value) {
  simt_streaming(address, sizeof(T), 1);
  *address = value;
}

// Loaded again at each call, like a volatile variable. An empty loop around it waits here; nvcc removes such a loop.
template <class T>
SIMT_ON_CALLERS_LINE T __ldcv(const T* address) {
  if constexpr (std::is_arithmetic<T>::value) {
    return *static_cast<const volatile T*>(address);
  } else {
    return *address;
  }
}
#undef SIMT_STORE_HINT

#define SIMT_MIN_MAX(T)                                                    \
  SIMT_ON_CALLERS_LINE constexpr T min(T a, T b) { return b < a ? b : a; } \
  SIMT_ON_CALLERS_LINE constexpr T max(T a, T b) { return a < b ? b : a; }
SIMT_MIN_MAX(int)
SIMT_MIN_MAX(unsigned)
SIMT_MIN_MAX(long)
SIMT_MIN_MAX(unsigned long)
SIMT_MIN_MAX(long long)
SIMT_MIN_MAX(unsigned long long)
SIMT_MIN_MAX(float)
SIMT_MIN_MAX(double)
#undef SIMT_MIN_MAX
SIMT_ON_CALLERS_LINE constexpr unsigned min(int a, unsigned b) { return min(static_cast<unsigned>(a), b); }
SIMT_ON_CALLERS_LINE constexpr unsigned min(unsigned a, int b) { return min(a, static_cast<unsigned>(b)); }
SIMT_ON_CALLERS_LINE constexpr unsigned max(int a, unsigned b) { return max(static_cast<unsigned>(a), b); }
SIMT_ON_CALLERS_LINE constexpr unsigned max(unsigned a, int b) { return max(a, static_cast<unsigned>(b)); }
SIMT_ON_CALLERS_LINE constexpr double min(float a, double b) { return min(static_cast<double>(a), b); }
SIMT_ON_CALLERS_LINE constexpr double min(double a, float b) { return min(a, static_cast<double>(b)); }
SIMT_ON_CALLERS_LINE constexpr double max(float a, double b) { return max(static_cast<double>(a), b); }
SIMT_ON_CALLERS_LINE constexpr double max(double a, float b) { return max(a, static_cast<double>(b)); }

SIMT_ON_CALLERS_LINE float rsqrtf(float x) { return 1.0f / sqrtf(x); }
SIMT_ON_CALLERS_LINE double rsqrt(double x) { return 1.0 / sqrt(x); }
SIMT_ON_CALLERS_LINE float __fdividef(float x, float y) { return x / y; }
SIMT_ON_CALLERS_LINE float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
SIMT_ON_CALLERS_LINE float __uint_as_float(unsigned x) { return __builtin_bit_cast(float, x); }
SIMT_ON_CALLERS_LINE int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
SIMT_ON_CALLERS_LINE unsigned __float_as_uint(float x) { return __builtin_bit_cast(unsigned, x); }
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
SIMT_ON_CALLERS_LINE unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
  return static_cast<unsigned long long>(static_cast<unsigned __int128>(x) * y >> 64);
}
SIMT_ON_CALLERS_LINE unsigned __umul24(unsigned x, unsigned y) { return (x & 0xffffff) * (y & 0xffffff); }
SIMT_ON_CALLERS_LINE unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) << (shift & 31) >> 32);
}
SIMT_ON_CALLERS_LINE unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
  return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) >> (shift & 31));
}
// Byte i of the result is the byte of y:x that bits 4 i … 4 i + 3 of the selector choose.
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
SIMT_ON_CALLERS_LINE long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, x); }
SIMT_ON_CALLERS_LINE double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
SIMT_ON_CALLERS_LINE int __double2hiint(double x) { return static_cast<int>(__double_as_longlong(x) >> 32); }
SIMT_ON_CALLERS_LINE int __double2loint(double x) { return static_cast<int>(__double_as_longlong(x)); }
SIMT_ON_CALLERS_LINE double __hiloint2double(int high, int low) {
  return __longlong_as_double(static_cast<long long>(high) << 32 | static_cast<unsigned>(low));
}

namespace simt {

/// Converts like the hardware: a value out of range becomes the nearest representable value, NaN becomes 0.
template <class T>
SIMT_ON_CALLERS_LINE T saturated(double x) {
  constexpr double least = sizeof(T) == 4 && T(-1) < T(0) ? -2147483648.0 : 0;
  constexpr double most = least < 0 ? 2147483647.0 : 4294967295.0;
  return x != x ? T(0) : static_cast<T>(x < least ? least : x > most ? most : x);
}

}  // namespace simt

#define SIMT_CONVERSIONS(From, from, round, floor, ceil, trunc)                                            \
  SIMT_ON_CALLERS_LINE int __##from##2int_rn(From x) { return simt::saturated<int>(round(x)); }            \
  SIMT_ON_CALLERS_LINE int __##from##2int_rd(From x) { return simt::saturated<int>(floor(x)); }            \
  SIMT_ON_CALLERS_LINE int __##from##2int_ru(From x) { return simt::saturated<int>(ceil(x)); }             \
  SIMT_ON_CALLERS_LINE int __##from##2int_rz(From x) { return simt::saturated<int>(trunc(x)); }            \
  SIMT_ON_CALLERS_LINE unsigned __##from##2uint_rn(From x) { return simt::saturated<unsigned>(round(x)); } \
  SIMT_ON_CALLERS_LINE unsigned __##from##2uint_rd(From x) { return simt::saturated<unsigned>(floor(x)); } \
  SIMT_ON_CALLERS_LINE unsigned __##from##2uint_ru(From x) { return simt::saturated<unsigned>(ceil(x)); }  \
  SIMT_ON_CALLERS_LINE unsigned __##from##2uint_rz(From x) { return simt::saturated<unsigned>(trunc(x)); }
SIMT_CONVERSIONS(float, float, rintf, floorf, ceilf, truncf)
SIMT_CONVERSIONS(double, double, rint, floor, ceil, trunc)
#undef SIMT_CONVERSIONS
SIMT_ON_CALLERS_LINE float __int2float_rn(int x) { return static_cast<float>(x); }
SIMT_ON_CALLERS_LINE float __uint2float_rn(unsigned x) { return static_cast<float>(x); }

SIMT_ON_CALLERS_LINE int __mul24(int x, int y) { return (x << 8 >> 8) * (y << 8 >> 8); }
#define SIMT_ROUNDED(name, T, expression) \
  SIMT_ON_CALLERS_LINE T name(T x, T y) { _Pragma("clang fp contract(off)") return expression; }
SIMT_ROUNDED(__fadd_rn, float, x + y)
SIMT_ROUNDED(__fsub_rn, float, x - y)
SIMT_ROUNDED(__fmul_rn, float, x* y)
SIMT_ROUNDED(__fdiv_rn, float, x / y)
SIMT_ROUNDED(__dadd_rn, double, x + y)
SIMT_ROUNDED(__dsub_rn, double, x - y)
SIMT_ROUNDED(__dmul_rn, double, x* y)
SIMT_ROUNDED(__ddiv_rn, double, x / y)
#undef SIMT_ROUNDED
SIMT_ON_CALLERS_LINE float __frcp_rn(float x) { return 1.0f / x; }
SIMT_ON_CALLERS_LINE float __fsqrt_rn(float x) { return sqrtf(x); }
SIMT_ON_CALLERS_LINE double __dsqrt_rn(double x) { return sqrt(x); }
SIMT_ON_CALLERS_LINE double __fma_rn(double x, double y, double z) { return fma(x, y, z); }
SIMT_ON_CALLERS_LINE float __fmaf_rn(float x, float y, float z) { return fmaf(x, y, z); }
SIMT_ON_CALLERS_LINE float __expf(float x) { return expf(x); }
SIMT_ON_CALLERS_LINE float __logf(float x) { return logf(x); }
SIMT_ON_CALLERS_LINE float __sinf(float x) { return sinf(x); }
SIMT_ON_CALLERS_LINE float __cosf(float x) { return cosf(x); }
SIMT_ON_CALLERS_LINE float __powf(float x, float y) { return powf(x, y); }
SIMT_ON_CALLERS_LINE float __saturatef(float x) { return x < 0 ? 0.0f : x > 1 ? 1.0f : x; }
