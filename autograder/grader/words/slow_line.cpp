#include "grader/words/slow_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>

#include "grader/words/reuse_words.hpp"
#include "grader/words/traffic_rows.hpp"

namespace grader {
namespace {

/// `times`: how many times the bytes that must move.
std::optional<Finding> most_traffic(const std::vector<Traffic>& rows, double times) {
  std::int64_t all = 0, too_many = 0;
  for (const Traffic& row : rows) {
    all += row.sectors;
    if (row.space == Space::global && is_scattered(row)) too_many += row.sectors - row.ideal_sectors;
  }
  const Traffic* const scattered =
      costliest(rows, Space::global, [](const Traffic& row) { return row.sectors - row.ideal_sectors; });
  // Of what is beyond the fewest bytes, they must be a good part.
  constexpr double good_part = 0.4;
  const bool explains = static_cast<double>(too_many) >= good_part * static_cast<double>(all) * (1 - 1 / times);
  if (scattered != nullptr && is_scattered(*scattered) && explains) {
    return slow_line_at(*scattered,
                        fmt::format("each {} of a warp takes {:.1f} sectors here, where {:.1f} would do for "
                                    "neighbouring addresses",
                                    name_of(scattered->op), per_request(*scattered, scattered->sectors),
                                    per_request(*scattered, scattered->ideal_sectors)));
  }
  const Traffic* const most = costliest(rows, Space::global, [](const Traffic& row) { return row.sectors; });
  if (most == nullptr) return std::nullopt;
  return slow_line_at(*most, share_of_sectors(*most, rows) + std::string(unexplained_reuse));
}

std::optional<Finding> most_conflicts(const std::vector<Traffic>& rows, Space space) {
  const Traffic* const worst = costliest(rows, space, [](const Traffic& row) { return row.conflicts; });
  if (worst == nullptr) return std::nullopt;
  const std::int64_t apart = space == Space::shared ? bytes_apart(worst->costliest) : 0;
  return slow_line_at(
      *worst, fmt::format("each {} of a warp takes {:.1f} wavefronts of {} memory here, where {:.1f} would do{}",
                          name_of(worst->op), per_request(*worst, worst->wavefronts), name_of(space),
                          per_request(*worst, worst->wavefronts - worst->conflicts),
                          apart == 0 ? "" : fmt::format(": neighbouring threads are {} bytes apart", apart)));
}

/// Of lines that make more requests than whole words need.
std::optional<Finding> most_requests(const std::vector<Traffic>& rows) {
  const Traffic* const most = costliest(rows, Space::global, [](const Traffic& row) { return row.requests; });
  if (most == nullptr) return std::nullopt;
  const int lanes = std::popcount(most->costliest.lanes);
  return slow_line_at(*most, fmt::format("each {} of a warp here is of {} {} with {} {} each", name_of(most->op), lanes,
                                         lanes == 1 ? "lane" : "lanes", most->costliest.bytes,
                                         most->costliest.bytes == 1 ? "byte" : "bytes"));
}

std::optional<Finding> most_updates(const std::vector<Traffic>& rows) {
  const Traffic* const most =
      costliest(rows, Space::global, [](const Traffic& row) { return row.op == Access::atomic ? row.requests : 0; });
  if (most == nullptr) return std::nullopt;
  return slow_line_at(*most, fmt::format("{} requests of warps update global memory here", most->requests));
}

std::optional<Finding> most_shared(const std::vector<Traffic>& rows) {
  const auto cost = [](const Traffic& row) { return row.wavefronts - (row.op == Access::atomic ? 0 : row.conflicts); };
  const Traffic* const most = costliest(rows, Space::shared, cost);
  if (most == nullptr) return std::nullopt;
  std::int64_t all = 0;
  for (const Traffic& row : rows) all += row.space == Space::shared ? cost(row) : 0;
  return slow_line_at(
      *most, fmt::format("this line's {}s are {} % of these wavefronts: {} requests of {:.1f}", name_of(most->op),
                         cost(*most) * 100 / all, most->requests, per_request(*most, cost(*most))));
}

}  // namespace

bool is_conflict(const course::MetricValues& values, const course::TrafficLimits& limits, int before) {
  for (const course::Metric& metric : course::metrics) {
    if (course::judge(metric, values, limits) != course::Judgement::too_much) continue;
    if (before-- == 0) return metric.key == "conflict_share";
  }
  return false;
}

std::optional<Finding> worst_line(const std::vector<Traffic>& rows, const course::MetricValues& values,
                                  const course::TrafficLimits& limits, int before) {
  for (const course::Metric& metric : course::metrics) {
    if (course::judge(metric, values, limits) != course::Judgement::too_much || before-- > 0) continue;
    if (metric.key == "traffic_vs_minimum") return most_traffic(rows, *values[metric]);
    if (metric.key == "conflict_share") return most_conflicts(rows, Space::shared);
    if (metric.key == "shared_wavefronts") return most_shared(rows);
    if (metric.key == "requests_vs_minimum") return most_requests(rows);
    if (metric.key == "updates_vs_minimum") return most_updates(rows);
    if (metric.key == "constant_wavefronts") return most_conflicts(rows, Space::constant);
    if (metric.key == "partition_camping") {
      const Traffic* const store =
          costliest(rows, Space::global, [](const Traffic& row) { return row.op == Access::load ? 0 : row.sectors; });
      if (store == nullptr) return std::nullopt;
      return slow_line_at(*store, "blocks that run together store to the same memory partition here");
    }
  }
  return std::nullopt;
}

std::optional<Finding> few_lanes_load(const simt::SourceIndex& source, const std::vector<Traffic>& rows,
                                      const course::MetricValues& values, const course::TrafficLimits& limits) {
  constexpr int few = 4;
  constexpr std::int64_t sector_bytes = 32;
  const course::Metric& metric = course::MetricKey("traffic_vs_minimum").metric();
  if (course::judge(metric, values, limits) != course::Judgement::too_much) return std::nullopt;
  // Of what each thread does for itself, or once, other lanes have no part.
  const auto is_for_others = [&](int line) {
    const std::vector<simt::SourceCondition> around = source.conditions_around(line);
    const auto guard = std::find_if(around.begin(), around.end(), [](const auto& one) { return !one.is_loop; });
    return std::any_of(guard, around.end(), [](const auto& one) { return one.is_loop; });
  };
  const auto wasted = [&](const Traffic& row) {
    const int lanes = std::popcount(row.costliest.lanes);
    const bool is_few = row.op == Access::load && lanes > 0 && lanes <= few && is_for_others(row.line);
    return is_few ? row.sectors - row.requests * lanes * row.costliest.bytes / sector_bytes : 0;
  };
  const Traffic* const most = costliest(rows, Space::global, wasted);
  std::int64_t all = 0;
  for (const Traffic& row : rows) all += row.sectors;
  const double beyond = static_cast<double>(all) * (1 - *limits.at_most[metric] / *values[metric]);
  if (most == nullptr || static_cast<double>(wasted(*most)) < beyond) return std::nullopt;
  // Where no other line has more lanes, the blocks have so few threads.
  const bool is_alone = std::none_of(rows.begin(), rows.end(), [&](const Traffic& row) {
    return row.space == Space::global && std::popcount(row.costliest.lanes) > few;
  });
  if (is_alone) return std::nullopt;
  const int lanes = std::popcount(most->costliest.lanes);
  const std::int64_t bytes = std::int64_t{lanes} * most->costliest.bytes;
  return slow_line_at(*most, fmt::format("only {} of the 32 lanes of a warp load{} here, in a loop: each request moves "
                                         "a sector of {} bytes for the {} bytes that it needs. One request of all "
                                         "lanes could load what several of these load",
                                         lanes, lanes == 1 ? "s" : "", sector_bytes, bytes));
}

}  // namespace grader
