#include "simt/memory/partitions.hpp"

#include <algorithm>
#include <numeric>

namespace simt::memory {

void PartitionCamping::close_window() {
  const auto partitions = static_cast<std::ptrdiff_t>(device_.partitions);
  for (auto at = sectors_.begin(); at != sectors_.end(); at += partitions) {
    busiest_ += static_cast<double>(*std::max_element(at, at + partitions));
    mean_ +=
        static_cast<double>(std::accumulate(at, at + partitions, std::int64_t{0})) / static_cast<double>(partitions);
  }
  sectors_.assign(static_cast<std::size_t>(partitions), 0);
  blocks_ = 0;
}

}  // namespace simt::memory
