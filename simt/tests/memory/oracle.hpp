// Requests for the tests, and counts of them taken the slow and obvious way, by sets.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <vector>

#include "simt/memory/device.hpp"
#include "simt/memory/request.hpp"
#include "simt/memory/segments.hpp"
#include "simt/memory/shared.hpp"

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

inline int update_sectors_by_map(const Request& request, const Device& device) {
  std::map<std::uint64_t, std::map<std::uint64_t, int>> lanes;  // by sector, then by address
  for (int lane = 0; lane < warp_lanes; ++lane) {
    if (is_active(request, lane)) ++lanes[request.address[lane] / device.sector_bytes][request.address[lane]];
  }
  int sectors = 0;
  for (const auto& [sector, words] : lanes) {
    int busiest = 0;
    for (const auto& [word, count] : words) busiest = std::max(busiest, count);
    sectors += busiest;
  }
  return sectors;
}

struct Wavefronts {
  int wavefronts = 0;
  int conflicts = 0;
};

/// All pairs of lanes `distance` apart that are complete read one address each.
inline bool all_pairs_share(const Request& request, int distance) {
  int sharing = 0, pairs = 0;
  for (int lane = 0; lane < warp_lanes; ++lane) {
    if ((lane & distance) != 0 || !is_active(request, lane) || !is_active(request, lane + distance)) continue;
    ++pairs;
    sharing += request.address[lane] == request.address[lane + distance] ? 1 : 0;
  }
  return sharing == pairs;
}

inline Wavefronts wavefronts_by_set(const Request& request, SharedUse use, const Device& device) {
  int phases = request.bytes == 16 ? 4 : request.bytes == 8 ? 2 : 1;
  if (use == SharedUse::load && phases > 1 && (all_pairs_share(request, 1) || all_pairs_share(request, 2))) phases /= 2;
  Wavefronts total;
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
    total.wavefronts += static_cast<int>(busiest);
    total.conflicts += static_cast<int>(busiest) - 1;
  }
  return total;
}

/// Half-warps with one broadcast word per wavefront: the lanes wait in a queue, and each wavefront serves as many as it
/// can.
inline Wavefronts half_warp_wavefronts_by_lists(const Request& request, const Device& device) {
  Wavefronts total;
  for (int half = 0; half < 2; ++half) {
    for (std::uint32_t offset = 0; offset < request.bytes; offset += device.bank_bytes) {
      std::vector<std::uint64_t> queue;
      for (int lane = half * half_warp_lanes; lane < (half + 1) * half_warp_lanes; ++lane) {
        if (is_active(request, lane)) queue.push_back((request.address[lane] + offset) / device.bank_bytes);
      }
      if (queue.empty()) continue;
      for (--total.conflicts; !queue.empty(); ++total.wavefronts, ++total.conflicts) {
        const std::uint64_t broadcast = queue.front();
        std::set<std::uint64_t> busy{broadcast % device.banks};
        std::vector<std::uint64_t> later;
        for (const std::uint64_t word : queue) {
          if (word != broadcast && !busy.insert(word % device.banks).second) later.push_back(word);
        }
        queue = later;
      }
    }
  }
  return total;
}

/// Segments are keyed by number and hold the bytes used of them; a transaction is the smallest aligned 32, 64 or
/// 128 bytes around those.
inline std::vector<Transaction> transactions_by_bytes(const Request& request, int half) {
  const std::uint64_t size = segment_bytes(request.bytes);
  std::map<std::uint64_t, std::set<std::uint64_t>> used;
  std::vector<std::uint64_t> order;
  for (int lane = half * half_warp_lanes; lane < (half + 1) * half_warp_lanes; ++lane) {
    if (!is_active(request, lane)) continue;
    const std::uint64_t word = request.address[lane] / request.bytes * request.bytes;
    if (used[word / size].empty()) order.push_back(word / size);
    for (std::uint32_t byte = 0; byte < request.bytes; ++byte) used[word / size].insert(word + byte);
  }
  std::vector<Transaction> transactions;
  for (const std::uint64_t segment : order) {
    const std::uint64_t first = *used[segment].begin();
    const std::uint64_t last = *used[segment].rbegin();
    std::uint32_t bytes = 32;
    while (first / bytes != last / bytes) bytes *= 2;
    transactions.push_back({first / bytes * bytes, bytes});
  }
  return transactions;
}

}  // namespace simt::memory::test
