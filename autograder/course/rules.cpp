// Reads course.toml. Each key is described once, by the call that reads it: its name, its range and the words
// for it. Not for what the rules mean; see course/rules.hpp.
#include "course/rules.hpp"

#include <fmt/format.h>

#define TOML_HEADER_ONLY 1
#include <toml++/toml.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>
#include <utility>

namespace course {
namespace {

/// Where a message points: the file's name and the key's full path.
struct Place {
  std::string_view file;
  std::string key;  ///< "lab3.parts.\"3.1\""; empty for the file as a whole

  Place operator/(std::string_view name) const {
    const bool bare = std::all_of(name.begin(), name.end(),
                                  [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '-'; });
    const std::string quoted = bare ? std::string(name) : fmt::format("\"{}\"", name);
    return {file, key.empty() ? quoted : key + "." + quoted};
  }
};

[[noreturn]] void fail(const Place& place, const toml::source_region& where, std::string_view what) {
  const auto line = std::max<toml::source_index>(where.begin.line, 1);
  throw RulesError(fmt::format("{}:{}: {}{}{}", place.file, line, place.key, place.key.empty() ? "" : ": ", what));
}

std::string type_name(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::table:
      return "a table";
    case toml::node_type::array:
      return "an array";
    case toml::node_type::string:
      return "a string";
    case toml::node_type::integer:
      return "a whole number";
    case toml::node_type::floating_point:
      return "a number";
    case toml::node_type::boolean:
      return "true or false";
    default:
      return "a date or time";
  }
}

/// The values a number may have, both ends included.
struct Range {
  double least = 0;
  double most = std::numeric_limits<double>::infinity();

  std::string words() const {
    return std::isinf(most) ? fmt::format("at least {}", least) : fmt::format("from {} to {}", least, most);
  }
  bool holds(double value) const { return value >= least && value <= most; }
};

constexpr double much = 1e9;  // more seconds, bytes or launches than this can only be a slip

/// One table of the file, whose keys are asked for by name; `finish` then complains about those nobody asked for.
class Table {
 public:
  Table(const toml::table& table, Place place) : table_(table), place_(std::move(place)) {}

  double number(std::string_view key, Range range) { return checked_number(require(key), key, range); }

  std::optional<double> optional_number(std::string_view key, Range range) {
    const toml::node* node = find(key);
    return node == nullptr ? std::nullopt : std::optional(checked_number(*node, key, range));
  }

  std::int64_t whole_number(std::string_view key, Range range) {
    const toml::node& node = require(key);
    if (!node.is_integer()) fail_type(node, key, "a whole number");
    return static_cast<std::int64_t>(checked_number(node, key, range));
  }

  /// One of `choices`; the first when the key is absent.
  std::size_t choice(std::string_view key, const std::vector<std::string_view>& choices) {
    const toml::node* node = find(key);
    if (node == nullptr) return 0;
    const auto text = node->value_exact<std::string_view>();
    if (!text) fail_type(*node, key, "a string");
    const auto found = std::find(choices.begin(), choices.end(), *text);
    if (found == choices.end()) {
      fail(place_ / key, node->source(),
           fmt::format("is \"{}\"; must be \"{}\"", *text, fmt::join(choices, "\" or \"")));
    }
    return static_cast<std::size_t>(found - choices.begin());
  }

  /// `rank` extents, each at least 1.
  Size size(std::string_view key, int rank) { return checked_size(require(key), place_ / key, rank); }

  std::vector<Size> sizes(std::string_view key, int rank) {
    const toml::node& node = require(key);
    if (!node.is_array()) fail_type(node, key, "an array of sizes");
    if (node.as_array()->empty()) fail(place_ / key, node.source(), "is empty; must have at least one size");
    std::vector<Size> result;
    for (const toml::node& element : *node.as_array()) result.push_back(checked_size(element, place_ / key, rank));
    return result;
  }

  Table table(std::string_view key) {
    const toml::node& node = require(key, fmt::format("add the table [{}]", (place_ / key).key));
    if (!node.is_table()) fail_type(node, key, "a table");
    return {*node.as_table(), place_ / key};
  }

