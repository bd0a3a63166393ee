#include "grader/words/row_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace grader {
namespace {

std::int64_t number_in(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() ? number : 0;
}

/// "32", or the name of a number; 0: it is not known.
std::int64_t value_of(const simt::SourceIndex& source, std::string_view name) {
  if (const std::int64_t number = number_in(name); number != 0) return number;
  for (const simt::SourceAssignment& one : source.assignments) {
    if (one.name == name && !one.is_element && !one.number.empty()) return number_in(one.number);
  }
  for (const simt::SourceConstant& one : source.constants) {
    if (one.name == name) return number_in(one.number);
  }
  return 0;
}

/// "TILE", or "TILE+1"; 0: it is not known.
std::int64_t length_of(const simt::SourceIndex& source, std::string_view text) {
  const std::size_t sign = text.find('+');
  const std::int64_t first = value_of(source, text.substr(0, sign));
  if (sign == std::string_view::npos || first == 0) return first;
  const std::int64_t second = value_of(source, text.substr(sign + 1));
  return second == 0 ? 0 : first + second;
}

/// Of the array that `function` declares with two extents: the second one; 0: there is none, or it is not known.
std::int64_t row_length(const simt::SourceIndex& source, const simt::SourceFunction& function, std::string_view array) {
  for (const simt::SourceElement& one : source.elements) {
    if (one.name != array || !function.has(one.line)) continue;
    // The declaration comes first.
    return one.subscripts.size() == 2 ? length_of(source, one.subscripts[1]) : 0;
  }
  return 0;
}

}  // namespace

void name_row_and_column(const simt::SourceIndex& source, const simt::FindingRecord& record, Finding& found) {
  constexpr std::string_view shared = "shared array ";
  constexpr std::int64_t word_bytes = 4;
  const std::string_view name(record.name, strnlen(record.name, sizeof record.name));
  const simt::SourceFunction* const function = source.function_around(found.line);
  if (!name.starts_with(shared) || record.bytes != word_bytes || function == nullptr) return;
  const std::string_view array = name.substr(shared.size());
  const std::int64_t length = row_length(source, *function, array), element = record.offset / word_bytes;
  const std::string flat = fmt::format("{}[{}]", array, element);
  if (length == 0) return;
  for (std::string* const text : {&found.text, &found.brief}) {
    const std::size_t at = text->find(flat);
    if (at != std::string::npos)
      text->replace(at, flat.size(), fmt::format("{}[{}][{}]", array, element / length, element % length));
  }
}

}  // namespace grader
