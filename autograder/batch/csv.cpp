#include "batch/csv.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

namespace batch::csv {
namespace {

char separator_of(std::string_view text) {
  const std::string_view first = text.substr(0, text.find('\n'));
  return std::count(first.begin(), first.end(), ';') > std::count(first.begin(), first.end(), ',') ? ';' : ',';
}

/// "-5" and "+1.5" are numbers, "-5+x" is none.
bool is_number(std::string_view field) {
  if (field.starts_with('+') && !field.starts_with("+-")) field.remove_prefix(1);
  double number = 0;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), number);
  return error == std::errc() && end == field.data() + field.size();
}

/// Spreadsheets of some countries take the wide forms of these signs as well.
bool begins_formula(std::string_view text) {
  constexpr std::string_view signs = "=@\t\r+-";
  constexpr std::array<std::string_view, 4> wide{"\uff1d", "\uff20", "\uff0b", "\uff0d"};
  return (!text.empty() && signs.find(text[0]) != std::string_view::npos) ||
         std::any_of(wide.begin(), wide.end(), [text](std::string_view sign) { return text.starts_with(sign); });
}

/// With an apostrophe before each formula. Where ";" or a tab separates fields, a formula may begin behind it, too.
std::string without_formulas(const std::string& field) {
  if (is_number(field)) return field;
  std::string safe;
  for (std::size_t i = 0; i < field.size(); ++i) {
    const bool is_first = i == 0 || std::string_view(";\t\n\r").find(field[i - 1]) != std::string_view::npos;
    if (is_first && begins_formula(std::string_view(field).substr(i))) safe += '\'';
    safe += field[i];
  }
  return safe;
}

}  // namespace

std::vector<Row> parse(std::string_view text) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  const char separator = separator_of(text);
  std::vector<Row> rows;
  Row row{""};
  bool is_quoted = false;
  const auto end_row = [&] {
    if (row.size() > 1 || !row.front().empty()) rows.push_back(row);
    row = {""};
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (is_quoted) {
      const bool is_doubled = c == '"' && i + 1 < text.size() && text[i + 1] == '"';
      if (is_doubled) ++i;
      if (c != '"' || is_doubled) row.back() += c;
      if (c == '"' && !is_doubled) is_quoted = false;
    } else if (c == '"' && row.back().empty()) {
      is_quoted = true;
    } else if (c == separator) {
      row.emplace_back();
    } else if (c == '\n') {
      end_row();
    } else if (c != '\r') {
      row.back() += c;
    }
  }
  end_row();
  return rows;
}

std::string line_as_it_is(const Row& fields) {
  std::string text;
  for (const std::string& field : fields) {
    if (&field != fields.data()) text += ',';
    if (field.find_first_of(",\"\n\r") == std::string::npos) {
      text += field;
      continue;
    }
    text += '"';
    for (const char c : field) text += c == '"' ? std::string("\"\"") : std::string(1, c);
    text += '"';
  }
  return text + "\r\n";
}

std::string line(const Row& fields) {
  Row safe = fields;
  for (std::string& field : safe) field = without_formulas(field);
  return line_as_it_is(safe);
}

}  // namespace batch::csv
