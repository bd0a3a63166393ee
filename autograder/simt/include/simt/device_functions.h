// The built-in functions that device code may call.
#pragma once

#include <math.h>

#include "atomic_functions.h"
#include "qualifiers.h"
#include "thread.h"
#include "warp_functions.h"

extern "C" {

// Where threads wait is told by the call's address: two calls must stay two, and one must stay one.
void __syncthreads() __attribute__((convergent, nomerge));
unsigned long long simt_sync_and_count(int predicate) __attribute__((convergent, nomerge));

// Memory is the host's: fences have nothing to do but stop the compiler, as any call does, and let other threads go on.
void __threadfence() __attribute__((nomerge));
void __threadfence_block() __attribute__((nomerge));
void __nanosleep(unsigned nanoseconds);

// No time passes in the emulator, but a clock that is asked goes on.
long long clock64();

}  // extern "C"

// Of the threads that met, how many there are is in the upper half, and how many said yes in the lower.
SIMT_ON_CALLERS_LINE int __syncthreads_count(int predicate) { return static_cast<int>(simt_sync_and_count(predicate)); }
SIMT_ON_CALLERS_LINE int __syncthreads_and(int predicate) {
  const unsigned long long met = simt_sync_and_count(predicate);
  return static_cast<unsigned>(met) == met >> 32;
}
SIMT_ON_CALLERS_LINE int __syncthreads_or(int predicate) {
  return static_cast<unsigned>(simt_sync_and_count(predicate)) != 0;
}

SIMT_ON_CALLERS_LINE void __threadfence_system() { __threadfence(); }

// Cache hints change no count.
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
SIMT_LOAD_HINT(__ldcs)
SIMT_LOAD_HINT(__ldlu)
SIMT_LOAD_HINT(__ldcv)
SIMT_STORE_HINT(__stwb)
SIMT_STORE_HINT(__stcg)
SIMT_STORE_HINT(__stcs)
SIMT_STORE_HINT(__stwt)
#undef SIMT_LOAD_HINT
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
SIMT_ON_CALLERS_LINE int __mul24(int x, int y) { return (x << 8 >> 8) * (y << 8 >> 8); }
SIMT_ON_CALLERS_LINE float __fmul_rn(float x, float y) {
#pragma clang fp contract(off)
  return x * y;
}
SIMT_ON_CALLERS_LINE float __fadd_rn(float x, float y) {
#pragma clang fp contract(off)
  return x + y;
}
SIMT_ON_CALLERS_LINE float __fmaf_rn(float x, float y, float z) { return fmaf(x, y, z); }
SIMT_ON_CALLERS_LINE float __expf(float x) { return expf(x); }
SIMT_ON_CALLERS_LINE float __logf(float x) { return logf(x); }
SIMT_ON_CALLERS_LINE float __sinf(float x) { return sinf(x); }
SIMT_ON_CALLERS_LINE float __cosf(float x) { return cosf(x); }
SIMT_ON_CALLERS_LINE float __powf(float x, float y) { return powf(x, y); }
SIMT_ON_CALLERS_LINE float __saturatef(float x) { return x < 0 ? 0.0f : x > 1 ? 1.0f : x; }
