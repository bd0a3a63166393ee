#include "simt/translate/pragmas.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace simt::detail {
namespace {

using Line = std::vector<Token>;

constexpr std::size_t most_words = 16;  // people write one

/// The words of the macro `name` as `directives` before `line` define it; null where it is none, or takes arguments.
const Line* definition_of(std::string_view name, const std::vector<Line>& directives, const Line& line) {
  const Line* found = nullptr;
  for (const Line& one : directives) {
    if (&one == &line) break;
    if (one.size() < 3 || one[2].text != name) continue;
    const bool takes_arguments = one.size() > 3 && one[3].text == "(" && !one[3].space_before;
    if (one[1].text == "define") found = takes_arguments ? nullptr : &one;
    if (one[1].text == "undef") found = nullptr;
  }
  return found;
}

/// Appends the words of `from`, from `first` on: the compiler's preprocessor leaves those of a pragma as they are.
void add_expanded(const Line& from, std::size_t first, const std::vector<Line>& directives, const Line& line,
                  int most_steps, Line& words) {
  for (std::size_t i = first; i < from.size() && words.size() <= most_words; ++i) {
    const bool is_word = from[i].kind == TokenKind::identifier;
    const Line* const macro = is_word && most_steps > 0 ? definition_of(from[i].text, directives, line) : nullptr;
    if (macro == nullptr) {
      words.push_back(from[i]);
    } else {
      add_expanded(*macro, 3, directives, line, most_steps - 1, words);
    }
  }
}

/// The number that all of `words` are, with brackets around and a sign before or not; else nothing.
std::optional<std::string> number_in(const Line& words) {
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

void mend_unrolling(const std::vector<Token>& line, const std::vector<std::vector<Token>>& directives,
                    std::vector<Edit>& edits) {
  constexpr int most_steps = 4;  // macros of macros
  if (line.size() < 4 || line[1].text != "pragma" || line[2].text != "unroll") return;
  Line words;
  add_expanded(line, 3, directives, line, most_steps, words);
  if (words.empty() || words.size() > most_words) return;
  const std::optional<std::string> number = number_in(words);
  std::string mended;
  if (!number) {
    std::string copies = "(";
    for (const Token& word : words) copies += " " + word.text;
    copies += " )";
    mended = "#pragma unroll(" + copies + " > 0 ? " + copies + " : " + std::to_string(copies_without_pragma) + ")";
  } else if (*number != "0" && !number->starts_with("-")) {
    mended = "#pragma unroll(" + *number + ")";
  }
  edits.push_back({line.front().begin, line.back().end, mended});
}

}  // namespace simt::detail
