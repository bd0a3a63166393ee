#include "simt/core/threads/async_copies.hpp"

#include <numeric>

namespace simt::core {

void AsyncCopies::commit(std::uint64_t thread) {
  OfThread& of = threads_[thread];
  const std::size_t in_batches = std::accumulate(of.batches.begin(), of.batches.end(), std::size_t{0});
  of.batches.push_back(of.copies.size() - in_batches);
}

std::optional<AsyncCopy> AsyncCopies::take(std::uint64_t thread, std::uint64_t but_last) {
  const auto found = threads_.find(thread);
  if (found == threads_.end()) return std::nullopt;
  OfThread& of = found->second;
  while (of.batches.size() > but_last) {
    if (of.batches.front() == 0) {
      of.batches.pop_front();
      continue;
    }
    --of.batches.front();
    const AsyncCopy copy = of.copies.front();
    of.copies.pop_front();
    return copy;
  }
  return std::nullopt;
}

}  // namespace simt::core
