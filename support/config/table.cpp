// The only file that uses the TOML library.
#include "support/config/table.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>
#include <ctime>
#include <system_error>
#include <utility>

#include "support/files/whole_file.hpp"

namespace config {
namespace {

constexpr std::int64_t most_extent = std::numeric_limits<std::int32_t>::max();

std::string words(NumberRange range) {
  return std::isinf(range.most) ? fmt::format("at least {}", range.least)
                                : fmt::format("from {} to {}", range.least, range.most);
}

bool holds(NumberRange range, double value) { return value >= range.least && value <= range.most; }

// A key as written in the file: lab3.parts."3.1"
std::string joined(const std::string& path, std::string_view name) {
  const bool bare = std::all_of(name.begin(), name.end(),
                                [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '-'; });
  const std::string quoted = bare ? std::string(name) : fmt::format("\"{}\"", name);
  return path.empty() ? quoted : path + "." + quoted;
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

[[noreturn]] void fail_at(std::string_view file, const toml::source_region& where, std::string_view what) {
  throw Error(fmt::format("{}:{}: {}", file, std::max<toml::source_index>(where.begin.line, 1), what));
}

}  // namespace

struct Table::State {
  std::shared_ptr<const toml::table> root;  // owns `table`
  const toml::table& table;
  std::string file;
  std::string path;  // of this table: lab3.parts; empty for the root
  std::vector<std::string> asked{};

  [[noreturn]] void fail(std::string_view key, const toml::node& node, std::string_view what) const {
    fail_at(file, node.source(), fmt::format("{}: {}", joined(path, key), what));
  }

  [[noreturn]] void fail_type(std::string_view key, const toml::node& node, std::string_view wanted) const {
    fail(key, node, fmt::format("is {}; must be {}", type_name(node), wanted));
  }

  const toml::node* find(std::string_view key) {
    if (std::find(asked.begin(), asked.end(), key) == asked.end()) asked.emplace_back(key);
    return table.get(key);
  }

  const toml::node& require(std::string_view key, std::string_view advice = "add it here") {
    const toml::node* node = find(key);
    if (node == nullptr) fail(key, table, fmt::format("is missing; {}", advice));
    return *node;
  }

  double number(std::string_view key, const toml::node& node, NumberRange range) const {
    const auto value = node.is_number() ? node.value<double>() : std::nullopt;
    if (!value) fail_type(key, node, "a number, " + words(range));
    if (!holds(range, *value)) fail(key, node, fmt::format("is {}; must be {}", *value, words(range)));
    return *value;
  }

  std::string text(std::string_view key, const toml::node& node, std::size_t longest) const {
    const auto value = node.value_exact<std::string>();
    if (!value) fail_type(key, node, "a string");
    if (value->empty() || value->size() > longest) {
      fail(key, node, fmt::format("has {} characters; must have from 1 to {}", value->size(), longest));
    }
    return *value;
  }

  std::vector<std::int64_t> extents(std::string_view key, const toml::node& node, int rank) const {
    const toml::array* array = node.as_array();
    if (array == nullptr || array->size() != static_cast<std::size_t>(rank)) {
      const std::string got = array == nullptr ? type_name(node) : fmt::format("an array of {}", array->size());
      fail(key, node, fmt::format("is {}; a size of this lab is an array of {} whole numbers", got, rank));
    }
    std::vector<std::int64_t> result;
    for (const toml::node& element : *array) {
      const auto extent = element.value_exact<std::int64_t>();
      if (!extent || *extent < 1 || *extent > most_extent) {
        fail(key, element, fmt::format("every extent must be a whole number from 1 to {}", most_extent));
      }
      result.push_back(*extent);
    }
    return result;
  }

  void finish() const {
    for (const auto& [key, node] : table) {
      if (std::find(asked.begin(), asked.end(), key.str()) != asked.end()) continue;
      fail(key.str(), node, fmt::format("is not known; allowed here: {}", fmt::join(asked, ", ")));
    }
  }

