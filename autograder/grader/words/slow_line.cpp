#include "grader/words/slow_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "grader/words/reasons.hpp"

namespace grader {
namespace {

/// The row of this space for which `cost` is largest and not 0; null where there is none with a line.
template <class Cost>
const Traffic* costliest(const std::vector<Traffic>& rows, Space space, const Cost& cost) {
  const Traffic* worst = nullptr;
  for (const Traffic& row : rows) {
    if (row.space != space || row.line == 0 || row.requests == 0 || cost(row) <= 0) continue;
    if (worst == nullptr || cost(row) > cost(*worst)) worst = &row;
  }
  return worst;
}

double each(const Traffic& row, std::int64_t of_all) {
  return static_cast<double>(of_all) / static_cast<double>(row.requests);
}

Finding finding_at(const Traffic& row, std::string text) {
  Finding finding;
  finding.name = "slow-line";
  finding.line = row.line;
  finding.text = std::move(text);
  finding.is_remark = true;
  return finding;
}

std::optional<Finding> most_traffic(const std::vector<Traffic>& rows) {
  const Traffic* const scattered =
      costliest(rows, Space::global, [](const Traffic& row) { return row.sectors - row.ideal_sectors; });
  if (scattered != nullptr && scattered->sectors * 10 > scattered->ideal_sectors * 11) {
    return finding_at(*scattered, fmt::format("each {} of a warp takes {:.1f} sectors here, where {:.1f} would do for "
                                              "neighbouring addresses",
                                              name_of(scattered->op), each(*scattered, scattered->sectors),
                                              each(*scattered, scattered->ideal_sectors)));
  }
  const Traffic* const most = costliest(rows, Space::global, [](const Traffic& row) { return row.sectors; });
  if (most == nullptr) return std::nullopt;
  std::int64_t all = 0;
  for (const Traffic& row : rows) all += row.sectors;
  return finding_at(
      *most, fmt::format("this line's {}s are {} % of all sectors: {} requests of {:.1f} sectors, which "
                         "ask for the same bytes again and again, or for few lanes at a time",
                         name_of(most->op), most->sectors * 100 / all, most->requests, each(*most, most->sectors)));
}

std::optional<Finding> most_conflicts(const std::vector<Traffic>& rows, Space space) {
  const Traffic* const worst = costliest(rows, space, [](const Traffic& row) { return row.conflicts; });
  if (worst == nullptr) return std::nullopt;
  return finding_at(
      *worst,
      fmt::format("each {} of a warp takes {:.1f} passes of {} memory here, where {:.1f} would do", name_of(worst->op),
                  each(*worst, worst->wavefronts), name_of(space), each(*worst, worst->wavefronts - worst->conflicts)));
}

std::optional<Finding> most_shared(const std::vector<Traffic>& rows) {
  const auto cost = [](const Traffic& row) { return row.wavefronts - (row.op == Access::atomic ? 0 : row.conflicts); };
  const Traffic* const most = costliest(rows, Space::shared, cost);
  if (most == nullptr) return std::nullopt;
  std::int64_t all = 0;
  for (const Traffic& row : rows) all += row.space == Space::shared ? cost(row) : 0;
  return finding_at(
      *most, fmt::format("this line's {}s are {} % of these wavefronts: {} requests of {:.1f}", name_of(most->op),
                         cost(*most) * 100 / all, most->requests, each(*most, cost(*most))));
}

}  // namespace

std::optional<Finding> worst_line(const std::vector<Traffic>& rows, const course::MetricValues& values,
                                  const course::TrafficLimits& limits) {
  for (const course::Metric& metric : course::metrics) {
    if (course::judge(metric, values, limits) != course::Judgement::too_much) continue;
    if (metric.key == "traffic_vs_minimum") return most_traffic(rows);
    if (metric.key == "conflict_share") return most_conflicts(rows, Space::shared);
    if (metric.key == "shared_wavefronts") return most_shared(rows);
    if (metric.key == "constant_wavefronts") return most_conflicts(rows, Space::constant);
    if (metric.key == "partition_camping") {
      const Traffic* const store =
          costliest(rows, Space::global, [](const Traffic& row) { return row.op == Access::load ? 0 : row.sectors; });
      if (store == nullptr) return std::nullopt;
      return finding_at(*store, "blocks that run together store to the same memory partition here");
    }
  }
  return std::nullopt;
}

void add_lanes(const simt::SourceIndex& source, const std::vector<Traffic>& rows, Finding& slow) {
  constexpr std::size_t most_lines = 3;
  const auto is_scattered = [](const Traffic& row) {
    return row.space == Space::global && row.requests > 0 && row.sectors >= 4 * row.ideal_sectors;
  };
  std::vector<int> others;
  bool is_about_sectors = false;
  for (const Traffic& row : rows) {
    if (!is_scattered(row) || row.line == 0) continue;
    if (row.line == slow.line) is_about_sectors = true;
    if (row.line != slow.line && std::find(others.begin(), others.end(), row.line) == others.end())
      others.push_back(row.line);
  }
  if (!is_about_sectors) return;
  std::sort(others.begin(), others.end());
  if (!others.empty() && others.size() <= most_lines)
    slow.text += fmt::format("; {} {} no better", lines_in_words(others), others.size() == 1 ? "is" : "are");
  const std::vector<int> chosen = source.lines_with_member(slow.line, "threadIdx", "x");
  if (!chosen.empty() && chosen.size() <= most_lines && chosen.front() != slow.line) {
    slow.text +=
        fmt::format(". Neighbouring threads differ by threadIdx.x, which stands at {}", lines_in_words(chosen));
    slow.other_line = chosen.front();
  }
}

std::optional<Finding> window_of(const std::vector<Finding>& windows, const course::MetricValues& values,
                                 const course::TrafficLimits& limits) {
  const bool is_slow = course::judge("dram_vs_minimum", values, limits) == course::Judgement::too_much;
  return is_slow && !windows.empty() ? std::optional(windows.front()) : std::nullopt;
}

std::optional<Finding> slow_operation(const std::vector<TimelineOperation>& timeline,
                                      const course::MetricValues& values, const course::TrafficLimits& limits,
                                      const simt::SourceIndex& source) {
  if (course::judge("time_vs_bound", values, limits) != course::Judgement::too_much) return std::nullopt;
  const auto loss = greatest_loss(timeline, is_about_overlap(limits));
  if (!loss) return std::nullopt;
  Finding finding;
  finding.name = "slow-operation";
  finding.line = loss->line;
  const std::string here = fmt::format("line {} ", loss->line);
  finding.text = loss->text.starts_with(here) ? "this line " + loss->text.substr(here.size()) : loss->text;
  const auto registers = std::find_if(source.names.begin(), source.names.end(),
                                      [](const simt::SourceName& name) { return name.name == "cudaHostRegister"; });
  if (loss->is_pageable && registers == source.names.end()) {
    finding.text += ". No line calls cudaHostRegister, so the memory that the part is given stays pageable";
  } else if (loss->is_pageable) {
    finding.other_line = std::exchange(finding.line, registers->line);
    finding.text = fmt::format(
        "this call does not pin what line {} copies: is it given the address and all the bytes of that memory, and "
        "does it come before? At line {}, {}",
        loss->line, loss->line, finding.text);
  }
  finding.is_remark = true;
  return finding;
}

// Three times what the busiest of the copies and the kernel needs: one stage after the other.
bool is_about_overlap(const course::TrafficLimits& limits) {
  const auto limit = limits.at_most["time_vs_bound"];
  return limit && *limit < 3;
}

void name_members(const std::vector<simt::FindingRecord>& windows, const simt::SourceIndex& source,
                  std::string_view entry, std::vector<Finding>& in_words) {
  for (std::size_t i = 0; i < windows.size() && i < in_words.size(); ++i) {
    const std::int64_t thousandths = windows[i].numbers[1], aside = windows[i].numbers[2];
    const bool does_not_persist = windows[i].detail == simt::Detail::window_does_not_persist;
    const bool has_no_ratio = windows[i].detail == simt::Detail::none && aside != 0 && thousandths == 0;
    if (!does_not_persist && !has_no_ratio) continue;
    const std::string_view member = does_not_persist ? "hitProp" : "hitRatio";
    std::vector<int> lines;
    for (const simt::SourceName& name : source.names) {
      const simt::SourceFunction* const around = source.function_around(name.line);
      if (name.name == member && around != nullptr && around->name == entry) lines.push_back(name.line);
    }
    if (lines.size() == 1) in_words[i].other_line = std::exchange(in_words[i].line, lines.front());
  }
}

std::optional<Finding> useless_window(const std::vector<simt::FindingRecord>& windows,
                                      const std::vector<Finding>& in_words, bool sets_window) {
  constexpr std::int64_t smallest_share = 4;  // a quarter: floats were counted where bytes are meant
  for (std::size_t i = 0; i < windows.size() && i < in_words.size() && sets_window; ++i) {
    const auto& [bytes, thousandths, aside] = windows[i].numbers;
    const bool is_small = bytes * smallest_share <= windows[i].segment_bytes;
    if (windows[i].detail == simt::Detail::none && !is_small && thousandths != 0 && aside != 0) continue;
    Finding finding = in_words[i];
    finding.is_remark = true;
    if (is_small && aside != 0 && windows[i].detail == simt::Detail::none) {
      finding.text += ": num_bytes is in bytes, and the rest of that memory does not persist";
    }
    finding.text += ". So the window helps little here, and on a GPU its time shows it";
    return finding;
  }
  return std::nullopt;
}

}  // namespace grader
