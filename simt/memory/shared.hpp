// Shared memory is banks that each serve one word at a time: how many passes a request takes.
#pragma once

#include "simt/memory/device.hpp"
#include "simt/memory/request.hpp"

namespace simt::memory {

struct SharedPasses {
  int wavefronts = 0;  ///< passes
  int conflicts = 0;   ///< passes beyond what the request's size needs
};

/// Lanes that read the same word share it (broadcast). Requests of 8 bytes a lane go in two phases of half a
/// warp, of 16 bytes in four of a quarter (CUDA C++ Programming Guide, "Shared Memory"). Half as many do where every
/// lane shares its address with the next one, or every lane with the one after that: no document says so, but the
/// counters of lab 2's part 2.7 do (measurements/emulator-truth.md), which reads 16 bytes by lane ÷ 4 and by lane mod 4.
///
/// Where a request is half a warp, the halves never conflict with each other, wider accesses are that many requests
/// of one bank's word each, and only one word a pass is broadcast: that of the lowest lane still waiting; every other
/// bank serves one lane (CUDA C Programming Guide 3.2, G.3.3, which leaves open whose word it is).
SharedPasses shared_passes(const Request& request, const Device& device);

}  // namespace simt::memory
