// CUDA's atomic functions on global and shared memory. Each call is one access per lane, counted as an atomic update.
#pragma once

#include "bits.h"
#include "qualifiers.h"
#include "thread.h"

SIMT_FOR_KERNELS_BEGIN

extern "C" {

// Announces an update and runs other threads before it, so that a thread that waits in a loop can make progress.
// Returns the current value; `is_read` becomes false where nothing uses it (simt/instrument/updates.hpp).
unsigned long long simt_begin_update(const void* address, unsigned bytes, simt::Scope scope, simt::Update update,
                                     simt::Combination combination, bool is_read) __attribute__((nomerge));
// The same for a compare-and-swap, which only reads where the memory does not hold `expected`.
unsigned long long simt_begin_compare(const void* address, unsigned bytes, unsigned long long expected,
                                      simt::Scope scope) __attribute__((nomerge));
void simt_end_update(void* address, unsigned bytes, unsigned long long bits);

}  // extern "C"

namespace simt {

/// Arithmetic on floating-point numbers and on 8 bytes is a loop.
template <class T>
constexpr Update update_of_arithmetic = update_unknown;
template <>
constexpr Update update_of_arithmetic<int> = update_in_place;
template <>
constexpr Update update_of_arithmetic<unsigned> = update_in_place;

template <class T>
constexpr Combination combination_of_sum = never_combined;
template <>
constexpr Combination combination_of_sum<int> = combined_always;
template <>
constexpr Combination combination_of_sum<unsigned> = combined_always;
template <>
constexpr Combination combination_of_sum<unsigned long long> = combined_if_uniform;

/// Of minimum, maximum, and, or, exclusive or.
template <class T>
constexpr Combination combination_of_others = never_combined;
template <>
constexpr Combination combination_of_others<int> = combined_if_unused;
template <>
constexpr Combination combination_of_others<unsigned> = combined_if_unused;

/// Without the sign's bits, which would make the value of an int a longer calculation (simt/instrument/updates.cpp).
template <class T>
SIMT_ON_CALLERS_LINE unsigned long long bits_in_memory(T value) {
  return to_bits<T>(value) & ~0ull >> (64 - 8 * sizeof(T));
}

/// The emulator switches threads only where they wait, so an update in plain steps is atomic.
template <class T, class Operation>
SIMT_ON_CALLERS_LINE T update_atomically(T* address, Scope scope, Update update, Combination combination,
                                         Operation operation) {
  const T old = from_bits<T>(simt_begin_update(address, sizeof(T), scope, update, combination, true));
  simt_end_update(address, sizeof(T), bits_in_memory<T>(operation(old)));
  return old;
}

template <class T>
SIMT_ON_CALLERS_LINE T compare_atomically(T* address, Scope scope, T expected, T value) {
  const T old = from_bits<T>(simt_begin_compare(address, sizeof(T), to_bits<T>(expected), scope));
  simt_end_update(address, sizeof(T), to_bits<T>(old == expected ? value : old));
  return old;
}

}  // namespace simt

#define SIMT_UPDATE(name, T, update, combination, expression)                             \
  SIMT_SCOPED_UPDATE(name, T, simt::scope_device, update, combination, expression)        \
  SIMT_SCOPED_UPDATE(name##_block, T, simt::scope_block, update, combination, expression) \
  SIMT_SCOPED_UPDATE(name##_system, T, simt::scope_device, update, combination, expression)
#define SIMT_SCOPED_UPDATE(name, T, scope, update, combination, expression)                \
  SIMT_ON_CALLERS_LINE T name(T* address, T value) {                                       \
    return simt::update_atomically(address, scope, update, combination,                    \
                                   [value](T old) { return static_cast<T>(expression); }); \
  }
#define SIMT_ATOMIC(name, T, combination, expression) \
  SIMT_UPDATE(name, T, simt::update_of_arithmetic<T>, simt::combination, expression)
#define SIMT_ATOMIC_OF_INTEGERS(name, combination, expression)   \
  SIMT_ATOMIC(name, int, combination<int>, expression)           \
  SIMT_ATOMIC(name, unsigned, combination<unsigned>, expression) \
  SIMT_ATOMIC(name, unsigned long long, combination<unsigned long long>, expression)
#define SIMT_EXCHANGE(T) \
  SIMT_UPDATE(atomicExch, T, simt::update_in_place, simt::never_combined, (static_cast<void>(old), value))

// Unsigned arithmetic: CUDA's integers wrap on overflow, which is undefined for signed integers in C++.
#define SIMT_WRAPPED(operation) static_cast<unsigned long long>(old) operation static_cast<unsigned long long>(value)
SIMT_ATOMIC_OF_INTEGERS(atomicAdd, combination_of_sum, SIMT_WRAPPED(+))
SIMT_ATOMIC(atomicAdd, float, never_combined, old + value)
SIMT_ATOMIC(atomicAdd, double, never_combined, old + value)
SIMT_ATOMIC(atomicSub, int, combined_always, SIMT_WRAPPED(-))
SIMT_ATOMIC(atomicSub, unsigned, combined_always, SIMT_WRAPPED(-))
SIMT_EXCHANGE(int)
SIMT_EXCHANGE(unsigned)
SIMT_EXCHANGE(unsigned long long)
SIMT_EXCHANGE(float)
SIMT_ATOMIC_OF_INTEGERS(atomicMin, combination_of_others, value < old ? value : old)
SIMT_ATOMIC(atomicMin, long long, never_combined, value < old ? value : old)
SIMT_ATOMIC_OF_INTEGERS(atomicMax, combination_of_others, old < value ? value : old)
SIMT_ATOMIC(atomicMax, long long, never_combined, old < value ? value : old)
SIMT_ATOMIC_OF_INTEGERS(atomicAnd, combination_of_others, old& value)
SIMT_ATOMIC_OF_INTEGERS(atomicOr, combination_of_others, old | value)
SIMT_ATOMIC_OF_INTEGERS(atomicXor, combination_of_others, old ^ value)
SIMT_ATOMIC(atomicInc, unsigned, never_combined, old >= value ? 0 : old + 1)
SIMT_ATOMIC(atomicDec, unsigned, never_combined, old == 0 || old > value ? value : old - 1)
#undef SIMT_WRAPPED
#undef SIMT_ATOMIC_OF_INTEGERS
#undef SIMT_EXCHANGE
#undef SIMT_SCOPED_UPDATE
#undef SIMT_UPDATE
#undef SIMT_ATOMIC

#define SIMT_ATOMIC_COMPARE(T)                               \
  SIMT_SCOPED_COMPARE(atomicCAS, T, simt::scope_device)      \
  SIMT_SCOPED_COMPARE(atomicCAS_block, T, simt::scope_block) \
  SIMT_SCOPED_COMPARE(atomicCAS_system, T, simt::scope_device)
#define SIMT_SCOPED_COMPARE(name, T, scope)                           \
  SIMT_ON_CALLERS_LINE T name(T* address, T expected, T value) {      \
    return simt::compare_atomically(address, scope, expected, value); \
  }
SIMT_ATOMIC_COMPARE(unsigned short)
SIMT_ATOMIC_COMPARE(int)
SIMT_ATOMIC_COMPARE(unsigned)
SIMT_ATOMIC_COMPARE(unsigned long long)
#undef SIMT_SCOPED_COMPARE
#undef SIMT_ATOMIC_COMPARE

SIMT_FOR_KERNELS_END
