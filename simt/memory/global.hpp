// Sectors of a global-memory request: how many it touches, and how many would be enough.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "simt/memory/device.hpp"
#include "simt/memory/request.hpp"

namespace simt::memory {

/// The distinct sectors of one request, ascending, as sector numbers (address ÷ sector size).
class Sectors {
 public:
  Sectors(const Request& request, const Device& device);

  int count() const { return count_; }
  std::span<const std::uint64_t> numbers() const { return {numbers_.data(), static_cast<std::size_t>(count_)}; }

 private:
  void push(std::uint64_t first, std::uint64_t last);

  // A lane accesses at most 16 bytes, which touch at most two sectors.
  std::array<std::uint64_t, 2 * warp_lanes> numbers_;
  int count_ = 0;
};

/// The number of sectors for the same bytes if the lanes' addresses were contiguous and aligned. Counted per half-warp
/// on devices whose requests are half-warps.
int ideal_sectors(const Request& request, const Device& device);

/// The sectors of an atomic update as the hardware's counters have them (l1tex__t_sectors_pipe_lsu_mem_global_op_atom
/// and _op_red): each sector as often as lanes update its busiest word. Words are as large as what a lane updates. No
/// document says so: it follows from the counters of 72 launches (measurements/data/emulator_styles_h200.json), of
/// which 6 have a few sectors more. These are no more bytes to move.
int update_sectors(const Request& request, const Device& device);

}  // namespace simt::memory
