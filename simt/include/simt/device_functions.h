// The built-in functions that device code may call.
#pragma once

#include <math.h>
#include <string.h>
#include <time.h>

#include <type_traits>

#include "atomic_functions.h"
#include "conversions.h"
#include "integer_functions.h"
#include "math_functions.h"
#include "qualifiers.h"
#include "simd_functions.h"
#include "thread.h"
#include "warp_functions.h"

SIMT_FOR_ALL_BEGIN
/// The running kernel orders what it stores for the host as well.
extern "C" void simt_fence_for_host();
SIMT_FOR_ALL_END

SIMT_FOR_KERNELS_BEGIN

extern "C" {

// A barrier is identified by the address of its call: the compiler must neither merge nor duplicate calls.
void __syncthreads() __attribute__((convergent, nomerge));
unsigned long long simt_sync_and_count(int predicate) __attribute__((convergent, nomerge));

// Emulated threads share the host's memory: a fence only stops the compiler from reordering, and runs other threads.
void __threadfence() __attribute__((nomerge));
void __threadfence_block() __attribute__((nomerge));
void __nanosleep(unsigned nanoseconds);
// Ends the kernel: the device is lost for the rest of the run.
void __trap() __attribute__((noreturn));

// Whether an address is in this memory space.
unsigned __isGlobal(const void* address);
unsigned __isShared(const void* address);
unsigned __isConstant(const void* address);

// The emulator has no clock cycles; each call returns a larger value than the one before.
long long clock64();
// Whether a kernel runs.
int simt_is_in_kernel();
// Not part of CUDA. Adds the time of `count` fused multiply-adds of the calling thread to the virtual time, and counts
// how many its warp carries out, because the emulator does not see arithmetic. `caller` is the name of the calling
// __device__ function, for the error message when host code calls it.
void simt_multiply_adds(long long count, const char* caller) __attribute__((nomerge));
// Not part of CUDA. A result of such arithmetic. The time counts only as far as outputs hold results.
void simt_result(unsigned bits);

}  // extern "C"

namespace simt {

/// For the translator: chooses between the two versions of a __host__ __device__ function that tests __CUDA_ARCH__.
/// What the compiler computes is the host's.
SIMT_ON_CALLERS_LINE constexpr bool runs_on_device() {
  return !__builtin_is_constant_evaluated() && simt_is_in_kernel() != 0;
}

}  // namespace simt

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

SIMT_ON_CALLERS_LINE void __threadfence_system() {
  __threadfence();
  simt_fence_for_host();
}

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

SIMT_LOAD_HINT(__ldca)
SIMT_LOAD_HINT(__ldlu)
SIMT_STORE_HINT(__stwb)
SIMT_STORE_HINT(__stcg)
SIMT_STORE_HINT(__stwt)
#undef SIMT_LOAD_HINT

// What they are given. The compiler does not know, so that it loads all of it.
extern "C" unsigned long long simt_whole8(unsigned long long word) __attribute__((const));
extern "C" unsigned __int128 simt_whole16(unsigned __int128 word) __attribute__((const));

namespace simt {

/// What one load of so many bytes reads at once.
template <std::size_t bytes>
struct Word;
template <>
struct Word<2> {
  using type [[gnu::may_alias]] = unsigned short;
};
template <>
struct Word<4> {
  using type [[gnu::may_alias]] = unsigned;
};
template <>
struct Word<8> {
  using type [[gnu::may_alias]] = unsigned long long;
};
template <>
struct Word<16> {
  using type [[gnu::may_alias]] = unsigned __int128;
};

/// What CUDA's functions of cached loads and stores take: numbers, and vectors of two or four of them.
template <class T>
inline constexpr bool is_cached_word = std::is_arithmetic<T>::value && !std::is_same<T, bool>::value &&
                                       !std::is_same<T, long double>::value && !std::is_volatile<T>::value;
#define SIMT_CACHED_VECTOR(T) \
  template <>                 \
  inline constexpr bool is_cached_word<T> = true;
SIMT_CACHED_VECTOR(char2)
SIMT_CACHED_VECTOR(char4)
SIMT_CACHED_VECTOR(short2)
SIMT_CACHED_VECTOR(short4)
SIMT_CACHED_VECTOR(int2)
SIMT_CACHED_VECTOR(int4)
SIMT_CACHED_VECTOR(longlong2)
SIMT_CACHED_VECTOR(uchar2)
SIMT_CACHED_VECTOR(uchar4)
SIMT_CACHED_VECTOR(ushort2)
SIMT_CACHED_VECTOR(ushort4)
SIMT_CACHED_VECTOR(uint2)
SIMT_CACHED_VECTOR(uint4)
SIMT_CACHED_VECTOR(ulonglong2)
SIMT_CACHED_VECTOR(float2)
SIMT_CACHED_VECTOR(float4)
SIMT_CACHED_VECTOR(double2)
#undef SIMT_CACHED_VECTOR

/// T where the functions take it; no overload where they do not.
template <class T>
using CachedWord = typename std::enable_if<is_cached_word<T>, T>::type;

}  // namespace simt

// Through the read-only data cache: simt/instrument/read_only.hpp knows such loads by this mark. A vector is one load,
// even where only a part of it is used.
template <class T>
SIMT_ON_CALLERS_LINE simt::CachedWord<T> __ldg(const T* address) {
  if constexpr (std::is_arithmetic<T>::value) {
    return __builtin_nontemporal_load(address);
  } else if constexpr (sizeof(T) >= 2 && alignof(T) == sizeof(T)) {
    const auto word =
        __builtin_nontemporal_load(reinterpret_cast<const typename simt::Word<sizeof(T)>::type*>(address));
    T value;
    if constexpr (sizeof(T) == 16) {
      const unsigned __int128 whole = simt_whole16(word);
      __builtin_memcpy(&value, &whole, sizeof value);
    } else {
      const unsigned long long whole = simt_whole8(word);
      __builtin_memcpy(&value, &whole, sizeof value);
    }
    return value;
  } else {
    return *address;
  }
}

// The access that follows is a streaming access: its lines are evicted first from the L2 cache.
extern "C" void simt_streaming(const void* address, unsigned bytes, int is_store);

// The load that follows does not use the L1 cache.
extern "C" void simt_past_l1(const void* address, unsigned bytes);

template <class T>
SIMT_ON_CALLERS_LINE simt::CachedWord<T> __ldcg(const T* address) {
  simt_past_l1(address, sizeof(T));
  return *address;
}

template <class T>
SIMT_ON_CALLERS_LINE simt::CachedWord<T> __ldcs(const T* address) {
  simt_streaming(address, sizeof(T), 0);
  return *address;
}
template <class T>
SIMT_ON_CALLERS_LINE void __stcs(T* address, simt::CachedWord<T> value) {
  simt_streaming(address, sizeof(T), 1);
  *address = value;
}

// Loaded again at each call, like a volatile variable. An empty loop around it waits here; nvcc removes such a loop.
template <class T>
SIMT_ON_CALLERS_LINE simt::CachedWord<T> __ldcv(const T* address) {
  if constexpr (std::is_arithmetic<T>::value) {
    return *static_cast<const volatile T*>(address);
  } else {
    return *address;
  }
}
#undef SIMT_STORE_HINT

SIMT_FOR_KERNELS_END
SIMT_FOR_ALL_BEGIN

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

SIMT_FOR_ALL_END
