#include <algorithm>
#include <cctype>
#include <charconv>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "simt/translate/variants/helpers.hpp"
#include "simt/translate/variants/syntax.hpp"
#include "simt/translate/variants/writer.hpp"

namespace simt::detail {
namespace {

constexpr std::string_view helpers = "simt_variants::";
/// No character of a program: it encloses a number in place of what is written at the end.
constexpr char unfinished = '\x01';

/// [first, last) of the numbers of variants.
using Numbers = std::pair<int, int>;

/// More variants than any helper has behind its first one. Too many only let the changed text run once more.
constexpr int most_of_a_helper = 128;

/// Where the brackets around `at` end: at the first closing bracket that none before it belongs to.
std::size_t end_of_brackets(std::string_view text, std::size_t at) {
  int depth = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    const bool separates = c == '\'' && std::isalnum(static_cast<unsigned char>(text[at - 1])) != 0;  // 1'000
    if ((c == '"' || c == '\'') && !separates) {
      for (++at; at < text.size() && text[at] != c; ++at) at += text[at] == '\\' ? 1 : 0;
    } else if (c == '(' || c == '[' || c == '{') {
      ++depth;
    } else if ((c == ')' || c == ']' || c == '}') && depth-- == 0) {
      return at;
    }
  }
  return at;
}

/// What a call is given, by the commas outside of brackets: at least as many as there are.
std::vector<std::string_view> arguments_in(std::string_view text) {
  std::vector<std::string_view> all;
  for (std::size_t from = 0, at = 0; at <= text.size(); ++at) {
    if (at < text.size() && (text[at] == '(' || text[at] == '[' || text[at] == '{')) at = end_of_brackets(text, at + 1);
    if (at < text.size() && text[at] != ',') continue;
    all.push_back(text.substr(from, at - from));
    from = at + 1;
  }
  return all;
}

/// How many variants a helper has from its first one on; `types`: the arguments of its template. helpers.cpp has them.
int variants_of(std::string_view helper, std::size_t types, const std::vector<std::string_view>& arguments) {
  const auto behind = [&](std::size_t others) {
    return static_cast<int>(std::max(arguments.size(), others + 1) - others);
  };
  for (const std::string_view one : {"is", "narrow", "negated", "at_most", "without_sign", "zero_extended"}) {
    if (helper == one) return 1;
  }
  if (helper == "any" || helper == "plus" || helper == "zero_unless") return behind(2);
  if (helper == "guard" || helper == "only") return behind(1);
  if (helper == "sized") return static_cast<int>(changes_of_a_size.size());
  if (helper == "numeric") return static_cast<int>(changes_of_a_number.size());
  if (helper == "compare") return 6;
  if (helper == "turned") return 2;
  if (helper == "assign") return static_cast<int>(std::max<std::size_t>(types, 2)) - 1;
  return most_of_a_helper;
}

/// Adds the variants that the calls of helpers in `text` name.
void add_variants(std::string_view text, std::vector<Numbers>& all) {
  for (std::size_t at = text.find(helpers); at != std::string_view::npos; at = text.find(helpers, at)) {
    at += helpers.size();
    std::size_t end = at;
    while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '_')) ++end;
    const std::string_view name = text.substr(at, end - at);
    const std::size_t open = text.find('(', end);  // behind the template's arguments, if there are any
    if (open == std::string_view::npos) return;
    const std::size_t types = arguments_in(text.substr(end, open - end)).size();
    const std::vector<std::string_view> arguments =
        arguments_in(text.substr(open + 1, end_of_brackets(text, open + 1) - open - 1));
    // These two are given several variants, one by one.
    const bool is_one_by_one = name == "quotient" || name == "rest";
    const int count = is_one_by_one ? 1 : variants_of(name, types, arguments);
    for (std::size_t i = 0; i < arguments.size() && (i == 0 || is_one_by_one); ++i) {
      std::string_view argument = arguments[i];
      while (argument.starts_with(' ')) argument.remove_prefix(1);
      int number = 0;
      const auto [stop, error] = std::from_chars(argument.data(), argument.data() + argument.size(), number);
      if (error != std::errc{} || stop != argument.data() + argument.size()) break;
      if (number > 0) all.emplace_back(number, number + count);
    }
  }
}

/// Those that overlap become one.
std::vector<Numbers> joined(std::vector<Numbers> all) {
  std::sort(all.begin(), all.end());
  std::vector<Numbers> result;
  for (const Numbers& one : all) {
    if (!result.empty() && one.first <= result.back().second) {
      result.back().second = std::max(result.back().second, one.second);
    } else {
      result.push_back(one);
    }
  }
  return result;
}

}  // namespace

