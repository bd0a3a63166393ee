#include "simt/memory/shared.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <numeric>

namespace simt::memory {
namespace {

// The words that the lanes of one phase access; ascending and distinct after `settle`.
class Words {
 public:
  void push(std::uint64_t word) {
    if (count_ != 0) {
      if (words_[count_ - 1] == word) return;
      ascending_ &= words_[count_ - 1] < word;
    }
    words_[count_++] = word;
  }

  void settle() {
    if (ascending_) return;
    const auto end = words_.begin() + count_;
    std::sort(words_.begin(), end);
    count_ = static_cast<int>(std::unique(words_.begin(), end) - words_.begin());
  }

  // The number of words in the bank that has the most of them.
  int busiest_bank(int banks) const {
    std::array<std::uint8_t, 64> load{};
    int busiest = 0;
    for (int i = 0; i < count_; ++i) busiest = std::max<int>(busiest, ++load[words_[i] & (banks - 1)]);
    return busiest;
  }

 private:
  // The most words that one phase can access: a whole warp with two words per lane, and one more if unaligned.
  std::array<std::uint64_t, 3 * warp_lanes> words_;
  int count_ = 0;
  bool ascending_ = true;
};

// Whether no two lanes use the same bank: the usual case, found in one loop over the lanes.
bool banks_differ(const Request& request, std::uint32_t lanes, int shift, int banks) {
  std::uint64_t busy = 0;
  for (; lanes != 0; lanes &= lanes - 1) {
    const std::uint64_t address = request.address[std::countr_zero(lanes)];
    const std::uint64_t last = (address + request.bytes - 1) >> shift;
    for (std::uint64_t word = address >> shift; word <= last; ++word) {
      const std::uint64_t bank = std::uint64_t{1} << (word & (banks - 1));
      if ((busy & bank) != 0) return false;
      busy |= bank;
    }
  }
  return true;
}

int wavefronts_of_phase(const Request& request, std::uint32_t lanes, const Device& device) {
  const int shift = std::countr_zero(static_cast<unsigned>(device.bank_bytes));
  if (banks_differ(request, lanes, shift, device.banks)) return 1;
  Words words;
  for (; lanes != 0; lanes &= lanes - 1) {
    const std::uint64_t address = request.address[std::countr_zero(lanes)];
    const std::uint64_t last = (address + request.bytes - 1) >> shift;
    for (std::uint64_t word = address >> shift; word <= last; ++word) words.push(word);
  }
  words.settle();
  return words.busiest_bank(device.banks);
}

// Every lane by itself.
SharedWavefronts wavefronts_of_updates(const Request& request, const Device& device) {
  const int words = std::max(1, static_cast<int>(request.bytes) / device.bank_bytes);
  const int lanes_per_phase = warp_lanes / words;
  SharedWavefronts total;
  for (int first = 0; first < warp_lanes; first += lanes_per_phase) {
    const auto phase = static_cast<std::uint32_t>((std::uint64_t{1} << lanes_per_phase) - 1) << first;
    std::array<std::uint8_t, 64> load{};
    int busiest = 0;
    for (std::uint32_t lanes = request.active & phase; lanes != 0; lanes &= lanes - 1) {
      const std::uint64_t word = request.address[std::countr_zero(lanes)] / static_cast<unsigned>(device.bank_bytes);
      busiest = std::max<int>(busiest, ++load[word & (device.banks - 1)]);
    }
    total.wavefronts += busiest;
    total.conflicts += std::max(busiest - 1, 0);
  }
  return total;
}

// The words that a half-warp requests together, by lane.
using HalfWarpWords = std::array<std::uint64_t, warp_lanes>;

int wavefronts_with_one_broadcast(const HalfWarpWords& words, std::uint32_t waiting, int banks) {
  int wavefronts = 0;
  for (; waiting != 0; ++wavefronts) {
    const std::uint64_t broadcast = words[std::countr_zero(waiting)];
    std::uint64_t busy = std::uint64_t{1} << (broadcast & (banks - 1));
    for (std::uint32_t lanes = waiting; lanes != 0; lanes &= lanes - 1) {
      const std::uint64_t word = words[std::countr_zero(lanes)];
      const std::uint64_t bank = std::uint64_t{1} << (word & (banks - 1));
      if (word != broadcast && (busy & bank) != 0) continue;
      busy |= bank;
      waiting &= ~(lanes & -lanes);
    }
  }
  return wavefronts;
}

SharedWavefronts wavefronts_by_half_warps(const Request& request, const Device& device) {
  const int shift = std::countr_zero(static_cast<unsigned>(device.bank_bytes));
  const std::uint32_t half_mask = (std::uint32_t{1} << device.request_lanes) - 1;
  SharedWavefronts total;
  for (int first = 0; first < warp_lanes; first += device.request_lanes) {
    const std::uint32_t active = request.active & half_mask << first;
    if (active == 0) continue;
    for (std::uint32_t offset = 0; offset < request.bytes; offset += device.bank_bytes) {
      HalfWarpWords words;
      for (std::uint32_t lanes = active; lanes != 0; lanes &= lanes - 1) {
        const int lane = std::countr_zero(lanes);
        words[lane] = (request.address[lane] + offset) >> shift;
      }
      const int wavefronts = wavefronts_with_one_broadcast(words, active, device.banks);
      total.wavefronts += wavefronts;
      total.conflicts += wavefronts - 1;
    }
  }
  return total;
}

// Whether every two active lanes `distance` apart (lane XOR distance) access the same address.
bool pairs_share(const Request& request, int distance) {
  for (std::uint32_t lanes = request.active; lanes != 0; lanes &= lanes - 1) {
    const int lane = std::countr_zero(lanes);
    const int other = lane ^ distance;
    if ((request.active >> other & 1) != 0 && request.address[lane] != request.address[other]) return false;
  }
  return true;
}

}  // namespace

SharedWavefronts shared_wavefronts(const Request& request, SharedUse use, const Device& device) {
  if (use == SharedUse::unknown_update) return {};
  if (device.request_lanes < warp_lanes) return wavefronts_by_half_warps(request, device);
  if (use == SharedUse::update) return wavefronts_of_updates(request, device);
  if (use == SharedUse::compare) {
    const SharedWavefronts each = wavefronts_of_updates(request, device);
    return {2 * each.wavefronts, each.conflicts};
  }
  std::uint64_t stride = 0;
  const auto word = static_cast<std::uint64_t>(device.bank_bytes);
  if (request.bytes == word && is_strided(request, stride) && stride % word == 0 && request.address[0] % word == 0) {
    // Lane i uses bank (start + i × step) mod banks, so gcd(step, banks) lanes of each `banks` lanes share a bank. A
    // step of zero is a broadcast.
    const std::uint64_t step = stride / word;
    const int wavefronts =
        step == 0 ? 1 : warp_lanes / device.banks * static_cast<int>(std::gcd(step % device.banks, device.banks));
    return {wavefronts, wavefronts - 1};
  }
  int lanes_per_phase = warp_lanes * device.bank_bytes / std::max<int>(request.bytes, device.bank_bytes);
  const bool may_merge = use == SharedUse::load && lanes_per_phase < warp_lanes;
  if (may_merge && (pairs_share(request, 1) || pairs_share(request, 2))) lanes_per_phase *= 2;
  const std::uint64_t phase_mask = (std::uint64_t{1} << lanes_per_phase) - 1;
  SharedWavefronts total;
  for (int first = 0; first < warp_lanes; first += lanes_per_phase) {
    const std::uint32_t lanes = request.active & static_cast<std::uint32_t>(phase_mask << first);
    if (lanes == 0) continue;
    const int wavefronts = wavefronts_of_phase(request, lanes, device);
    total.wavefronts += wavefronts;
    total.conflicts += wavefronts - 1;
  }
  return total;
}

}  // namespace simt::memory
