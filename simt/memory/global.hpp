// Global memory moves in sectors: how many of them a request touches, and how few could have done.
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

  // A lane's access is at most 16 bytes: it straddles two sectors at most.
  std::array<std::uint64_t, 2 * warp_lanes> numbers_;
  int count_ = 0;
};

/// What the same bytes would take if the lanes' addresses were contiguous and aligned; half a warp at a time where
/// that is a request.
int ideal_sectors(const Request& request, const Device& device);

}  // namespace simt::memory
