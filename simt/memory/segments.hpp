// Coalescing on chips without caches, compute capability 1.2 and 1.3: the memory transactions for a half-warp's access
// to global memory (CUDA C Programming Guide 3.2, G.3.2.2; Conrad 2010).
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "simt/memory/request.hpp"

namespace simt::memory {

/// Threads of half a warp, which these chips serve together.
inline constexpr int half_warp_lanes = 16;

/// One transfer between chip and memory: 32, 64 or 128 bytes, aligned to its size.
struct Transaction {
  std::uint64_t address = 0;  ///< of its first byte
  std::uint32_t bytes = 0;    ///< 32, 64 or 128

  friend bool operator==(const Transaction&, const Transaction&) = default;
};

/// The transactions that serve one half-warp, in issue order. Each transaction takes the segment that contains the word
/// of the lowest waiting lane; it serves every lane whose word is in that segment, and moves only the used part of it.
/// Words are naturally aligned, as those chips require: a misaligned address stands for the word that contains it.
class Transactions {
 public:
  /// `half` is 0 for lanes 0 … 15, 1 for lanes 16 … 31.
  Transactions(const Request& request, int half);

  /// In the order of issue.
  std::span<const Transaction> all() const { return {transactions_.data(), static_cast<std::size_t>(count_)}; }
  /// How many there are.
  int count() const { return count_; }
  std::int64_t bytes() const;  ///< Bytes of all of them.

 private:
  std::array<Transaction, half_warp_lanes> transactions_;
  int count_ = 0;
};

/// Segment size for words of `word_bytes` bytes.
inline std::uint32_t segment_bytes(std::uint32_t word_bytes) {
  return word_bytes == 1 ? 32 : word_bytes == 2 ? 64 : 128;
}

}  // namespace simt::memory
