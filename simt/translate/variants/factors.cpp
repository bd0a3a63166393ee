// Factors that a number of a sum may lack.
#include <algorithm>
#include <string>
#include <vector>

#include "simt/translate/variants/syntax.hpp"
#include "simt/translate/variants/writer.hpp"

namespace simt::detail {
namespace {

bool is_plus_or_minus(const Code& code, std::size_t i) { return code.is(i, "+") || code.is(i, "-"); }

/// Whether one of the tokens [begin, end) outside of brackets adds or subtracts.
bool has_terms(const Code& code, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    if (code.opens(i) && code.partner(i) != none) i = code.partner(i);
    if (i > begin && is_plus_or_minus(code, i)) return true;
  }
  return false;
}

/// Where the tokens [part, part_end) stand in [begin, end); none where they do not.
std::size_t place_of(const Code& code, std::size_t part, std::size_t part_end, std::size_t begin, std::size_t end) {
  const std::size_t length = part_end - part;
  for (std::size_t i = begin; i + length <= end; ++i) {
    std::size_t k = 0;
    while (k < length && code[i + k].text == code[part + k].text) ++k;
    if (k == length) return i;
  }
  return none;
}

}  // namespace

std::size_t VariantWriter::end_of_real(std::size_t i, std::size_t end) const {
  const Variable* const variable = i < end && code_[i].kind == TokenKind::identifier ? find(code_[i].text) : nullptr;
  const bool is_member = i > 0 && (code_.is(i - 1, ".") || code_.is(i - 1, "->") || code_.is(i - 1, "::"));
  if (variable == nullptr || is_member) return none;
  if (variable->kind == TypeClass::real) return i;
  const bool has_reals =
      variable->type.find("float ") != std::string::npos || variable->type.find("double ") != std::string::npos;
  std::size_t last = i;
  while (last + 1 < end && code_.is(last + 1, "[") && code_.partner(last + 1) < end) last = code_.partner(last + 1);
  return has_reals && last > i ? last : none;
}

std::vector<std::string> VariantWriter::reals_beside(std::size_t begin, std::size_t end) const {
  constexpr std::size_t most = 3;
  const std::set<std::string> here = names_in(begin, end);
  std::vector<std::string> found;
  for (auto at = variables_.rbegin(); at != variables_.rend() && found.size() < most; ++at) {
    const bool is_hidden = find(at->name) != &*at;
    if (at->kind == TypeClass::real && !is_hidden && !here.contains(at->name)) found.push_back(at->name);
  }
  return found;
}

std::size_t VariantWriter::offer_factor_of_term(std::size_t i, std::size_t begin, std::size_t end) {
  if (!is_device_ || is_slow_ || i == offered_term_ || !where_.empty() || !is_open(i)) return none;
  const std::size_t last = end_of_real(i, end);
  const bool begins = i == begin || is_plus_or_minus(code_, i - 1);
  if (last == none || !begins || (last + 1 != end && !is_plus_or_minus(code_, last + 1)) || is_changed(code_, i, last))
    return none;
  const bool is_added = begin > 0 && (code_.is(begin - 1, "+=") || code_.is(begin - 1, "-="));
  if (!has_terms(code_, begin, end) && !is_added) return none;
  const std::vector<std::string> factors = reals_beside(statement_begin_, statement_end_);
  if (factors.empty() || !has_room(factors.size())) return none;
  const std::string term = code_.text(i, last + 1);
  before(i, "simt_variants::any(" + std::to_string(next()) + ", ");
  std::string others;
  for (const std::string& factor : factors) {
    add(ChangeKind::lacks_factor, code_[i].line, term, "* " + factor);
    others += ", " + term + " * " + factor;
  }
  offered_term_ = i;
  parts(i, last + 1);
  after(last, others + ")");
  return last;
}

