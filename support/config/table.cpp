// The only file that uses the TOML library.
#include "support/config/table.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>
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
    asked.emplace_back(key);
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

  Table table_below(std::string_view key, const toml::node& node) const {
    if (!node.is_table()) fail_type(key, node, "a table");
    return Table(std::make_shared<State>(State{root, *node.as_table(), file, joined(path, key)}));
  }
};

double Table::number(std::string_view key, NumberRange range) {
  return state_->number(key, state_->require(key), range);
}

std::optional<double> Table::optional_number(std::string_view key, NumberRange range) {
  const toml::node* node = state_->find(key);
  return node == nullptr ? std::nullopt : std::optional(state_->number(key, *node, range));
}

std::int64_t Table::whole_number(std::string_view key, NumberRange range) {
  const toml::node& node = state_->require(key);
  if (!node.is_integer()) state_->fail_type(key, node, "a whole number");
  return static_cast<std::int64_t>(state_->number(key, node, range));
}

std::optional<std::int64_t> Table::optional_whole_number(std::string_view key, NumberRange range) {
  return state_->find(key) == nullptr ? std::nullopt : std::optional(whole_number(key, range));
}

std::int64_t Table::power_of_two(std::string_view key, NumberRange range) {
  const std::int64_t value = whole_number(key, range);
  if (value < 1 || !std::has_single_bit(static_cast<std::uint64_t>(value))) {
    complain(key, fmt::format("is {}; must be a power of two {}", value, words(range)));
  }
  return value;
}

std::string Table::text(std::string_view key, std::size_t longest) {
  return state_->text(key, state_->require(key), longest);
}

std::optional<std::string> Table::optional_text(std::string_view key, std::size_t longest) {
  const toml::node* node = state_->find(key);
  return node == nullptr ? std::nullopt : std::optional(state_->text(key, *node, longest));
}

bool Table::is_text(std::string_view key) const {
  const toml::node* node = state_->find(key);
  return node != nullptr && node->is_string();
}

std::size_t Table::choice(std::string_view key, const std::vector<std::string_view>& choices) {
  const toml::node* node = state_->find(key);
  if (node == nullptr) return 0;
  const auto text = node->value_exact<std::string_view>();
  if (!text) state_->fail_type(key, *node, "a string");
  const auto found = std::find(choices.begin(), choices.end(), *text);
  if (found == choices.end()) {
    state_->fail(key, *node, fmt::format("is \"{}\"; must be \"{}\"", *text, fmt::join(choices, "\" or \"")));
  }
  return static_cast<std::size_t>(found - choices.begin());
}

std::vector<std::int64_t> Table::extents(std::string_view key, int rank) {
  return state_->extents(key, state_->require(key), rank);
}

std::vector<std::vector<std::int64_t>> Table::extents_list(std::string_view key, int rank) {
  const toml::node& node = state_->require(key);
  if (!node.is_array()) state_->fail_type(key, node, "an array of sizes");
  if (node.as_array()->empty()) state_->fail(key, node, "is empty; must have at least one size");
  std::vector<std::vector<std::int64_t>> result;
  for (const toml::node& element : *node.as_array()) result.push_back(state_->extents(key, element, rank));
  return result;
}

std::optional<std::vector<std::int64_t>> Table::optional_extents(std::string_view key, int rank) {
  return state_->find(key) == nullptr ? std::nullopt : std::optional(extents(key, rank));
}

std::vector<std::vector<std::int64_t>> Table::optional_extents_list(std::string_view key, int rank) {
  return state_->find(key) == nullptr ? std::vector<std::vector<std::int64_t>>{} : extents_list(key, rank);
}

Table Table::table(std::string_view key) {
  const std::string advice = fmt::format("add the table [{}]", joined(state_->path, key));
  return state_->table_below(key, state_->require(key, advice));
}

std::optional<Table> Table::optional_table(std::string_view key) {
  const toml::node* node = state_->find(key);
  return node == nullptr ? std::nullopt : std::optional(state_->table_below(key, *node));
}

void Table::finish() const {
  for (const auto& [key, node] : state_->table) {
    const std::vector<std::string>& asked = state_->asked;
    if (std::find(asked.begin(), asked.end(), key.str()) != asked.end()) continue;
    state_->fail(key.str(), node, fmt::format("is not known; allowed here: {}", fmt::join(asked, ", ")));
  }
}

void Table::complain(std::string_view key, std::string_view what) const {
  state_->fail(key, *state_->table.get(key), what);
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
