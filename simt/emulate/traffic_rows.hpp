// The counters of a run as rows of one line each, for all formats of the report.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "simt/evidence.hpp"
#include "simt/findings/source_lines.hpp"

namespace simt::emulate {

/// Of which accesses a counter says something. updates: atomic updates of global memory. banked: accesses of shared
/// memory and of the constant cache, except atomic updates whose passes are not known.
enum class CounterScope : std::uint8_t { all, global, updates, banked };

struct Counter {
  std::string_view key;    ///< in JSON
  std::string_view title;  ///< of its column
  std::int64_t SiteTraffic::*value;
  CounterScope scope;

  bool is_about(const SiteTraffic& traffic) const {
    if (scope == CounterScope::all) return true;
    const bool is_update = traffic.access == Access::atomic;
    if (traffic.space == Space::global) {
      return scope == CounterScope::global || (scope == CounterScope::updates && is_update);
    }
    return scope == CounterScope::banked && (!is_update || traffic.wavefronts != 0);
  }
};

/// What each counter is, SiteTraffic says.
inline constexpr std::array counters{
    Counter{"requests", "requests", &SiteTraffic::requests, CounterScope::all},
    Counter{"sectors", "sectors", &SiteTraffic::sectors, CounterScope::global},
    Counter{"ideal_sectors", "ideal", &SiteTraffic::ideal_sectors, CounterScope::global},
    Counter{"update_sectors", "in updates", &SiteTraffic::update_sectors, CounterScope::updates},
    Counter{"wavefronts", "wavefronts", &SiteTraffic::wavefronts, CounterScope::banked},
    Counter{"conflicts", "conflicts", &SiteTraffic::conflicts, CounterScope::banked},
    Counter{"transactions", "transactions", &SiteTraffic::transactions, CounterScope::global},
    Counter{"transaction_bytes", "in bytes", &SiteTraffic::transaction_bytes, CounterScope::global},
};

/// "global", "shared", "constant"; "load", "store", "atomic".
std::string_view name_of(Space space);
std::string_view name_of(Access access);

/// The sum of all sites of one line that load from, or store to, one kind of memory with accesses of one size.
struct LineTraffic {
  int line = 0;  ///< 0: unknown
  SiteTraffic sum;
};

/// Sorted by line, then memory, access and size.
std::vector<LineTraffic> by_line(const std::vector<SiteTraffic>& sites, const Lines& lines);

/// Adds the counters of `more` to those of `sum`.
void add_counters(SiteTraffic& sum, const SiteTraffic& more);

/// The line of `pc`; 0 when it is unknown.
int line_of(std::uint64_t pc, const Lines& lines);

}  // namespace simt::emulate
