#include "simt/emulate/traffic_rows.hpp"

#include <map>
#include <tuple>

namespace simt::emulate {

std::string_view name_of(Space space) {
  switch (space) {
    case Space::global:
      return "global";
    case Space::shared:
      return "shared";
    case Space::constant:
      return "constant";
  }
  return "unknown";
}

std::string_view name_of(Access access) {
  switch (access) {
    case Access::load:
      return "load";
    case Access::store:
      return "store";
    case Access::atomic:
      return "atomic";
  }
  return "unknown";
}

int line_of(std::uint64_t pc, const Lines& lines) {
  const auto found = lines.find(pc);
  return found == lines.end() ? 0 : found->second;
}

void add_counters(SiteTraffic& sum, const SiteTraffic& more) {
  for (const Counter& counter : counters) sum.*counter.value += more.*counter.value;
}

std::vector<LineTraffic> by_line(const std::vector<SiteTraffic>& sites, const Lines& lines) {
  std::map<std::tuple<int, Space, Access, std::uint8_t>, LineTraffic> rows;
  for (const SiteTraffic& site : sites) {
    const int line = line_of(site.pc, lines);
    LineTraffic& row = rows[{line, site.space, site.access, site.bytes}];
    row.line = line;
    row.sum.space = site.space;
    row.sum.access = site.access;
    row.sum.bytes = site.bytes;
    add_counters(row.sum, site);
  }
  std::vector<LineTraffic> sorted;
  for (const auto& [key, row] : rows) sorted.push_back(row);
  return sorted;
}

}  // namespace simt::emulate
