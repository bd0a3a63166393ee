// Coalescing as it was before caches: what a half-warp's access to global memory became on chips of compute
// capability 1.2 and 1.3 (CUDA C Programming Guide 3.2, G.3.2.2; Conrad 2010).
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "simt/memory/request.hpp"

namespace simt::memory {

inline constexpr int half_warp_lanes = 16;

/// One transfer between chip and memory: 32, 64 or 128 bytes at a multiple of its size.
struct Transaction {
  std::uint64_t address = 0;
  std::uint32_t bytes = 0;

  friend bool operator==(const Transaction&, const Transaction&) = default;
};

/// The transactions that serve one half of a warp, in the order of their issue: the segment that the lowest
/// waiting lane's word is in serves every lane whose word is in it too, and only so much of it is moved as is
/// used. Words are naturally aligned, as those chips demand: a misaligned address means the word it lies in.
class Transactions {
 public:
  /// `half` is 0 for lanes 0 … 15, 1 for lanes 16 … 31.
  Transactions(const Request& request, int half);

  std::span<const Transaction> all() const { return {transactions_.data(), static_cast<std::size_t>(count_)}; }
  int count() const { return count_; }
  std::int64_t bytes() const;

 private:
  std::array<Transaction, half_warp_lanes> transactions_;
  int count_ = 0;
};

/// The segment's size for words of `word_bytes` each.
inline std::uint32_t segment_bytes(std::uint32_t word_bytes) {
  return word_bytes == 1 ? 32 : word_bytes == 2 ? 64 : 128;
}

}  // namespace simt::memory
