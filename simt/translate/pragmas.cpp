#include "simt/translate/pragmas.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace simt::detail {
namespace {

/// The number that all of `words` are, with brackets around and a sign before or not; else nothing.
std::optional<std::string> number_in(std::span<const Token> words) {
  std::string number;
  for (const Token& word : words) {
    if (word.text == "(" || word.text == ")") continue;
    const bool is_next = word.kind == TokenKind::number ? number.empty() || number == "-" : number.empty();
    if (!is_next || (word.kind != TokenKind::number && word.text != "-")) return std::nullopt;
    number += word.text;
  }
  if (number.empty() || number == "-") return std::nullopt;
  return number;
}

}  // namespace

void mend_unrolling(const std::vector<Token>& line, std::vector<Edit>& edits) {
  constexpr std::size_t words_before = 3;
  if (line.size() <= words_before || line[1].text != "pragma" || line[2].text != "unroll") return;
  const auto words = std::span(line).subspan(words_before);
  const std::optional<std::string> number = number_in(words);
  const bool is_void = number && (*number == "0" || number->starts_with("-"));
  if (number && !is_void) return;
  std::string mended;
  if (!number) {
    std::string copies = "(";
    for (const Token& word : words) copies += " " + word.text;
    copies += " )";
    mended = "#pragma unroll(" + copies + " > 0 ? " + copies + " : " + std::to_string(copies_without_pragma) + ")";
  }
  edits.push_back({line.front().begin, line.back().end, mended});
}

}  // namespace simt::detail
