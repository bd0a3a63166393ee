#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <sstream>
#include <tuple>

#include "simt/emulate/report.hpp"
#include "simt/emulate/traffic_rows.hpp"
#include "simt/simt.hpp"

namespace simt::emulate {
namespace {

using Text = fmt::memory_buffer;

template <class... Arguments>
void add(Text& text, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  fmt::format_to(std::back_inserter(text), format, std::forward<Arguments>(arguments)...);
}

std::string line_name(int line) { return line == 0 ? "?" : std::to_string(line); }

/// (128, 1, 1) as 128, (8, 4, 1) as 8 x 4.
std::string extents(const Index3& size) {
  if (size.z != 1) return fmt::format("{} x {} x {}", size.x, size.y, size.z);
  return size.y != 1 ? fmt::format("{} x {}", size.x, size.y) : std::to_string(size.x);
}

std::string plural(std::int64_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

/// The lines of the source, for quoting.
std::vector<std::string> lines_of(const std::string& source) {
  std::vector<std::string> lines;
  std::istringstream stream(source);
  for (std::string line; std::getline(stream, line);) {
    const std::size_t start = line.find_first_not_of(" \t");
    lines.push_back(start == std::string::npos ? "" : line.substr(start));
  }
  return lines;
}

/// Counters that are 0 everywhere, as transactions are on most devices, get no column.
std::vector<Counter> columns_of(const std::vector<SiteTraffic>& sites) {
  std::vector<Counter> columns;
  for (const Counter& counter : counters) {
    const auto counts = [&](const SiteTraffic& site) { return site.*counter.value != 0; };
    if (std::any_of(sites.begin(), sites.end(), counts)) columns.push_back(counter);
  }
  return columns;
}

constexpr std::size_t column_width = 13;

std::string table_row(const LineTraffic& row, const std::vector<Counter>& columns) {
  std::string text = fmt::format("{:>8}  {:<8}  {:<6}  {:>5}", line_name(row.line), name_of(row.sum.space),
                                 name_of(row.sum.access), row.sum.bytes);
  for (const Counter& column : columns) {
    const bool is_shown = column.is_about(row.sum);
    text += fmt::format("{:>{}}", is_shown ? std::to_string(row.sum.*column.value) : "", column_width);
  }
  return text;
}

/// With the line's source after each row where `quoted` has it.
void add_table(Text& text, const std::vector<LineTraffic>& rows, const std::vector<Counter>& columns,
               const std::vector<std::string>& quoted) {
  add(text, "{:>8}  {:<8}  {:<6}  {:>5}", "line", "memory", "op", "bytes");
  for (const Counter& column : columns) add(text, "{:>{}}", column.title, column_width);
  add(text, "\n");
  constexpr std::size_t longest_quote = 60;
  for (const LineTraffic& row : rows) {
    std::string line = table_row(row, columns);
    if (row.line > 0 && static_cast<std::size_t>(row.line) <= quoted.size()) {
      line += "   " + quoted[row.line - 1].substr(0, longest_quote);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    add(text, "{}\n", line);
  }
}

/// Launches that differ in nothing but their number.
struct LaunchGroup {
  std::size_t first = 0;  ///< the number of the first, from 1
  std::int64_t count = 0;
  const LaunchRecord* launch = nullptr;
  std::vector<SiteTraffic> traffic;  ///< of all
};

bool is_alike(const LaunchRecord& a, const LaunchRecord& b) {
  const auto key = [](const LaunchRecord& launch) {
    return std::tuple(std::string_view(launch.kernel), launch.pc, launch.grid.x, launch.grid.y, launch.grid.z,
                      launch.block.x, launch.block.y, launch.block.z, launch.dynamic_shared, launch.stream);
  };
  return key(a) == key(b);
}

std::vector<LaunchGroup> groups_of(const std::vector<LaunchRecord>& launches) {
  std::vector<LaunchGroup> groups;
  for (std::size_t i = 0; i < launches.size(); ++i) {
    auto group = std::find_if(groups.begin(), groups.end(),
                              [&](const LaunchGroup& earlier) { return is_alike(*earlier.launch, launches[i]); });
    if (group == groups.end()) group = groups.insert(group, {i + 1, 0, &launches[i], {}});
    ++group->count;
    group->traffic.insert(group->traffic.end(), launches[i].traffic.begin(), launches[i].traffic.end());
  }
  return groups;
}

void add_launch(Text& text, const LaunchGroup& group, const Lines& lines) {
  const LaunchRecord& launch = *group.launch;
  add(text, "\n{}  {}<<<{}, {}", group.first, launch.kernel, extents(launch.grid), extents(launch.block));
  if (launch.dynamic_shared != 0) add(text, ", {} bytes", launch.dynamic_shared);
  add(text, ">>> at line {}", line_name(line_of(launch.pc, lines)));
  if (launch.stream != 0) add(text, ", stream {}", launch.stream);
  if (launch.is_cooperative) add(text, ", cooperative");
  if (group.count > 1) add(text, ": {} such launches, of which this is the first", group.count);
  add(text, "\n");
  if (!group.traffic.empty()) add_table(text, by_line(group.traffic, lines), columns_of(group.traffic), {});
}

void add_launches(Text& text, const Evidence& evidence, const Lines& lines, const std::string& source) {
  if (evidence.launch_count == 0) return add(text, "\nNo kernel ran.\n");
  add(text, "\nLaunches\n");
  for (const LaunchGroup& group : groups_of(evidence.launches)) add_launch(text, group, lines);
  if (evidence.launches.size() < evidence.launch_count) {
    const std::int64_t others = evidence.launch_count - static_cast<std::int64_t>(evidence.launches.size());
    add(text, "\n{} counted only in the sums below: not finished when the program ended, or too many to list.\n",
        others == 1 ? "1 launch is" : fmt::format("{} launches are", others));
  }
  if (evidence.traffic.empty()) return add(text, "\nNo kernel accessed memory.\n");
  add(text, "\nAll launches, by line\n\n");
  add_table(text, by_line(evidence.traffic, lines), columns_of(evidence.traffic), lines_of(source));
}

void add_finding(Text& text, const FindingRecord& finding, const Lines& lines, const std::string& file) {
  add(text, "{}:{}: {}: {}", file, line_name(line_of(finding.pc, lines)), kind_name(finding), words(finding, lines));
  const bool is_leak = finding.kind == FindingKind::leak;  // its words give the count
  if (finding.launch != 0) add(text, " (launch {})", finding.launch);
  if (finding.count > 1 && !is_leak) add(text, " ({} times)", finding.count);
}

/// Why launches were carried out in one order only, where the report would otherwise claim more than was tried.
void add_untried(Text& text, const UntriedLaunches& untried) {
  const auto add_reason = [&text](std::int64_t count, std::string_view reason) {
    if (count == 0) return;
    add(text, "\n{} not tried in other orders of threads: {}.\n",
        count == 1 ? "1 launch was" : fmt::format("{} launches were", count), reason);
  };
  add_reason(untried.with_threads, "the host program had more than one thread at that time");
  add_reason(untried.with_shared_memory, "the program shared memory with other processes at that time");
}

/// Where nothing is found, the report would otherwise claim more than was tried.
void add_cut_short(Text& text, const ProgramRun& run, const std::string& file) {
  if (!run.evidence->findings.empty() || !run.evidence->in_other_orders.empty()) return;
  for (const auto& [place, schedule] : run.cut_short) {
    add(text,
        "\nLaunch {} was given up in another order of threads, at {}:{}: it took far more work than in the usual "
        "order. "
        "A thread may wait there for one that comes later; --schedule {} runs the program in this order.\n",
        place.launch, file, line_name(line_of(place.pc, run.lines)), schedule);
  }
}

void add_findings(Text& text, const Evidence& evidence, const Lines& lines, const std::string& file) {
  const std::size_t count = evidence.findings.size() + evidence.in_other_orders.size();
  if (count == 0) return add(text, "\nNo findings.\n");
  add(text, "\n{}\n\n", plural(static_cast<std::int64_t>(count), "finding"));
  for (const FindingRecord& finding : evidence.findings) {
    add_finding(text, finding, lines, file);
    add(text, "\n");
  }
  for (const auto& [finding, schedule] : evidence.in_other_orders) {
    add_finding(text, finding, lines, file);
    add(text, " (in another order of threads: --schedule {} runs the program in it)\n", schedule);
  }
}

}  // namespace

std::string text_report(const ProgramRun& run, const ProgramOptions& options, const std::string& source) {
  Text text;
  const std::string file = options.source.filename().string();
  add(text, "\n── {} · emulated {} · schedule {} ──\n", file, options.device, options.schedule.value_or(0));
  if (run.evidence) {
    add_launches(text, *run.evidence, run.lines, source);
    add_findings(text, *run.evidence, run.lines, file);
    add_cut_short(text, run, file);
    add_untried(text, run.evidence->untried);
  } else {
    add(text, "\nThe program ended without a report: counters and findings are lost.\n");
  }
  if (run.ending.by_signal) {
    add(text, "\nEnded by signal {} ({})\n", run.ending.code, strsignal(run.ending.code));
  } else {
    add(text, "\nExit status {}\n", run.ending.code);
  }
  return fmt::to_string(text);
}

}  // namespace simt::emulate