  /// Reports the first key that is not one of those asked for.
  void finish() const {
    for (const auto& [key, node] : table_) {
      if (std::find(asked_.begin(), asked_.end(), key.str()) != asked_.end()) continue;
      fail(place_ / key.str(), node.source(), fmt::format("is not known; allowed here: {}", fmt::join(asked_, ", ")));
    }
  }

  [[noreturn]] void complain(std::string_view key, std::string_view what) const {
    fail(place_ / key, table_.get(key)->source(), what);
  }

 private:
  const toml::node* find(std::string_view key) {
    asked_.emplace_back(key);
    return table_.get(key);
  }

  const toml::node& require(std::string_view key, std::string_view advice = "add it here") {
    const toml::node* node = find(key);
    if (node == nullptr) fail(place_ / key, table_.source(), fmt::format("is missing; {}", advice));
    return *node;
  }

  [[noreturn]] void fail_type(const toml::node& node, std::string_view key, std::string_view wanted) const {
    fail(place_ / key, node.source(), fmt::format("is {}; must be {}", type_name(node), wanted));
  }

  double checked_number(const toml::node& node, std::string_view key, Range range) const {
    const auto value = node.is_number() ? node.value<double>() : std::nullopt;
    if (!value) fail_type(node, key, "a number, " + range.words());
    if (!range.holds(*value))
      fail(place_ / key, node.source(), fmt::format("is {}; must be {}", *value, range.words()));
    return *value;
  }

  static Size checked_size(const toml::node& node, const Place& place, int rank) {
    const toml::array* extents = node.as_array();
    if (extents == nullptr || extents->size() != static_cast<std::size_t>(rank)) {
      const std::string got = extents == nullptr ? type_name(node) : fmt::format("an array of {}", extents->size());
      fail(place, node.source(), fmt::format("is {}; a size of this lab is an array of {} whole numbers", got, rank));
    }
    Size size;
    for (std::size_t i = 0; i < extents->size(); ++i) {
      const auto extent = (*extents)[i].value_exact<std::int64_t>();
      // What fits an int: the functions students write take int.
      constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
      if (!extent || *extent < 1 || *extent > most) {
        fail(place, (*extents)[i].source(), fmt::format("every extent must be a whole number from 1 to {}", most));
      }
      size.extent[i] = *extent;
    }
    return size;
  }

  const toml::table& table_;
  Place place_;
  std::vector<std::string> asked_;
};

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

PartRules read_part(Table table) {
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
  part.baseline = table.choice("baseline", {"reference", "copy"}) == 0 ? Baseline::reference : Baseline::copy;
  part.traffic.traffic_vs_minimum = table.optional_number("traffic_vs_minimum", {1, 1e6});
  part.traffic.conflict_share = table.optional_number("conflict_share", {0, 1});
  part.traffic.partition_camping = table.optional_number("partition_camping", {1, 1e6});
  table.finish();
  return part;
}

LabRules read_lab(const Lab& lab, Table table) {
  LabRules rules;
  rules.check_sizes = table.sizes("check_sizes", lab.rank);
  rules.cuda_performance_size = table.size("cuda_performance_size", lab.rank);
  rules.simt_performance_size = table.size("simt_performance_size", lab.rank);
  Table parts = table.table("parts");
  for (const Part& part : lab.parts) rules.parts.emplace(part.id, read_part(parts.table(part.id)));
  parts.finish();
  table.finish();
  return rules;
}

Rules read_rules(Table table) {
  Rules rules;
  rules.limits = read_limits(table.table("limits"));
  rules.measuring = read_measuring(table.table("measure"));
  for (const Lab& lab : all_labs()) rules.labs.emplace(lab.name, read_lab(lab, table.table(lab.name)));
  table.finish();
  return rules;
}

}  // namespace

Rules parse_rules(std::string_view text, std::string_view name) {
  try {
    const toml::table table = toml::parse(text, name);
    return read_rules(Table(table, Place{name, ""}));
  } catch (const toml::parse_error& error) {
    fail({name, ""}, error.source(), fmt::format("this is not TOML: {}", error.description()));
  }
}

Rules load_rules(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  // A folder opens, but cannot be read.
  if (!stream || !(text << stream.rdbuf())) {
    throw RulesError(fmt::format("{}: cannot be read; it must be in the course's root folder", file.string()));
  }
  return parse_rules(text.str(), file.filename().string());
}

}  // namespace course
