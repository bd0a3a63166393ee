// Reads rules. Each key is described once, by the call that reads it: its name, its range and the words for it. Not
// for what the rules mean; see course/rules.hpp.
#include "course/rules.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "course/read.hpp"

namespace course {
namespace {

using config::Table;

constexpr double much = 1e9;  // more seconds, bytes or launches than this can only be a slip

Size size_from(const std::vector<std::int64_t>& extents) {
  Size size;
  std::copy(extents.begin(), extents.end(), size.extent);
  return size;
}

std::optional<Size> optional_size(Table& table, std::string_view key, int rank) {
  const auto extents = table.optional_extents(key, rank);
  return extents ? std::optional(size_from(*extents)) : std::nullopt;
}

struct NamedNumber {
  std::string_view key;
  double value;
};

/// The error names the one of the two that is overridden: its line was written last.
void require_order(Table& table, NamedNumber less, NamedNumber more, std::string_view remark) {
  if (less.value <= more.value) return;
  if (table.is_overridden(more.key) && !table.is_overridden(less.key)) {
    table.complain(more.key, fmt::format("is {}; must be at least {}, {}{}", more.value, less.key, less.value, remark));
  }
  table.complain(less.key, fmt::format("is {}; must be at most {}, {}{}", less.value, more.key, more.value, remark));
}

/// The bytes of all buffers together. Extents grow to `size` by doublings, so that no product overflows before it is
/// seen to be more than `most`.
double bytes_needed(const Operation& operation, Size size, units::Bytes most) {
  double bytes = 0;
  for (int shift = 31; shift >= 0 && bytes <= static_cast<double>(most.value); --shift) {
    Size smaller;
    for (int i = 0; i < 3; ++i) smaller.extent[i] = std::max<std::int64_t>(1, size.extent[i] >> shift);
    bytes = 0;
    for (int buffer = 0; buffer < operation.buffers(); ++buffer) {
      bytes += 4.0 * static_cast<double>(operation.elements(problem_size(operation, smaller), buffer));
    }
  }
  return bytes;
}

/// Where a size was read, and what the buffers of a problem of that size may need.
struct SizesOfKey {
  Table& table;
  std::string_view key;
  units::Bytes most;
};

void require_fit(const SizesOfKey& where, const Part& part, Size size) {
  if (bytes_needed(part.operation, size, where.most) <= static_cast<double>(where.most.value)) return;
  where.table.complain(
      where.key, fmt::format("the buffers of part {} need more than {} MiB at {}: make this size smaller", part.id,
                             where.most.value >> 20, fmt::join(size.extent, " × ")));
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

PartRules read_part(const Lab& lab, const Part& described, Table table, double at_least) {
  PartRules part;
  part.points_right = table.number("points_right", {0, 1e6});
  part.points_fast = table.number("points_fast", {0, 1e6});
  part.points_traffic = table.optional_number("points_traffic", {0, 1e6}).value_or(part.points_fast);
  require_order(table, {"points_traffic", part.points_traffic}, {"points_fast", part.points_fast}, "");
  part.zero_at = table.number("zero_at", {0, 10});
  part.full_at = table.number("full_at", {0, 10});
  require_order(table, {"zero_at", part.zero_at}, {"full_at", part.full_at}, " (equal: a hard minimum)");
  if (part.full_at <= 0) table.complain("full_at", "is 0; must be more than 0");
  part.baseline = static_cast<Baseline>(table.choice("baseline", {"reference", "copy", "bound"}));
  if (auto minima = table.optional_table("min_gbps")) {
    for (const std::string& device : minima->keys()) part.min_gbps[device] = minima->number(device, {0, 1e6});
    minima->finish();
  }
  part.traffic = read_traffic_limits(table, at_least);
  if (auto sizes = table.optional_table("performance_size")) {
    part.gpu_performance_size = optional_size(*sizes, "gpu", lab.rank());
    part.emulator_performance_size = optional_size(*sizes, "emulator", lab.rank());
    part.emulator_second_size = optional_size(*sizes, "emulator_second", lab.rank());
    sizes->finish();
    if (part.emulator_second_size)
      require_fit({*sizes, "emulator_second", most_host_bytes}, described, *part.emulator_second_size);
    if (part.gpu_performance_size) require_fit({*sizes, "gpu", most_gpu_bytes}, described, *part.gpu_performance_size);
    if (part.emulator_performance_size) {
      require_fit({*sizes, "emulator", most_host_bytes}, described, *part.emulator_performance_size);
    }
  }
  table.finish();
  return part;
}

std::vector<Size> sizes_from(const std::vector<std::vector<std::int64_t>>& list) {
  std::vector<Size> sizes;
  for (const auto& extents : list) sizes.push_back(size_from(extents));
  return sizes;
}

}  // namespace

// What the solutions need, at most 60 units a byte at small sizes and 16 at large ones, leaves a factor of twenty;
// grade_work_simt_test.cpp holds them to it. A loop without an end at n = 1 is stopped in about a second.
std::int64_t Limits::work_for(std::int64_t bytes_moved) const {
  constexpr double least = 0.02, most_by_rate = 0.15;
  constexpr double small_bytes = 2.7e6, large_bytes = 15e6;
  const auto bytes = static_cast<double>(bytes_moved);
  const double share = least + std::min(bytes / small_bytes, most_by_rate + bytes / large_bytes);
  return static_cast<std::int64_t>(static_cast<double>(work) * std::min(1.0, share));
}

Limits read_limits(Table table) {
  Limits limits;
  limits.compile.value = table.number("compile_seconds", {1, much});
  limits.compile_memory.value = table.whole_number("compile_memory_mib", {1, much}) << 20;
  limits.work = table.whole_number("work_millions", {1, 1e9}) * 1'000'000;
  limits.run.value = table.number("run_seconds", {0.1, much});
  limits.cpu.value = table.number("cpu_seconds", {1, much});
  limits.all.value = table.number("all_seconds", {1, much});
  limits.memory.value = table.whole_number("memory_mib", {1, much}) << 20;
  limits.output.value = table.whole_number("output_kib", {1, much}) << 10;
  table.finish();
  return limits;
}

Measuring read_measuring(Table table) {
  Measuring measuring;
  measuring.clear_samples = static_cast<int>(table.whole_number("clear_samples", {1, 1e6}));
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
  measuring.memory_share = table.number("memory_share", {0.01, 0.45});
  table.finish();
  return measuring;
}

EmulatorRules read_emulator(Table table) {
  EmulatorRules rules;
  rules.device = table.text("device", 15);
  rules.asked = static_cast<Asked>(table.choice("asked", {"alone", "never", "always"}));
  rules.mistakes_cost_points = table.flag("mistakes_cost_points");
  table.finish();
  return rules;
}

PredictionRules read_prediction(std::optional<Table> table) {
  PredictionRules rules;
  if (!table) return rules;
  rules.points = table->flag("points");
  table->finish();
  return rules;
}

double read_at_least(Table table) {
  const double at_least = table.number("at_least", {0, 1});
  table.finish();
  return at_least;
}

bool read_self_study(std::optional<Table> table) {
  if (!table) return false;
  const bool shows_solutions = table->flag("solutions");
  table->finish();
  return shows_solutions;
}

LabRules read_lab_rules(const Lab& lab, Table table, const std::vector<Table>& parts, double at_least) {
  LabRules rules;
  rules.check_sizes = sizes_from(table.extents_list("check_sizes", lab.rank()));
  rules.gpu_check_sizes = sizes_from(table.optional_extents_list("check_sizes_gpu", lab.rank()));
  Table performance = table.table("performance_size");
  rules.gpu_performance_size = size_from(performance.extents("gpu", lab.rank()));
  rules.emulator_performance_size = size_from(performance.extents("emulator", lab.rank()));
  performance.finish();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Part& part = lab.parts[i];
    const PartRules& own = rules.parts.emplace(part.id, read_part(lab, part, parts[i], at_least)).first->second;
    for (const Size& size : rules.check_sizes) require_fit({table, "check_sizes", most_host_bytes}, part, size);
    for (const Size& size : rules.gpu_check_sizes) require_fit({table, "check_sizes_gpu", most_gpu_bytes}, part, size);
    if (!own.gpu_performance_size) require_fit({performance, "gpu", most_gpu_bytes}, part, rules.gpu_performance_size);
    if (!own.emulator_performance_size) {
      require_fit({performance, "emulator", most_host_bytes}, part, rules.emulator_performance_size);
    }
  }
  return rules;
}

Size LabRules::gpu_size_of(const Part& part) const {
  return parts.find(part.id)->second.gpu_performance_size.value_or(gpu_performance_size);
}

Size LabRules::emulator_size_of(const Part& part) const {
  return parts.find(part.id)->second.emulator_performance_size.value_or(emulator_performance_size);
}

}  // namespace course
