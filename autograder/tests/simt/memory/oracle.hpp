// Requests for the tests, and counts of them taken the slow and obvious way, by sets.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <random>
#include <set>

#include "simt/memory/device.hpp"
#include "simt/memory/request.hpp"

namespace simt::memory::test {

/// All lanes active; lane i at start + i × stride.
inline Request strided(std::uint64_t start, std::uint64_t stride, std::uint32_t bytes) {
  Request request;
  for (int lane = 0; lane < warp_lanes; ++lane) request.address[lane] = start + lane * stride;
  request.active = ~std::uint32_t{0};
  request.bytes = bytes;
  return request;
}

/// Ordered, strided, scattered or repeated addresses; any mask but the empty one; aligned or not.
inline Request random_request(std::mt19937& random) {
  const auto up_to = [&](std::uint32_t most) { return random() % (most + 1); };
  const std::uint32_t bytes = 1u << up_to(4);
  Request request = strided(4096 + up_to(300), up_to(1) * up_to(40) * bytes, bytes);
  if (up_to(2) == 0) std::shuffle(request.address.begin(), request.address.end(), random);
  for (std::uint64_t& address : request.address) {
    if (up_to(9) == 0) address = up_to(8192);
    if (up_to(1) == 0) address = address / bytes * bytes;
  }
  request.active = up_to(1) == 0 ? ~std::uint32_t{0} : static_cast<std::uint32_t>(random()) | 1;
  return request;
}

inline bool is_active(const Request& request, int lane) { return (request.active >> lane & 1) != 0; }

inline std::set<std::uint64_t> sectors_by_set(const Request& request, const Device& device) {
  std::set<std::uint64_t> sectors;
  for (int lane = 0; lane < warp_lanes; ++lane) {
    if (!is_active(request, lane)) continue;
    for (std::uint32_t byte = 0; byte < request.bytes; ++byte) {
      sectors.insert((request.address[lane] + byte) / device.sector_bytes);
    }
  }
  return sectors;
}

struct Passes {
  int wavefronts = 0;
  int conflicts = 0;
};

inline Passes passes_by_set(const Request& request, const Device& device) {
  const int phases = request.bytes == 16 ? 4 : request.bytes == 8 ? 2 : 1;
  Passes passes;
  for (int phase = 0; phase < phases; ++phase) {
    std::map<std::uint64_t, std::set<std::uint64_t>> words_of_bank;
    for (int lane = phase * warp_lanes / phases; lane < (phase + 1) * warp_lanes / phases; ++lane) {
      if (!is_active(request, lane)) continue;
      for (std::uint32_t byte = 0; byte < request.bytes; ++byte) {
        const std::uint64_t word = (request.address[lane] + byte) / device.bank_bytes;
        words_of_bank[word % device.banks].insert(word);
      }
    }
    std::size_t busiest = 0;
    for (const auto& [bank, words] : words_of_bank) busiest = std::max(busiest, words.size());
    if (busiest == 0) continue;
    passes.wavefronts += static_cast<int>(busiest);
    passes.conflicts += static_cast<int>(busiest) - 1;
  }
  return passes;
}

}  // namespace simt::memory::test
