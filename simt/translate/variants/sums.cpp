#include <algorithm>
#include <array>

#include "simt/translate/variants/syntax.hpp"
#include "simt/translate/variants/writer.hpp"

namespace simt::detail {

std::string VariantWriter::text_of(const Product& product) const {
  std::string text;
  for (const Range& factor : product) {
    text += (text.empty() ? "" : " * ") + code_.text(factor.begin, factor.end);
  }
  return text;
}

std::string VariantWriter::sum_text(const std::vector<Product>& sum) const {
  std::string text;
  for (const Product& term : sum) text += (text.empty() ? "" : " + ") + text_of(term);
  return text;
}

std::size_t VariantWriter::end_of_plain_value(std::size_t i, std::size_t end) const {
  if (i >= end) return none;
  if (is_one_of(code_[i].text, casts)) {
    const std::size_t type_end = template_end(code_, i + 1, end), open = type_end == none ? none : type_end + 1;
    const std::size_t close = open < end ? code_.partner(open) : none;
    return close < end && !read_sum(open + 1, close).empty() ? close : none;
  }
  // `size_t(row)`
  if (is_one_of(code_[i].text, integers) && code_.is(i + 1, "(")) {
    const std::size_t close = code_.partner(i + 1);
    return close < end && !read_sum(i + 2, close).empty() ? close : none;
  }
  if (code_.is(i, "(")) {
    const std::size_t close = code_.partner(i);
    if (close == none || close >= end) return none;
    // `(size_t)row`
    if (close == i + 2 && is_one_of(code_[i + 1].text, integers)) return end_of_plain_value(close + 1, end);
    return read_sum(i + 1, close).empty() ? none : close;
  }
  if (code_[i].kind == TokenKind::identifier && !is_known_here(i, i + 1)) return none;
  const std::size_t last = end_of_operand(i, end);
  const Variable* const variable = last == i ? find(code_[i].text) : nullptr;
  return variable == nullptr || variable->kind == TypeClass::integer ? last : none;
}

std::vector<VariantWriter::Product> VariantWriter::read_sum(std::size_t begin, std::size_t end) const {
  std::vector<Product> sum(1);
  bool divides = false;
  for (std::size_t i = begin; i < end;) {
    const std::size_t last = end_of_plain_value(i, end);
    if (last == none) return {};
    if (divides) {
      sum.back().back().end = last + 1;
    } else {
      sum.back().push_back({i, last + 1});
    }
    i = last + 1;
    if (i == end) return sum;
    divides = code_.is(i, "/") || code_.is(i, "%");
    if (divides) {
      // All of the product before is divided.
      sum.back() = {{sum.back().front().begin, i}};
    } else if (code_.is(i, "+")) {
      sum.emplace_back();
    } else if (!code_.is(i, "*")) {
      return {};
    }
    ++i;
  }
  return {};
}

std::string VariantWriter::offer_other_sums(std::size_t begin, std::size_t end) {
  const std::vector<Product> sum = read_sum(begin, end);
  std::string tail;
  const auto offer_text = [&](ChangeKind kind, const std::string& here, const std::string& what,
                              const std::string& text) {
    if (!is_open(begin) || !has_room(1)) return;
    before(begin, "simt_variants::any(" + std::to_string(add(kind, code_[begin].line, here, what)) + ", ");
    tail = ", " + text + ")" + tail;
  };
  for (std::size_t k = 0; k < sum.size(); ++k) {
    if (sum.size() > 1) {
      std::vector<Product> rest = sum;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(k));
      offer_text(ChangeKind::surplus_addend, text_of(sum[k]), sum_text(rest), sum_text(rest));
      // `z + height` for the next one, `z + 1`
      const Variable* const length =
          sum[k].size() == 1 && sum[k][0].begin + 1 == sum[k][0].end ? find(code_[sum[k][0].begin].text) : nullptr;
      if (length != nullptr && length->is_parameter && k > 0 && !is_slow_)
        offer_text(ChangeKind::constant, length->name, "1", sum_text(rest) + " + 1");
    }
    for (std::size_t one = 0; one < sum[k].size() && sum[k].size() > 1; ++one) {
      std::vector<Product> rest = sum;
      rest[k].erase(rest[k].begin() + static_cast<std::ptrdiff_t>(one));
      const Range& factor = sum[k][one];
      offer_text(ChangeKind::surplus_factor, code_.text(factor.begin, factor.end), text_of(rest[k]), sum_text(rest));
    }
  }
  tail = offer_other_forms(begin, sum) + tail;
  tail = offer_rules(begin, sum) + tail;
  // `a + b * c` for `(a + b) * c`, and `a * b + c` for `a * (b + c)`
  for (std::size_t k = 0; k + 1 < sum.size(); ++k) {
    const std::string before_both = sum_text({sum.begin(), sum.begin() + static_cast<std::ptrdiff_t>(k)});
    const std::string behind_both = sum_text({sum.begin() + static_cast<std::ptrdiff_t>(k) + 2, sum.end()});
    const std::string here = sum_text({sum[k], sum[k + 1]});
    const auto offer_brackets = [&](const Product& left, const std::string& inside, const Product& right) {
      const std::string whole = (left.empty() ? "" : text_of(left) + " * ") + "(" + inside + ")" +
                                (right.empty() ? "" : " * " + text_of(right));
      offer_text(
          ChangeKind::brackets, here, inside,
          before_both + (before_both.empty() ? "" : " + ") + whole + (behind_both.empty() ? "" : " + ") + behind_both);
    };
    const Product &one = sum[k], &other = sum[k + 1];
    if (other.size() > 1) offer_brackets({}, sum_text({one, {other.front()}}), {other.begin() + 1, other.end()});
    for (auto inner = one.end() - 1; inner > one.begin(); --inner) {
      offer_brackets({one.begin(), inner}, sum_text({{inner, one.end()}, other}), {});
    }
  }
  return tail;
}

