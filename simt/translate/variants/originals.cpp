#include <algorithm>
#include <cctype>
#include <charconv>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "simt/translate/variants/syntax.hpp"
#include "simt/translate/variants/writer.hpp"

namespace simt::detail {
namespace {

constexpr std::string_view helpers = "simt_variants::";
/// No character of a program: what begins with it is written at the end.
constexpr char unfinished = '\x01';

/// [first, last) of the numbers of variants.
using Numbers = std::pair<int, int>;

/// More variants than any helper has behind its first one. Too many only let the changed text run once more.
constexpr int most_of_a_helper = 128;
/// `rest` is given so many variants, one by one.
constexpr int most_one_by_one = 5;

/// Adds the variants that the calls of helpers in `text` name.
void add_variants(std::string_view text, std::vector<Numbers>& all) {
  for (std::size_t at = text.find(helpers); at != std::string_view::npos; at = text.find(helpers, at)) {
    at += helpers.size();
    std::size_t end = at;
    while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '_')) ++end;
    const std::string_view name = text.substr(at, end - at);
    const bool is_one_by_one = name == "quotient" || name == "rest";
    const int numbers = is_one_by_one ? most_one_by_one : 1;
    const int count = is_one_by_one || name == "is" ? 1 : most_of_a_helper;
    std::size_t open = text.find('(', end);  // behind the template's arguments, if there are any
    for (int i = 0; i < numbers && open < text.size(); ++i) {
      const char* const begin = text.data() + open + (i == 0 ? 1 : 2);  // behind "(" or ", "
      int number = 0;
      const auto [stop, error] = std::from_chars(begin, text.data() + text.size(), number);
      if (error != std::errc{}) break;
      if (number > 0) all.emplace_back(number, number + count);
      open = static_cast<std::size_t>(stop - text.data());
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

bool VariantWriter::may_stand_twice(std::size_t begin, std::size_t end) const {
  int last_line = code_[begin].line;
  for (std::size_t i = begin; i < end; ++i) {
    // A lambda; and a number that another variant may have made zero must not divide here.
    const bool divides = code_.is(i, "/") || code_.is(i, "%") || code_.is(i, "/=") || code_.is(i, "%=");
    const bool is_by_number = code_[i + 1].kind == TokenKind::number || is_constant_name(code_[i + 1].text);
    if (code_.is(i, "{") || code_.is(i, "<<<") || (divides && !is_by_number)) return false;
    last_line = code_[i].line;
  }
  const auto directive = directive_lines_.lower_bound(code_[begin].line);
  return begin < end && (directive == directive_lines_.end() || *directive > last_line);
}

void VariantWriter::keep_original_statement(std::size_t begin, std::size_t end, std::size_t first_edit) {
  keep_original(begin, end, end, first_edit, {"if (true", ") { ", "; } else { ", " }"});
}

void VariantWriter::keep_original_value(std::size_t begin, std::size_t end, std::size_t first_edit) {
  keep_original(begin, end, end - 1, first_edit, {"(true", " ? (", ") : (", "))"});
}

void VariantWriter::keep_original_condition(std::size_t begin, std::size_t end, std::size_t first_edit) {
  keep_original(begin, end, end - 1, first_edit, {"(true", " ? bool((", ")) : bool((", ")))"});
}

void VariantWriter::keep_original(std::size_t begin, std::size_t end, std::size_t last, std::size_t first_edit,
                                  const Choice& choice) {
  if (!is_device_ || !may_stand_twice(begin, end)) return;
  const std::size_t from = code_[begin].begin, to = code_[last].end;
  const auto first = edits_.begin() + static_cast<std::ptrdiff_t>(first_edit);
  const bool is_changed = std::any_of(first, edits_.end(), [&](const Edit& edit) {
    return from <= edit.begin && edit.begin <= to && edit.text.find(helpers) != std::string::npos;
  });
  if (!is_changed) return;
  edits_.insert(first, {from, from, unfinished + std::to_string(originals_.size())});
  edits_.push_back({to, to, choice.end});
  originals_.push_back({from, to, choice.start, choice.original + code_.text(begin, end) + choice.changed});
}

void VariantWriter::finish_originals() {
  // Where each edit begins, to find those of an original.
  std::vector<const Edit*> in_order;
  for (const Edit& edit : edits_) {
    if (edit.text.find(helpers) != std::string::npos) in_order.push_back(&edit);
  }
  std::stable_sort(in_order.begin(), in_order.end(), [](const Edit* a, const Edit* b) { return a->begin < b->begin; });
  for (Original& one : originals_) {
    std::vector<Numbers> all;
    const auto begins_before = [](const Edit* edit, std::size_t place) { return edit->begin < place; };
    auto edit = std::lower_bound(in_order.begin(), in_order.end(), one.begin, begins_before);
    for (; edit != in_order.end() && (*edit)->begin <= one.end; ++edit) add_variants((*edit)->text, all);
    for (const auto& [first, last] : joined(std::move(all))) {
      one.start +=
          " && " + std::string(helpers) + "none(" + std::to_string(first) + ", " + std::to_string(last - first) + ")";
    }
  }
  for (Edit& edit : edits_) {
    if (!edit.text.starts_with(unfinished)) continue;
    const Original& one = originals_[std::stoul(edit.text.substr(1))];
    edit.text = one.start + one.rest;
  }
}

}  // namespace simt::detail
