#include "simt/memory/segments.hpp"

#include <algorithm>
#include <bit>

namespace simt::memory {
namespace {

constexpr std::uint32_t smallest_transaction = 32;

// `first` … `last` are inside `segment`: halves the segment as long as they fit into one half.
Transaction shrink(Transaction segment, std::uint64_t first, std::uint64_t last) {
  while (segment.bytes > smallest_transaction) {
    const std::uint32_t half = segment.bytes / 2;
    const std::uint64_t middle = segment.address + half;
    if (first < middle && last >= middle) break;
    if (first >= middle) segment.address = middle;
    segment.bytes = half;
  }
  return segment;
}

}  // namespace

Transactions::Transactions(const Request& request, int half) {
  const std::uint64_t segment_mask = ~std::uint64_t{segment_bytes(request.bytes) - 1};
  const std::uint64_t word_mask = ~std::uint64_t{request.bytes - 1};
  std::uint32_t waiting = request.active & (0xffffU << (half * half_warp_lanes));
  while (waiting != 0) {
    const std::uint64_t segment = request.address[std::countr_zero(waiting)] & segment_mask;
    std::uint64_t first = ~std::uint64_t{0};
    std::uint64_t last = 0;
    for (std::uint32_t lanes = waiting; lanes != 0; lanes &= lanes - 1) {
      const std::uint64_t word = request.address[std::countr_zero(lanes)] & word_mask;
      if ((word & segment_mask) != segment) continue;
      first = std::min(first, word);
      last = std::max(last, word + request.bytes - 1);
      waiting &= ~(lanes & -lanes);
    }
    transactions_[count_++] = shrink({segment, segment_bytes(request.bytes)}, first, last);
  }
}

std::int64_t Transactions::bytes() const {
  std::int64_t sum = 0;
  for (const Transaction& one : all()) sum += one.bytes;
  return sum;
}

}  // namespace simt::memory