bool VariantWriter::is_call_for_number(std::size_t i) const {
  const bool is_call = code_[i].kind == TokenKind::identifier && code_.is(i + 1, "(") && code_.partner(i + 1) != none;
  if (!is_call || !is_device_) return false;
  for (const SourceFunction& one : index_.functions) {
    if (one.name != code_[i].text || one.is_kernel) continue;
    for (std::size_t k = 1; k < i && code_[k].line <= one.last_line; ++k) {
      const bool is_head = code_[k].line >= one.first_line && code_.is(k, one.name) && code_.is(k + 1, "(");
      if (is_head) return is_one_of(code_[k - 1].text, std::to_array<std::string_view>({"float", "double", "int"}));
    }
  }
  return false;
}

void VariantWriter::offer_turned_sign(std::size_t sign, std::size_t end) {
  const std::size_t first = sign + 1;
  // `- value(x, y)` and `- 4 * value(x, y)`
  const bool has_factor = first + 2 < end && code_[first].kind == TokenKind::number && code_.is(first + 1, "*");
  const std::size_t call = has_factor ? first + 2 : first;
  const bool is_call = call < end && is_call_for_number(call);
  if (is_call && !is_slow_ && is_open(first) && is_open(sign) && has_room(1)) {
    const bool is_less = code_.is(sign, "-");
    before(first, "simt_variants::turned(" + std::to_string(next()) + ", 1) * ");
    add(ChangeKind::other_operator, code_[sign].line, code_.text(first, code_.partner(call + 1) + 1),
        is_less ? "+" : "-");
    return;
  }
  const std::size_t last = first < end ? end_of_operand(first, end) : none;
  const bool is_behind_operand =
      code_[sign - 1].kind != TokenKind::punctuation || code_.is(sign - 1, ")") || code_.is(sign - 1, "]");
  const bool is_plain = last != none && code_[first].kind == TokenKind::identifier && is_behind_operand;
  if (!is_plain || is_slow_ || !is_open(first) || !is_open(sign) || !has_room(2)) return;
  const Variable* const variable = last == first ? find(code_[first].text) : nullptr;
  const bool is_number = variable != nullptr && variable->kind == TypeClass::integer;
  if (!is_number && !is_one_of(code_[first].text, places)) return;
  const bool subtracts = code_.is(sign, "-");
  const std::string text = code_.text(first, last + 1);
  // A sum without one of its terms is tried anyhow.
  before(first, "simt_variants::turned(" + std::to_string(next()) + (subtracts ? ", 2) * " : ", 1) * "));
  add(ChangeKind::other_operator, code_[sign].line, text, subtracts ? "+" : "-");
  if (subtracts) add(ChangeKind::surplus_addend, code_[sign].line, text, "-");
}

bool VariantWriter::calls_own_function() const {
  return std::any_of(index_.functions.begin(), index_.functions.end(),
                     [&](const SourceFunction& one) { return one.name == call_ && !one.is_kernel; });
}

bool VariantWriter::is_difference(std::size_t begin, std::size_t end) const {
  bool is_one = false;
  for (std::size_t i = begin; i < end; ++i) {
    const Variable* const variable = code_[i].kind == TokenKind::identifier ? find(code_[i].text) : nullptr;
    const bool is_number = code_[i].kind == TokenKind::number || code_.is(i, "*") || is_constant_name(code_[i].text) ||
                           (variable != nullptr && variable->kind == TypeClass::integer);
    if (!is_number && !code_.is(i, "-")) return false;
    is_one = is_one || (code_.is(i, "-") && i > begin);
  }
  return is_one;
}

