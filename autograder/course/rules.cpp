// Reads course.toml. Each key is described once, by the call that reads it: its name, its range and the words
// for it. Not for what the rules mean; see course/rules.hpp.
#include "course/rules.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "support/config/table.hpp"

namespace course {
namespace {

using config::Table;

constexpr double much = 1e9;  // more seconds, bytes or launches than this can only be a slip

Size size_of(const std::vector<std::int64_t>& extents) {
  Size size;
  std::copy(extents.begin(), extents.end(), size.extent);
  return size;
}

Limits read_limits(Table table) {
  Limits limits;
  limits.compile.value = table.number("compile_seconds", {1, much});
  limits.run.value = table.number("run_seconds", {0.1, much});
  limits.cpu.value = table.number("cpu_seconds", {1, much});
  limits.memory.value = table.whole_number("memory_mib", {1, much}) << 20;
  limits.output.value = table.whole_number("output_kib", {1, much}) << 10;
  table.finish();
  return limits;
}

Measuring read_measuring(Table table) {
  Measuring measuring;
  measuring.min_samples = static_cast<int>(table.whole_number("min_samples", {1, 1e6}));
  measuring.max_samples = static_cast<int>(table.whole_number("max_samples", {1, 1e6}));
  if (measuring.max_samples < measuring.min_samples) {
    table.complain("max_samples", fmt::format("is {}; must be at least min_samples, {}", measuring.max_samples,
                                              measuring.min_samples));
  }
  measuring.ci_half_width = table.number("ci_half_width", {1e-6, 1});
  measuring.tolerance.value = table.number("tolerance_us", {0, 1e6}) * 1e-6;
  measuring.tolerance_share = table.number("tolerance_share", {1e-6, 1});
  // Up to what one request to the runner carries (runner/protocol.hpp).
  measuring.max_launches = static_cast<int>(table.whole_number("max_launches", {1, 16}));
  measuring.memory_share = table.number("memory_share", {0.01, 0.95});
  table.finish();
  return measuring;
}

double read_at_least(Table table) {
  const double at_least = table.number("at_least", {0, 1});
  table.finish();
  return at_least;
}

std::optional<Size> optional_size(Table& table, std::string_view key, int rank) {
  const auto extents = table.optional_extents(key, rank);
  return extents ? std::optional(size_of(*extents)) : std::nullopt;
}

/// `at_least` is what all parts share.
TrafficLimits read_traffic_limits(Table& table, double at_least) {
  TrafficLimits limits;
  for (const Metric& metric : metrics) {
    const config::NumberRange range{metric.lowest_limit, metric.highest_limit};
    if (metric.unit != Unit::count) {
      limits.at_most[metric] = table.optional_number(metric.key, range);
    } else if (const auto count = table.optional_whole_number(metric.key, range)) {
      limits.at_most[metric] = static_cast<double>(*count);
    }
  }
  limits.at_least = table.optional_number("at_least", {0, 1}).value_or(at_least);
  return limits;
}

PartRules read_part(const Lab& lab, Table table, double at_least) {
  PartRules part;
  part.points_right = table.number("points_right", {0, 1e6});
  part.points_fast = table.number("points_fast", {0, 1e6});
  part.points_traffic = table.optional_number("points_traffic", {0, part.points_fast}).value_or(part.points_fast);
  part.zero_at = table.number("zero_at", {0, 10});
  part.full_at = table.number("full_at", {0, 10});
  if (part.zero_at > part.full_at) {
    table.complain("zero_at", fmt::format("is {}; must be at most full_at, {} (equal: a hard minimum)", part.zero_at,
                                          part.full_at));
  }
  if (part.full_at <= 0) table.complain("full_at", "is 0; must be more than 0");
  part.baseline = static_cast<Baseline>(table.choice("baseline", {"reference", "copy", "bound"}));
  part.traffic = read_traffic_limits(table, at_least);
  part.cuda_performance_size = optional_size(table, "cuda_performance_size", lab.rank);
  part.simt_performance_size = optional_size(table, "simt_performance_size", lab.rank);
  table.finish();
  return part;
}

LabRules read_lab(const Lab& lab, Table table, double at_least) {
  LabRules rules;
  for (const auto& extents : table.extents_list("check_sizes", lab.rank)) rules.check_sizes.push_back(size_of(extents));
  for (const auto& extents : table.optional_extents_list("cuda_check_sizes", lab.rank)) {
    rules.cuda_check_sizes.push_back(size_of(extents));
  }
  rules.cuda_performance_size = size_of(table.extents("cuda_performance_size", lab.rank));
  rules.simt_performance_size = size_of(table.extents("simt_performance_size", lab.rank));
  Table parts = table.table("parts");
  for (const Part& part : lab.parts) rules.parts.emplace(part.id, read_part(lab, parts.table(part.id), at_least));
  parts.finish();
  table.finish();
  return rules;
}

Rules read_rules(Table table, std::span<const Lab> labs) {
  Rules rules;
  rules.limits = read_limits(table.table("limits"));
  rules.measuring = read_measuring(table.table("measure"));
  const double at_least = read_at_least(table.table("traffic"));
  for (const Lab& lab : labs) rules.labs.emplace(lab.name, read_lab(lab, table.table(lab.name), at_least));
  table.finish();
  return rules;
}

}  // namespace

Size LabRules::cuda_size_of(const Part& part) const {
  return parts.find(part.id)->second.cuda_performance_size.value_or(cuda_performance_size);
}

Size LabRules::simt_size_of(const Part& part) const {
  return parts.find(part.id)->second.simt_performance_size.value_or(simt_performance_size);
}

Rules parse_rules(std::string_view text, std::string_view name, std::span<const Lab> labs) {
  return read_rules(config::parse(text, name), labs);
}

Rules load_rules(const std::filesystem::path& file) { return read_rules(config::load(file), all_labs()); }

}  // namespace course
