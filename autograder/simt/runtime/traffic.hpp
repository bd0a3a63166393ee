// From the requests that a warp's lanes made up to counts per site.
#pragma once

#include <cstdint>
#include <vector>

#include "simt/memory/device.hpp"
#include "simt/memory/partitions.hpp"
#include "simt/runtime/sites.hpp"

namespace simt::runtime {

class Traffic {
 public:
  explicit Traffic(const memory::Device& device) : device_(device), partitions_(device) {}

  /// A lane that executes a site more often than this has to wait for the others to catch up.
  static constexpr std::uint32_t max_rows = 64;

  /// Makes row `execution` of `site` the place for a new request. False when there are `max_rows` already.
  bool open_row(Site& site, std::uint32_t execution);

  /// The warp's lanes have met: counts the open rows and closes them.
  void count_rows();

  /// Closes the open rows, uncounted.
  void drop_rows();

  memory::PartitionCamping& partitions() { return partitions_; }

 private:
  void count_request(const memory::Request& request, Site& site);
  /// Where a request is half a warp, a row whose lanes are in both halves is two.
  void count_halves(const memory::Request& row, Site& site);
  void count_global(const memory::Request& request, Site& site);
  void count_segments(const memory::Request& request, Site& site);
  void count_shared(const memory::Request& request, Site& site);
  /// `cost` is sectors or wavefronts.
  static void keep_if_worst(const memory::Request& request, int cost, Site& site);

  memory::Device device_;
  memory::PartitionCamping partitions_;
  std::vector<Site*> open_;  // sites with open rows
};

}  // namespace simt::runtime