std::string VariantWriter::offer_sizes(std::size_t begin, std::size_t end) {
  constexpr std::array<std::string_view, 3> factors{"2 *", "3 *", "4 *"};
  const bool is_helper = is_device_ && !is_slow_ && calls_own_function();
  if (!is_helper || !is_difference(begin, end) || !is_open(begin) || !has_room(factors.size())) return "";
  const std::string text = code_.text(begin, end);
  std::string others;
  before(begin, "simt_variants::any(" + std::to_string(next()) + ", ");
  for (const std::string_view factor : factors) {
    add(ChangeKind::factor, code_[begin].line, text, std::string(factor));
    others += ", " + std::string(factor) + " (" + text + ")";
  }
  return others + ")";
}

std::string VariantWriter::offer_piece(std::size_t begin, std::size_t end) {
  if (is_device_ || is_slow_ || kernel_.empty() || !is_difference(begin, end) || !is_open(begin)) return "";
  const std::string text = code_.text(begin, end);
  std::string tail;
  for (const std::string& other : counted_here()) {
    if (text.find(other) != std::string::npos || !has_room(1)) continue;
    const int variant = add(ChangeKind::other_name, code_[begin].line, text, other);
    before(begin, "simt_variants::any(" + std::to_string(variant) + ", ");
    tail = ", " + other + ")" + tail;
  }
  return tail;
}

std::string VariantWriter::offer_ends(const std::vector<std::pair<std::size_t, std::size_t>>& all, std::size_t k) {
  constexpr std::size_t most = 3;
  const auto number_at = [&](const std::pair<std::size_t, std::size_t>& one) {
    const Variable* const variable = one.second == one.first + 1 ? find(code_[one.first].text) : nullptr;
    return variable != nullptr && variable->kind == TypeClass::integer ? variable : nullptr;
  };
  const Variable* const own = number_at(all[k]);
  const bool is_own_code = !kernel_.empty() || calls_own_function();
  if (own == nullptr || is_slow_ || !is_own_code || is_dimensions_ || !is_open(all[k].first)) return "";
  std::vector<std::string> others;
  for (const auto& other : all) {
    const Variable* const variable = number_at(other);
    if (variable != nullptr && variable->name != own->name && !variable->is_parameter) others.push_back(variable->name);
  }
  if (own->is_parameter) {
    for (const std::string& extent : extents_beside(own->name, 2)) others.push_back(extent);
  }
  std::string tail;
  for (std::size_t i = 0; i < std::min(most, others.size()) && has_room(1); ++i) {
    const int variant = add(ChangeKind::lacks_term, code_[all[k].first].line, own->name, "+ " + others[i]);
    before(all[k].first, "simt_variants::plus(" + std::to_string(variant) + ", ");
    tail = ", " + others[i] + ")" + tail;
  }
  return tail;
}

std::string VariantWriter::offer_addends(std::size_t begin, std::size_t end) {
  const std::vector<Product> own = read_sum(begin, end);
  const bool is_number = end == begin + 1 && code_[begin].kind == TokenKind::number;
  if (!is_device_ || is_slow_ || !calls_own_function() || own.empty() || is_number) return "";
  std::string tail = own.size() > 1 ? offer_other_sums(begin, end) : offer_counters(begin, end);
  // `samples[COUNT + t] = sample(x, first + t)`
  const std::size_t open = statement_begin_ + 1, close = code_.is(open, "[") ? code_.partner(open) : none;
  if (close == none || close >= begin || !code_.is(close + 1, "=")) return tail;
  const std::vector<Product> stored = read_sum(open + 1, close);
  const auto has = [&](const std::vector<Product>& sum, const Product& term) {
    return std::any_of(sum.begin(), sum.end(), [&](const Product& one) { return text_of(one) == text_of(term); });
  };
  // What both have says that the argument is this index, from another place on.
  if (std::none_of(stored.begin(), stored.end(), [&](const Product& term) { return has(own, term); })) return tail;
  for (const Product& term : stored) {
    if (has(own, term) || !is_open(begin) || !has_room(1)) continue;
    const int variant = add(ChangeKind::lacks_addend, code_[begin].line, code_.text(begin, end), "+ " + text_of(term));
    before(begin, "simt_variants::plus(" + std::to_string(variant) + ", ");
    tail = ", " + text_of(term) + ")" + tail;
  }
  return tail;
}

}  // namespace simt::detail