std::string VariantWriter::offer_factor_of_first(const std::string& name, std::size_t begin, std::size_t end) {
  const std::size_t open = begin + 1;
  const bool is_element = code_[begin].kind == TokenKind::identifier && code_.is(open, "[") &&
                          code_.partner(open) != none && code_.partner(open) + 1 == end;
  if (!is_element || !is_device_ || is_slow_ || !is_known_here(begin, end) || !is_open(begin) || !has_room(1))
    return "";
  // `sum += a[j] * x[j];`, `sum = fmaf(a[j], x[j], sum);`
  for (std::size_t k = end; k + 2 < code_.size() && code_[k].line <= function_->last_line; ++k) {
    if (!code_.is(k, name) || !is_assignment(code_, k + 1)) continue;
    const std::string factor = factor_beside(begin, end, k + 2, semicolon(code_, k));
    if (factor.empty()) continue;
    const int variant = add(ChangeKind::lacks_factor, code_[begin].line, code_.text(begin, end), "* " + factor);
    before(begin, "simt_variants::any(" + std::to_string(variant) + ", ");
    return ", " + code_.text(begin, end) + " * " + factor + ")";
  }
  return "";
}

std::string VariantWriter::factor_beside(std::size_t begin, std::size_t end, std::size_t from, std::size_t to) const {
  // The same array in [from, to), with another index, and what it is multiplied by.
  for (std::size_t k = from; k < to; ++k) {
    const std::size_t close = code_.is(k, code_[begin].text) && code_.is(k + 1, "[") ? code_.partner(k + 1) : none;
    if (close == none || close >= to) continue;
    std::size_t other = none, other_end = none;
    if (code_.is(close + 1, "*")) {
      other = close + 2;
      other_end = other;
      while (other_end < to && !is_plus_or_minus(code_, other_end) && !code_.is(other_end, "*") &&
             !code_.closes(other_end))
        other_end =
            code_.opens(other_end) && code_.partner(other_end) != none ? code_.partner(other_end) + 1 : other_end + 1;
    } else if (code_.is(k - 1, "*") && k > from + 1) {
      other_end = k - 1;
      other = other_end;
      while (other > from && !is_plus_or_minus(code_, other - 1) && !code_.is(other - 1, "*") &&
             !code_.is(other - 1, "(")) {
        other = code_.closes(other - 1) && code_.partner(other - 1) != none ? code_.partner(other - 1) : other - 1;
      }
    } else if (code_.is(close + 1, ",") && code_.is(k - 1, "(") && code_[k - 2].text.starts_with("fma")) {
      other = close + 2;
      other_end = next_comma(code_, other, to);
    } else if (code_.is(k - 1, ",") && code_.is(close + 1, ",")) {
      other_end = k - 1;
      for (std::size_t at = from; at < k; ++at) {
        if (code_[at].text.starts_with("fma") && code_.is(at + 1, "(") && code_.partner(at + 1) > close) other = at + 2;
      }
    }
    if (other == none || other >= other_end || other_end > to) continue;
    // With the index of the first value in place of the one in the loop.
    const std::size_t index = k + 2, own_open = begin + 2, own_close = end - 1;
    std::string text;
    std::size_t done = other;
    bool is_known = true;
    for (std::size_t at = place_of(code_, index, close, other, other_end); at != none;
         at = place_of(code_, index, close, done, other_end)) {
      is_known = is_known && is_known_here(done, at);
      if (at > done) text += code_.text(done, at);
      const bool is_whole = code_.is(at - 1, "[") && code_.is(at + (close - index), "]");
      const std::string own = code_.text(own_open, own_close);
      text += is_whole || text.ends_with('[') ? "" : " ";
      text += is_whole ? own : "(" + own + ")";
      done = at + (close - index);
    }
    if (done < other_end) text += (done > other && !code_.closes(done) ? " " : "") + code_.text(done, other_end);
    if (is_known && is_known_here(done, other_end)) return text;
  }
  return "";
}

}  // namespace simt::detail
