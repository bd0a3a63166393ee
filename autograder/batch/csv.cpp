#include "batch/csv.hpp"

#include <algorithm>
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

bool is_formula(const std::string& field) {
  return !field.empty() && std::string_view("=@\t\r+-").find(field[0]) != std::string_view::npos && !is_number(field);
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
  for (std::string& field : safe) {
    if (is_formula(field)) field.insert(0, 1, '\'');
  }
  return line_as_it_is(safe);
}

}  // namespace batch::csv
