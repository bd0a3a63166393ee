// CUDA's atomic functions on global and shared memory. Each call is one access per lane, counted as a store.
#pragma once

#include "bits.h"
#include "qualifiers.h"
#include "thread.h"

extern "C" {

// Announces an update and runs other threads before it, so that a thread that waits in a loop can make progress.
// Returns the current value.
unsigned long long simt_begin_update(const void* address, unsigned bytes, simt::Scope scope) __attribute__((nomerge));
void simt_end_update(void* address, unsigned bytes, unsigned long long bits);

}  // extern "C"

namespace simt {

/// The emulator switches threads only where they wait, so an update in plain steps is atomic.
template <class T, class Update>
SIMT_ON_CALLERS_LINE T update_atomically(T* address, Scope scope, Update update) {
  const T old = from_bits<T>(simt_begin_update(address, sizeof(T), scope));
  simt_end_update(address, sizeof(T), to_bits<T>(update(old)));
  return old;
}

}  // namespace simt

#define SIMT_ATOMIC(name, T, expression)                             \
  SIMT_SCOPED_ATOMIC(name, T, simt::scope_device, expression)        \
  SIMT_SCOPED_ATOMIC(name##_block, T, simt::scope_block, expression) \
  SIMT_SCOPED_ATOMIC(name##_system, T, simt::scope_device, expression)
#define SIMT_SCOPED_ATOMIC(name, T, scope, expression)                                                     \
  SIMT_ON_CALLERS_LINE T name(T* address, T value) {                                                       \
    return simt::update_atomically(address, scope, [value](T old) { return static_cast<T>(expression); }); \
  }
#define SIMT_ATOMIC_OF_INTEGERS(name, expression) \
  SIMT_ATOMIC(name, int, expression)              \
  SIMT_ATOMIC(name, unsigned, expression)         \
  SIMT_ATOMIC(name, unsigned long long, expression)

// Unsigned arithmetic: CUDA's integers wrap on overflow, which is undefined for signed integers in C++.
#define SIMT_WRAPPED(operation) static_cast<unsigned long long>(old) operation static_cast<unsigned long long>(value)
SIMT_ATOMIC_OF_INTEGERS(atomicAdd, SIMT_WRAPPED(+))
SIMT_ATOMIC(atomicAdd, float, old + value)
SIMT_ATOMIC(atomicAdd, double, old + value)
SIMT_ATOMIC(atomicSub, int, SIMT_WRAPPED(-))
SIMT_ATOMIC(atomicSub, unsigned, SIMT_WRAPPED(-))
SIMT_ATOMIC_OF_INTEGERS(atomicExch, (static_cast<void>(old), value))
SIMT_ATOMIC(atomicExch, float, (static_cast<void>(old), value))
SIMT_ATOMIC_OF_INTEGERS(atomicMin, value < old ? value : old)
SIMT_ATOMIC(atomicMin, long long, value < old ? value : old)
SIMT_ATOMIC_OF_INTEGERS(atomicMax, old < value ? value : old)
SIMT_ATOMIC(atomicMax, long long, old < value ? value : old)
SIMT_ATOMIC_OF_INTEGERS(atomicAnd, old& value)
SIMT_ATOMIC_OF_INTEGERS(atomicOr, old | value)
SIMT_ATOMIC_OF_INTEGERS(atomicXor, old ^ value)
SIMT_ATOMIC(atomicInc, unsigned, old >= value ? 0 : old + 1)
SIMT_ATOMIC(atomicDec, unsigned, old == 0 || old > value ? value : old - 1)
#undef SIMT_WRAPPED
#undef SIMT_ATOMIC_OF_INTEGERS
#undef SIMT_SCOPED_ATOMIC
#undef SIMT_ATOMIC

#define SIMT_ATOMIC_COMPARE(T)                               \
  SIMT_SCOPED_COMPARE(atomicCAS, T, simt::scope_device)      \
  SIMT_SCOPED_COMPARE(atomicCAS_block, T, simt::scope_block) \
  SIMT_SCOPED_COMPARE(atomicCAS_system, T, simt::scope_device)
#define SIMT_SCOPED_COMPARE(name, T, scope)                                                               \
  SIMT_ON_CALLERS_LINE T name(T* address, T expected, T value) {                                          \
    return simt::update_atomically(address, scope, [=](T old) { return old == expected ? value : old; }); \
  }
SIMT_ATOMIC_COMPARE(unsigned short)
SIMT_ATOMIC_COMPARE(int)
SIMT_ATOMIC_COMPARE(unsigned)
SIMT_ATOMIC_COMPARE(unsigned long long)
#undef SIMT_SCOPED_COMPARE
#undef SIMT_ATOMIC_COMPARE