std::size_t VariantWriter::end_of_divisor(std::size_t i) const {
  if (code_.is(i, "(") && code_.partner(i) != none) return code_.partner(i) + 1;
  if (code_[i].kind != TokenKind::identifier) return none;
  std::size_t end = i + 1;
  while (code_.is(end, ".") || code_.is(end, "->")) end += 2;
  const bool goes_on = code_.is(end, "(") || code_.is(end, "[") || code_.is(end, "::") || code_.is(end, "<");
  return goes_on ? none : end;
}

bool VariantWriter::is_divided_by_variable(std::size_t i) const {
  return (code_.is(i, "/") || code_.is(i, "%")) && code_[i + 1].kind != TokenKind::number &&
         !is_constant_name(code_[i + 1].text);
}

bool VariantWriter::may_stand_twice(std::size_t begin, std::size_t end) const {
  int last_line = code_[begin].line;
  for (std::size_t i = begin; i < end; ++i) {
    // A lambda; and a number that another variant may have made zero must not divide here.
    const bool divides =
        code_.is(i, "/=") || code_.is(i, "%=") || (is_divided_by_variable(i) && end_of_divisor(i + 1) == none);
    if (code_.is(i, "{") || code_.is(i, "<<<") || divides) return false;
    last_line = code_[i].line;
  }
  const auto directive = directive_lines_.lower_bound(code_[begin].line);
  return begin < end && (directive == directive_lines_.end() || *directive > last_line);
}

std::string VariantWriter::original_text(std::size_t begin, std::size_t end) const {
  std::string text;
  std::size_t from = begin;
  for (std::size_t i = begin; i < end; ++i) {
    if (!is_divided_by_variable(i)) continue;
    const std::size_t stop = end_of_divisor(i + 1);
    text += code_.text(from, i + 1) + " " + std::string(helpers) + "divisor(" + original_text(i + 1, stop) + ")";
    from = stop;
    i = stop - 1;
  }
  return text + code_.text(from, end);
}

void VariantWriter::keep_original_statement(std::size_t begin, std::size_t end, std::size_t first_edit) {
  keep_original(begin, end, end, first_edit, {"if (true", ") { ", "; } else { ", " }"});
}

void VariantWriter::keep_original_value(std::size_t begin, std::size_t end, std::size_t first_edit) {
  keep_original(begin, end, end - 1, first_edit, {"((true", ") ? (", ") : (", "))"});
}

void VariantWriter::keep_original_condition(std::size_t begin, std::size_t end, std::size_t first_edit) {
  keep_original(begin, end, end - 1, first_edit, {"((true", ") ? bool((", ")) : bool((", ")))"});
}

void VariantWriter::keep_original_step(std::size_t begin, std::size_t end, std::size_t first_edit) {
  keep_original(begin, end, end - 1, first_edit, {"((true", ") ? void((", ")) : void((", ")))"});
}

void VariantWriter::keep_original(std::size_t begin, std::size_t end, std::size_t last, std::size_t first_edit,
                                  const Choice& choice) {
  // A file with such a character of its own could not be told apart from what is written here.
  if (!is_device_ || source_.find(unfinished) != std::string_view::npos || !may_stand_twice(begin, end)) return;
  const std::size_t from = code_[begin].begin, to = code_[last].end;
  const auto first = edits_.begin() + static_cast<std::ptrdiff_t>(first_edit);
  const bool is_changed = std::any_of(first, edits_.end(), [&](const Edit& edit) {
    return from <= edit.begin && edit.begin <= to && edit.text.find(helpers) != std::string::npos;
  });
  if (!is_changed) return;
  edits_.insert(first, {from, from, unfinished + std::to_string(originals_.size()) + unfinished});
  edits_.push_back({to, to, choice.end});
  originals_.push_back({choice.start, choice.original + original_text(begin, end) + choice.changed});
}

std::string VariantWriter::with_originals(std::string text) const {
  if (originals_.empty()) return text;
  std::string result;
  std::size_t from = 0;
  for (std::size_t at = text.find(unfinished); at != std::string::npos; at = text.find(unfinished, from)) {
    const std::size_t end = text.find(unfinished, at + 1);
    const Original& one = originals_[std::stoul(text.substr(at + 1, end - at - 1))];
    std::vector<Numbers> all;
    add_variants(std::string_view(text).substr(end + 1, end_of_brackets(text, end + 1) - end - 1), all);
    result.append(text, from, at - from).append(one.start);
    // Without a branch: what variants may do is counted by branches.
    for (const auto& [first, last] : joined(std::move(all))) {
      result +=
          " & " + std::string(helpers) + "none(" + std::to_string(first) + ", " + std::to_string(last - first) + ")";
    }
    result += one.rest;
    from = end + 1;
  }
  return result.append(text, from);
}

}  // namespace simt::detail
