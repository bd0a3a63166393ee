// Wavefronts of a shared-memory request: shared memory consists of banks, and each bank serves one word per wavefront.
#pragma once

#include "simt/memory/device.hpp"
#include "simt/memory/request.hpp"

namespace simt::memory {

struct SharedWavefronts {
  int wavefronts = 0;
  int conflicts = 0;  ///< wavefronts beyond those that the request's size needs
};

/// Lanes that access the same word share it (broadcast). A request of 8 bytes per lane is served in two phases of half
/// a warp each, one of 16 bytes per lane in four phases of a quarter warp (CUDA C++ Programming Guide, "Shared
/// Memory"). Half as many phases are enough where every lane has the same address as the next lane, or as the one after
/// the next. No document says so; it follows from the hardware counters of lab 2's part 2.7
/// (measurements/emulator-truth.md), which reads 16 bytes indexed by lane ÷ 4 and by lane mod 4.
///
/// On devices whose requests are half-warps, the two halves never conflict with each other, a wider access counts as
/// several requests of one bank word each, and one word per wavefront is broadcast: the word of the lowest waiting
/// lane. Every other bank serves one lane (CUDA C Programming Guide 3.2, G.3.3, which does not say which word is
/// chosen).
SharedWavefronts shared_wavefronts(const Request& request, const Device& device);

}  // namespace simt::memory