  Table table_below(std::string_view key, const toml::node& node) const {
    if (!node.is_table()) fail_type(key, node, "a table");
    return Table(std::make_shared<State>(State{root, *node.as_table(), file, joined(path, key)}));
  }
};

double Table::number(std::string_view key, NumberRange range) {
  State& state = holder(key);
  return state.number(key, state.require(key), range);
}

std::optional<double> Table::optional_number(std::string_view key, NumberRange range) {
  State& state = holder(key);
  const toml::node* node = state.find(key);
  return node == nullptr ? std::nullopt : std::optional(state.number(key, *node, range));
}

std::int64_t Table::whole_number(std::string_view key, NumberRange range) {
  State& state = holder(key);
  const toml::node& node = state.require(key);
  if (!node.is_integer()) state.fail_type(key, node, "a whole number");
  return static_cast<std::int64_t>(state.number(key, node, range));
}

std::optional<std::int64_t> Table::optional_whole_number(std::string_view key, NumberRange range) {
  State& state = holder(key);
  return state.find(key) == nullptr ? std::nullopt : std::optional(whole_number(key, range));
}

std::int64_t Table::power_of_two(std::string_view key, NumberRange range) {
  const std::int64_t value = whole_number(key, range);
  if (value < 1 || !std::has_single_bit(static_cast<std::uint64_t>(value))) {
    complain(key, fmt::format("is {}; must be a power of two {}", value, words(range)));
  }
  return value;
}

std::string Table::text(std::string_view key, std::size_t longest) {
  State& state = holder(key);
  return state.text(key, state.require(key), longest);
}

std::optional<std::string> Table::optional_text(std::string_view key, std::size_t longest) {
  State& state = holder(key);
  const toml::node* node = state.find(key);
  return node == nullptr ? std::nullopt : std::optional(state.text(key, *node, longest));
}

bool Table::is_text(std::string_view key) const {
  const toml::node* node = state_->find(key);
  return node != nullptr && node->is_string();
}

std::size_t Table::choice(std::string_view key, const std::vector<std::string_view>& choices) {
  State& state = holder(key);
  const toml::node* node = state.find(key);
  if (node == nullptr) return 0;
  const auto text = node->value_exact<std::string_view>();
  if (!text) state.fail_type(key, *node, "a string");
  const auto found = std::find(choices.begin(), choices.end(), *text);
  if (found == choices.end()) {
    state.fail(key, *node, fmt::format("is \"{}\"; must be \"{}\"", *text, fmt::join(choices, "\" or \"")));
  }
  return static_cast<std::size_t>(found - choices.begin());
}

std::vector<std::string> Table::optional_texts(std::string_view key, std::size_t longest) {
  State& state = holder(key);
  const toml::node* node = state.find(key);
  if (node == nullptr) return {};
  if (!node->is_array()) state.fail_type(key, *node, "an array of strings");
  std::vector<std::string> result;
  for (const toml::node& element : *node->as_array()) result.push_back(state.text(key, element, longest));
  return result;
}

std::optional<std::int64_t> Table::optional_time(std::string_view key) {
  State& state = holder(key);
  const toml::node* node = state.find(key);
  if (node == nullptr) return std::nullopt;
  const auto value = node->value_exact<toml::date_time>();
  if (!value) state.fail_type(key, *node, "a date and time, such as 2026-12-31T23:59:00");
  std::tm parts{};
  parts.tm_year = value->date.year - 1900;
  parts.tm_mon = value->date.month - 1;
  parts.tm_mday = value->date.day;
  parts.tm_hour = value->time.hour;
  parts.tm_min = value->time.minute;
  parts.tm_sec = value->time.second;
  parts.tm_isdst = -1;  // the system knows
  if (!value->offset) return std::mktime(&parts);
  return timegm(&parts) - std::int64_t{value->offset->minutes} * 60;
}

bool Table::flag(std::string_view key) {
  State& state = holder(key);
  const toml::node* node = state.find(key);
  if (node == nullptr) return false;
  const auto value = node->value_exact<bool>();
  if (!value) state.fail_type(key, *node, "true or false");
  return *value;
}

std::vector<std::int64_t> Table::extents(std::string_view key, int rank) {
  State& state = holder(key);
  return state.extents(key, state.require(key), rank);
}

std::vector<std::vector<std::int64_t>> Table::extents_list(std::string_view key, int rank) {
  State& state = holder(key);
  const toml::node& node = state.require(key);
  if (!node.is_array()) state.fail_type(key, node, "an array of sizes");
  if (node.as_array()->empty()) state.fail(key, node, "is empty; must have at least one size");
  std::vector<std::vector<std::int64_t>> result;
  for (const toml::node& element : *node.as_array()) result.push_back(state.extents(key, element, rank));
  return result;
}

std::optional<std::vector<std::int64_t>> Table::optional_extents(std::string_view key, int rank) {
  State& state = holder(key);
  return state.find(key) == nullptr ? std::nullopt : std::optional(extents(key, rank));
}

std::vector<std::vector<std::int64_t>> Table::optional_extents_list(std::string_view key, int rank) {
  State& state = holder(key);
  return state.find(key) == nullptr ? std::vector<std::vector<std::int64_t>>{} : extents_list(key, rank);
}

std::vector<std::string> Table::keys() const {
  std::vector<std::string> result;
  for (const State* state : {state_.get(), over_.get()}) {
    if (state == nullptr) continue;
    for (const auto& [key, node] : state->table) result.emplace_back(key.str());
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

Table Table::table(std::string_view key) {
  if (const auto found = optional_table(key)) return *found;
  state_->fail(key, state_->table, fmt::format("is missing; add the table [{}]", joined(state_->path, key)));
}

std::optional<Table> Table::optional_table(std::string_view key) {
  const auto below = [&](State& state) -> std::optional<Table> {
    const toml::node* node = state.find(key);
    return node == nullptr ? std::nullopt : std::optional(state.table_below(key, *node));
  };
  const std::optional<Table> base = below(*state_);
  const std::optional<Table> over = over_ == nullptr ? std::nullopt : below(*over_);
  if (!base) return over;
  return base->overridden_by(over);
}

std::vector<Table> Table::tables(std::string_view key) {
  State& state = holder(key);
  const toml::node& node = state.require(key, fmt::format("add a table [[{}]]", key));
  if (!node.is_array_of_tables()) state.fail_type(key, node, "an array of tables");
  std::vector<Table> result;
  for (const toml::node& element : *node.as_array()) result.push_back(state.table_below(key, element));
  return result;
}

Table Table::overridden_by(const std::optional<Table>& over) const {
  return Table(state_, over ? over->state_ : nullptr);
}

bool Table::is_overridden(std::string_view key) const { return &holder(key) != state_.get(); }

Table::State& Table::holder(std::string_view key) const {
  if (over_ == nullptr) return *state_;
  // Either may have it, as far as finish() is concerned.
  const bool is_over = over_->find(key) != nullptr;
  state_->find(key);
  return is_over ? *over_ : *state_;
}

void Table::finish() const {
  state_->finish();
  if (over_ != nullptr) over_->finish();
}

void Table::complain(std::string_view key, std::string_view what) const {
  const State& state = holder(key);
  state.fail(key, *state.table.get(key), what);
}

Table parse(std::string_view text, std::string_view name) {
  try {
    const auto root = std::make_shared<const toml::table>(toml::parse(text, name));
    return Table(std::make_shared<Table::State>(Table::State{root, *root, std::string(name), ""}));
  } catch (const toml::parse_error& error) {
    fail_at(name, error.source(), fmt::format("this is not TOML: {}", error.description()));
  }
}

Table load(const std::filesystem::path& file) {
  std::string text;
  try {
    text = files::read_file(file);
  } catch (const std::system_error& error) {
    throw Error(error.what());
  }
  return parse(text, file.filename().string());
}

}  // namespace config
