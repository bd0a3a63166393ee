#include "simt/translate/code.hpp"

#include <algorithm>
#include <array>

namespace simt::detail {
namespace {

// Words before a parenthesis or an operator.
constexpr std::array<std::string_view, 16> never_function_names{
    "if",  "else",   "while", "for",    "switch", "return",  "do",        "case",
    "new", "delete", "throw", "sizeof", "goto",   "default", "constexpr", "alignof"};

}  // namespace

bool is_function_name(const Token& token) {
  return token.kind == TokenKind::identifier &&
         std::find(never_function_names.begin(), never_function_names.end(), token.text) == never_function_names.end();
}

bool Code::is_macro_parameter(std::string_view name) const {
  return std::find(macro_parameters_.begin(), macro_parameters_.end(), name) != macro_parameters_.end();
}

std::string Code::text(std::size_t begin, std::size_t end) const {
  std::string result;
  for (std::size_t i = begin; i < std::min(end, tokens_.size()); ++i) {
    if (i > begin && tokens_[i].space_before) result += ' ';
    result += tokens_[i].text;
  }
  return result;
}

void Code::error(std::size_t i, std::string_view message) { errors_.push_back({line_of(i), std::string(message)}); }

void Code::erase(std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < std::min(end, tokens_.size()); ++i) replace(i, "");
}

void Code::match_brackets() {
  std::vector<std::size_t> open;
  for (std::size_t i = first_; i < tokens_.size(); ++i) {
    if (opens(i)) open.push_back(i);
    if (!closes(i) || open.empty()) continue;
    const char opening = tokens_[open.back()].text[0];
    const char closing = tokens_[i].text[0];
    // In ASCII, ) is ( + 1, ] is [ + 2, and } is { + 2.
    if (closing - opening != 1 && closing - opening != 2) continue;
    partner_[i] = open.back();
    partner_[open.back()] = i;
    open.pop_back();
  }
}

}  // namespace simt::detail
