#include "simt/memory/partitions.hpp"

#include <algorithm>
#include <numeric>

namespace simt::memory {

void PartitionCamping::close_window() {
  busiest_ += static_cast<double>(*std::max_element(sectors_.begin(), sectors_.end()));
  mean_ += static_cast<double>(std::accumulate(sectors_.begin(), sectors_.end(), std::int64_t{0})) /
           static_cast<double>(sectors_.size());
  std::fill(sectors_.begin(), sectors_.end(), 0);
  blocks_ = 0;
}

}  // namespace simt::memory
