#include "grader/words/traffic_rows.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <string_view>
#include <utility>

namespace grader {

double per_request(const Traffic& row, std::int64_t of_all) {
  return static_cast<double>(of_all) / static_cast<double>(row.requests);
}

bool is_scattered(const Traffic& row) { return row.sectors * 10 > row.ideal_sectors * 11; }

std::int64_t bytes_apart(const LaneAddresses& request) {
  std::int64_t apart = 0;
  for (std::size_t lane = 1; lane < request.address.size(); ++lane) {
    if ((request.lanes >> (lane - 1) & 3) != 3) continue;
    const auto here = static_cast<std::int64_t>(request.address[lane] - request.address[lane - 1]);
    if (apart != 0 && here != apart) return 0;
    apart = here;
  }
  return std::abs(apart);
}

std::string share_of_sectors(const Traffic& row, const std::vector<Traffic>& rows) {
  std::int64_t all = 0;
  for (const Traffic& each : rows) all += each.sectors;
  return fmt::format("this line's {}s are {} % of all sectors: {} requests of {:.1f} sectors, which ", name_of(row.op),
                     row.sectors * 100 / all, row.requests, per_request(row, row.sectors));
}

Finding slow_line_at(const Traffic& row, std::string text) {
  Finding finding;
  finding.name = "slow-line";
  finding.line = row.line;
  finding.text = std::move(text);
  finding.is_remark = true;
  return finding;
}

void move_to(Finding& slow, int line) {
  slow.other_line = std::exchange(slow.line, line);
  constexpr std::string_view place = " here";
  if (const std::size_t here = slow.text.find(place); here != std::string::npos) slow.text.erase(here, place.size());
}

}  // namespace grader
