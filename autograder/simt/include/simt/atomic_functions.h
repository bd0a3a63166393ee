// CUDA's atomic functions, on global and shared memory. Each is one access of its lane, counted as a store.
#pragma once

#include "bits.h"
#include "qualifiers.h"

extern "C" {

// Announces an update, and lets other threads go on before it: whoever waits for one of them may come round again.
// Returns what is there.
unsigned long long simt_begin_update(const void* address, unsigned bytes) __attribute__((nomerge));
void simt_end_update(void* address, unsigned bytes, unsigned long long bits);

}  // extern "C"

namespace simt {

/// Threads take turns only where they wait, so an update in plain steps is atomic.
template <class T, class Update>
SIMT_ON_CALLERS_LINE T update_atomically(T* address, Update update) {
  const T old = from_bits<T>(simt_begin_update(address, sizeof(T)));
  simt_end_update(address, sizeof(T), to_bits<T>(update(old)));
  return old;
}

}  // namespace simt

#define SIMT_ATOMIC(name, T, expression)                                                            \
  SIMT_ON_CALLERS_LINE T name(T* address, T value) {                                                \
    return simt::update_atomically(address, [value](T old) { return static_cast<T>(expression); }); \
  }                                                                                                 \
  SIMT_ON_CALLERS_LINE T name##_block(T* address, T value) { return name(address, value); }         \
  SIMT_ON_CALLERS_LINE T name##_system(T* address, T value) { return name(address, value); }
#define SIMT_ATOMIC_OF_INTEGERS(name, expression) \
  SIMT_ATOMIC(name, int, expression)              \
  SIMT_ATOMIC(name, unsigned, expression)         \
  SIMT_ATOMIC(name, unsigned long long, expression)

// Integers wrap, which signed arithmetic in C++ may not.
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
#undef SIMT_ATOMIC

#define SIMT_ATOMIC_COMPARE(T)                                                                     \
  SIMT_ON_CALLERS_LINE T atomicCAS(T* address, T expected, T value) {                              \
    return simt::update_atomically(address, [=](T old) { return old == expected ? value : old; }); \
  }                                                                                                \
  SIMT_ON_CALLERS_LINE T atomicCAS_block(T* address, T expected, T value) {                        \
    return atomicCAS(address, expected, value);                                                    \
  }                                                                                                \
  SIMT_ON_CALLERS_LINE T atomicCAS_system(T* address, T expected, T value) {                       \
    return atomicCAS(address, expected, value);                                                    \
  }
SIMT_ATOMIC_COMPARE(unsigned short)
SIMT_ATOMIC_COMPARE(int)
SIMT_ATOMIC_COMPARE(unsigned)
SIMT_ATOMIC_COMPARE(unsigned long long)
#undef SIMT_ATOMIC_COMPARE
