#include "simt/translate/edits.hpp"

#include <algorithm>

#include "simt/translate/lexer.hpp"

namespace simt::detail {
namespace {

// Keeps the line continuations inside a replaced token; otherwise later lines would move up.
std::string continuations_within(std::string_view source, const Edit& edit) {
  const std::string_view replaced = source.substr(edit.begin, edit.end - edit.begin);
  std::string kept;
  for (std::size_t i = 0; i < replaced.size(); ++i) {
    if (ends_line(replaced, i)) kept += "\\\n";
  }
  return kept;
}

}  // namespace

std::string apply(std::string_view source, std::vector<Edit> edits) {
  std::stable_sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) { return a.begin < b.begin; });
  std::string result;
  result.reserve(source.size() + 128 * edits.size());
  std::size_t done = 0;
  for (const Edit& edit : edits) {
    if (edit.begin < done) continue;  // a launch inside the extents of an array: no compiler accepts that
    result += source.substr(done, edit.begin - done);
    result += edit.text;
    result += continuations_within(source, edit);
    done = edit.end;
  }
  result += source.substr(done);
  return result;
}

std::string string_literal(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

}  // namespace simt::detail
