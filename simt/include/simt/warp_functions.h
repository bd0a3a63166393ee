// Shuffles, votes and the other functions with which the lanes of a warp exchange values. They do not order memory
// accesses.
#pragma once

#include "bits.h"
#include "qualifiers.h"

SIMT_FOR_KERNELS_BEGIN

extern "C" {

void __syncwarp_mask(unsigned mask) __asm__("__syncwarp") __attribute__((convergent, nomerge));
// Waits for the lanes of `mask` that have not exited, and returns the mask of these lanes. Their values can be read
// until this lane waits again. `purpose`: only lanes with the same one meet; 0, or 1 + Shuffle.
unsigned simt_exchange(unsigned mask, unsigned long long value, int purpose = 0) __attribute__((convergent, nomerge));
unsigned long long simt_received(unsigned lane) __attribute__((pure));
unsigned simt_lane() __attribute__((const));
// What a GPU does within the exchange. In functions of the emulator, it counts as no instructions of the kernel.
// Bit i: lane i came and sent a 1,
unsigned simt_votes(unsigned came) __attribute__((pure));
// or `value`.
unsigned simt_matches(unsigned came, unsigned long long value) __attribute__((pure));
// What the lane sent from which this one wants a value, or `own` where that is outside its segment of `width` lanes. Of a
// lane that did not come the value is undefined: a large number of either sign. `kind` and `by` as in Shuffle.
unsigned long long simt_shuffled(int kind, unsigned came, unsigned long long own, int by, int width)
    __attribute__((pure));
// The mask of the lanes that arrive together.
unsigned __activemask() __attribute__((convergent, nomerge));

}  // extern "C"

namespace simt {

/// Which lane's value a lane wants: that of a number, so many lower or higher, or with other bits.
enum Shuffle { from_lane, from_lower, from_higher, from_other };

template <class T>
SIMT_ON_CALLERS_LINE T shuffle(Shuffle kind, unsigned mask, T value, int by, int width) {
  const unsigned long long own = to_bits(value);
  const unsigned came = simt_exchange(mask, own, 1 + kind);
  return from_bits<T>(simt_shuffled(kind, came, own, by, width));
}

template <class T, class Combine>
SIMT_ON_CALLERS_LINE T reduce(unsigned mask, T value, Combine combine) {
  const unsigned came = simt_exchange(mask, to_bits(value));
  T result = value;
  for (unsigned others = came & ~(1u << simt_lane()); others != 0; others &= others - 1) {
    result = combine(result, from_bits<T>(simt_received(static_cast<unsigned>(__builtin_ctz(others)))));
  }
  return result;
}

/// The values of the lanes up to this one, combined in their order; without this one's own if `is_exclusive`, which
/// gives T() to the first lane.
template <class T, class Combine>
SIMT_ON_CALLERS_LINE T scan(unsigned mask, T value, Combine combine, bool is_exclusive) {
  const unsigned came = simt_exchange(mask, to_bits(value));
  unsigned before = came & ((1u << simt_lane()) - 1);
  if (before == 0) return is_exclusive ? T() : value;
  T result = from_bits<T>(simt_received(static_cast<unsigned>(__builtin_ctz(before))));
  for (before &= before - 1; before != 0; before &= before - 1) {
    result = combine(result, from_bits<T>(simt_received(static_cast<unsigned>(__builtin_ctz(before)))));
  }
  return is_exclusive ? result : combine(result, value);
}

struct Ballot {
  unsigned came, votes;
};

SIMT_ON_CALLERS_LINE Ballot ballot(unsigned mask, bool vote) {
  const unsigned came = simt_exchange(mask, vote ? 1 : 0);
  return Ballot{came, simt_votes(came)};
}

template <class T>
SIMT_ON_CALLERS_LINE Ballot match(unsigned mask, T value) {
  const unsigned came = simt_exchange(mask, to_bits(value));
  return Ballot{came, simt_matches(came, to_bits(value))};
}

}  // namespace simt

SIMT_ON_CALLERS_LINE void __syncwarp(unsigned mask = 0xffffffffu) { __syncwarp_mask(mask); }

// `width` divides the warp into segments of so many lanes: CUDA C++ Programming Guide, "Warp Shuffle Functions".
template <class T>
SIMT_ON_CALLERS_LINE T __shfl_sync(unsigned mask, T value, int source, int width = 32) {
  return simt::shuffle(simt::from_lane, mask, value, source, width);
}
template <class T>
SIMT_ON_CALLERS_LINE T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32) {
  return simt::shuffle(simt::from_lower, mask, value, static_cast<int>(delta), width);
}
template <class T>
SIMT_ON_CALLERS_LINE T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32) {
  return simt::shuffle(simt::from_higher, mask, value, static_cast<int>(delta), width);
}
template <class T>
SIMT_ON_CALLERS_LINE T __shfl_xor_sync(unsigned mask, T value, int lanes, int width = 32) {
  return simt::shuffle(simt::from_other, mask, value, lanes, width);
}

SIMT_ON_CALLERS_LINE unsigned __ballot_sync(unsigned mask, int vote) { return simt::ballot(mask, vote != 0).votes; }
SIMT_ON_CALLERS_LINE int __any_sync(unsigned mask, int vote) { return simt::ballot(mask, vote != 0).votes != 0; }
SIMT_ON_CALLERS_LINE int __all_sync(unsigned mask, int vote) {
  const simt::Ballot ballot = simt::ballot(mask, vote != 0);
  return ballot.votes == ballot.came;
}
template <class T>
SIMT_ON_CALLERS_LINE unsigned __match_any_sync(unsigned mask, T value) {
  return simt::match(mask, value).votes;
}
template <class T>
SIMT_ON_CALLERS_LINE unsigned __match_all_sync(unsigned mask, T value, int* all_equal) {
  const simt::Ballot ballot = simt::match(mask, value);
  *all_equal = ballot.votes == ballot.came;
  return *all_equal ? ballot.came : 0;
}

#define SIMT_WARP_REDUCTION(name, T, expression)                           \
  SIMT_ON_CALLERS_LINE T name(unsigned mask, T value) {                    \
    return simt::reduce(mask, value, [](T a, T b) { return expression; }); \
  }
SIMT_WARP_REDUCTION(__reduce_add_sync, int, a + b)
SIMT_WARP_REDUCTION(__reduce_add_sync, unsigned, a + b)
SIMT_WARP_REDUCTION(__reduce_min_sync, int, b < a ? b : a)
SIMT_WARP_REDUCTION(__reduce_min_sync, unsigned, b < a ? b : a)
SIMT_WARP_REDUCTION(__reduce_max_sync, int, a < b ? b : a)
SIMT_WARP_REDUCTION(__reduce_max_sync, unsigned, a < b ? b : a)
SIMT_WARP_REDUCTION(__reduce_and_sync, unsigned, a& b)
SIMT_WARP_REDUCTION(__reduce_or_sync, unsigned, a | b)
SIMT_WARP_REDUCTION(__reduce_xor_sync, unsigned, a ^ b)
#undef SIMT_WARP_REDUCTION

SIMT_FOR_KERNELS_END
