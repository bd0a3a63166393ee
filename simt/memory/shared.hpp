// Wavefronts of a shared-memory request: shared memory consists of banks, and each bank serves one word per wavefront.
#pragma once

#include <cstdint>

#include "simt/memory/device.hpp"
#include "simt/memory/request.hpp"

namespace simt::memory {

/// What a request to shared memory costs.
struct SharedWavefronts {
  int wavefronts = 0;  ///< in all
  int conflicts = 0;   ///< wavefronts beyond those that the request's size needs
};

/// What a request does, as far as its passes depend on that.
enum class SharedUse : std::uint8_t {
  load,
  store,
  update,         ///< an atomic update by one instruction (ATOMS)
  count,          ///< an atomic addition of 1 whose result is not used (ATOMS.POPC.INC)
  compare,        ///< an atomic compare-and-swap (ATOMS.CAS)
  unknown_update  ///< an atomic update by several instructions, whose passes are not known: 0
};

/// Lanes that access the same word share it (broadcast). A request of 8 bytes per lane is served in two phases of half
/// a warp each, one of 16 bytes per lane in four phases of a quarter warp (CUDA C++ Programming Guide, "Shared
/// Memory"). A phase without active lanes takes no wavefront.
///
/// A load takes half as many phases, of twice as many lanes, if one of two conditions holds: all pairs of active lanes
/// (2i, 2i + 1) have one address each, or all pairs of active lanes that are 2 apart (4i, 4i + 2) and (4i + 1, 4i + 3)
/// have. Pairs of which a lane is not active do not count, so a condition also holds if it has no pair at all, as for
/// the lanes of 0x55555555. A store always takes all phases. No document says so: it follows from hardware counters of
/// 6480 requests of 8 and 16 bytes, 40 patterns of addresses by 81 sets of lanes
/// (measurements/data/emulator_patterns_h200.json), with which it agrees in every load and every store.
///
/// Atomic updates, by the same record: a bank serves one lane per wavefront, also of lanes that update one word. A
/// compare-and-swap takes twice the wavefronts, for as many conflicts. Updates of 8 bytes (exchange, compare-and-swap)
/// take two phases. Lanes that count in one word share it, as if they loaded it.
///
/// On devices whose requests are half-warps, the two halves never conflict with each other, a wider access counts as
/// several requests of one bank word each, and one word per wavefront is broadcast: the word of the lowest waiting
/// lane. Every other bank serves one lane (CUDA C Programming Guide 3.2, G.3.3, which does not say which word is
/// chosen).
SharedWavefronts shared_wavefronts(const Request& request, SharedUse use, const Device& device);

}  // namespace simt::memory
