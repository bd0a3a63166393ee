// What each launch did: the launches are numbered, and on request their share of the counters is kept.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "simt/core/access/sites.hpp"
#include "simt/core/streams/streams.hpp"
#include "simt/evidence.hpp"
#include "simt/include/simt/api.h"

namespace simt::core {

class Launches {
 public:
  /// More launches than these are counted but not kept.
  static constexpr std::size_t most_kept = 4096;

  /// Without `keeps_records`, launches are numbered and nothing else.
  explicit Launches(bool keeps_records) : keeps_records_(keeps_records) {}

  void begin() { running_ = ++count_; }
  /// The counters of `sites` hold all launches so far; the difference to the end of the launch before is this one's.
  void end(std::string_view kernel, const LaunchShape& shape, std::uint64_t pc, StreamNumber stream, Sites& sites);

  /// The number of the launch that runs, from 1; 0 between launches.
  std::uint32_t running() const { return running_; }
  std::uint32_t count() const { return count_; }
  std::vector<LaunchRecord> take() { return std::move(records_); }

 private:
  std::vector<SiteTraffic> since_last_launch(Sites& sites);

  bool keeps_records_;
  std::uint32_t running_ = 0;
  std::uint32_t count_ = 0;
  std::vector<LaunchRecord> records_;
  std::vector<SiteTraffic> before_;  // by the site's index: its counters when the last launch ended
};

}  // namespace simt::core
