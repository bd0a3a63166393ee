#include "simt/translate/variants/writer.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "simt/translate/variants/syntax.hpp"

namespace simt::detail {

void VariantWriter::expression(std::size_t begin, std::size_t end) {
  const std::size_t question = end_of_question(begin, end);
  if (question == none && is_condition(begin, end)) {
    const Within within(*this, "the condition");
    return comparisons(begin, end);
  }
  if (question == none) {
    const std::string brackets = offer_macro_brackets(begin, end);
    const std::string tail = offer_limit(begin, end) + brackets;
    parts(begin, end);
    if (!tail.empty()) after(end - 1, tail);
    return;
  }
  const std::string brackets = offer_macro_brackets(begin, end);
  const std::string least = offer_least_of_rest(begin, question, end);
  {
    const Within within(*this, "the condition");
    const std::vector<std::string> outer = std::exchange(used_there_, indices_in(question + 1, end));
    const std::size_t first = list_.size();
    // A sign that alternates, and should not.
    const std::string asked = code_.text(begin, question);
    const bool is_of_rounds = asked.find('%') != std::string::npos && !is_slow_ && is_open(begin) && has_room(2);
    std::string tail = offer_other_condition(begin, question);
    if (is_of_rounds) {
      const int always = add(ChangeKind::surplus_choice, code_[begin].line, asked, "always");
      const int never = add(ChangeKind::surplus_choice, code_[begin].line, asked, "never");
      before(begin, "simt_variants::is(" + std::to_string(always) + ") || (!simt_variants::is(" +
                        std::to_string(never) + ") && (");
      tail += "))";
    }
    comparisons(begin, question);
    if (!tail.empty()) after(question - 1, tail);
    used_there_ = outer;
    for (std::size_t i = first; i < list_.size(); ++i) list_[i].is_path = is_of_rounds;
  }
  const std::vector<std::string> outer = std::exchange(asked_, asked_in(begin, question));
  parts(question + 1, end);
  if (!least.empty()) after(end - 1, least);
  if (!brackets.empty()) after(end - 1, brackets);
  asked_ = outer;
}

bool VariantWriter::is_condition(std::size_t begin, std::size_t end) const {
  bool joins = false;
  for (std::size_t i = begin; i < end; ++i) {
    const std::size_t close = code_[i].kind == TokenKind::identifier ? template_end(code_, i + 1, end) : none;
    if (close != none) {
      i = close;
    } else if (code_.opens(i) && code_.partner(i) != none) {
      i = code_.partner(i);
    }
    if (is_assignment(code_, i) || code_.is(i, ",") || code_.is(i, "?")) return false;
    joins = joins || ((code_.is(i, "&&") || code_.is(i, "||")) && i > begin);
  }
  return joins;
}

std::string VariantWriter::offer_limit(std::size_t begin, std::size_t end) {
  if (end != begin + 3 || !code_.is(begin + 1, "-") || !is_open(begin) || !has_room(1)) return "";
  for (const Step& step : steps_) {
    if (code_[begin + 2].text != step.counter || find(code_[begin].text) == nullptr) continue;
    const int variant = add(ChangeKind::not_limited, code_[begin].line, code_.text(begin, end), step.text);
    before(begin, "simt_variants::at_most(" + std::to_string(variant) + ", ");
    return ", " + step.text + ")";
  }
  return "";
}

std::vector<std::string> VariantWriter::indices_in(std::size_t begin, std::size_t end) const {
  constexpr std::size_t most = 2;
  std::vector<std::string> found;
  for (std::size_t i = begin; i < end && found.size() < most; ++i) {
    const std::size_t close = code_.is(i, "[") ? code_.partner(i) : none;
    if (close == none || close >= end || code_.is(close + 1, "[") || code_.is(i - 1, "]")) continue;
    const std::string text = code_.text(i + 1, close);
    const bool is_call = text.find('(') != std::string::npos || text.find('[') != std::string::npos;
    if (close > i + 1 && !is_call && is_known_here(i + 1, close) &&
        std::find(found.begin(), found.end(), text) == found.end())
      found.push_back(text);
  }
  const std::vector<std::string> rows = rows_in(begin, end);
  found.insert(found.end(), rows.begin(), rows.end());
  return found;
}

std::vector<std::string> VariantWriter::rows_in(std::size_t begin, std::size_t end) const {
  constexpr std::size_t most = 3;
  std::vector<std::string> found;
  for (std::size_t i = begin; i < end; ++i) {
    const std::size_t close = code_.is(i, "[") ? code_.partner(i) : none;
    if (close == none || close >= end) continue;
    for (const Product& product : read_sum(i + 1, close)) {
      for (Range factor : product) {
        if (product.size() != 2) break;
        // What is converted is the row itself.
        const bool is_converted = is_one_of(code_[factor.begin].text, integers) && code_.is(factor.begin + 1, "(");
        if (is_converted) ++factor.begin;
        if (is_one_of(code_[factor.begin].text, casts)) {
          while (factor.begin < factor.end && !code_.is(factor.begin, "(")) ++factor.begin;
        }
        if (code_.is(factor.begin, "(") && code_.partner(factor.begin) + 1 == factor.end) {
          ++factor.begin;
          --factor.end;
        }
        const Variable* const variable = factor.begin + 1 == factor.end ? find(code_[factor.begin].text) : nullptr;
        const bool is_sum = factor.begin + 1 < factor.end && code_[factor.begin].kind != TokenKind::punctuation;
        const bool is_row = is_sum || (variable != nullptr && !variable->is_parameter);
        const std::string text = code_.text(factor.begin, factor.end);
        if (is_row && found.size() < most && std::find(found.begin(), found.end(), text) == found.end())
          found.push_back(text);
      }
    }
  }
  return found;
}

std::vector<std::string> VariantWriter::asked_in(std::size_t begin, std::size_t end) const {
  constexpr std::size_t most = 2;
  std::vector<std::string> found;
  for (std::size_t i = begin; i < end && found.size() < most; ++i) {
    if (!code_.is(i, "<") || template_end(code_, i, end) != none) continue;
    std::size_t first = i;
    const auto is_part = [&](std::size_t k) {
      return code_[k].kind == TokenKind::identifier || code_[k].kind == TokenKind::number || code_.is(k, ".") ||
             code_.is(k, "+") || code_.is(k, "-") || code_.is(k, "*");
    };
    while (first > begin && is_part(first - 1)) --first;
    if (first < i && is_known_here(first, i)) found.push_back(code_.text(first, i));
  }
  return found;
}

void VariantWriter::parts(std::size_t begin, std::size_t end) {
  std::string of_difference;  // what belongs behind the divisor of a difference
  for (std::size_t i = begin; i < end; ++i) {
    if (is_lambda(code_, i)) {
      std::size_t k = code_.partner(i) + 1;
      std::vector<Variable> outer = variables_;
      // Without `&` or `=`, it knows only what it names.
      if (!code_.is(i + 1, "&") && !code_.is(i + 1, "=")) {
        const std::set<std::string> captured = names_in(i + 1, code_.partner(i));
        std::erase_if(variables_, [&](const Variable& one) { return !captured.contains(one.name); });
      }
      if (code_.is(k, "(") && code_.partner(k) != none) {
        parameters(k + 1, code_.partner(k));
        k = code_.partner(k) + 1;
      }
      while (k < end && !code_.is(k, "{")) ++k;
      if (k >= end || code_.partner(k) == none) {
        variables_ = std::move(outer);
        return;
      }
      // Its loops and what it returns are its own.
      const bool outer_returns = std::exchange(returns_nothing_, false);
      const bool outer_continue = std::exchange(can_continue_, false), outer_break = std::exchange(can_break_, false);
      block(k, {});
      returns_nothing_ = outer_returns;
      can_continue_ = outer_continue;
      can_break_ = outer_break;
      variables_ = std::move(outer);
      i = code_.partner(k);
      continue;
    }
    if (i > begin && (code_.is(i, "-") || code_.is(i, "+"))) offer_turned_sign(i, end);
    if (code_.is(i, "(") && of_difference.empty()) of_difference = offer_above_zero(i, end);
    if (code_.is(i, "(") && of_difference.empty()) of_difference = offer_difference_in_rest(i, end);
    if ((code_.is(i, "/") || code_.is(i, "%")) && i > begin) {
      const std::size_t last = end_of_operand(i + 1, end);
      if (last != none && is_open(i + 1)) {
        before(i + 1, "simt_variants::divisor(");
        expression(i + 1, last + 1);
        after(last, ")" + std::exchange(of_difference, ""));
        i = last;
        continue;
      }
    }
    if (code_.is(i, "<<<")) {
      i = launch_shape(i, end);
      continue;
    }
    // `8 * (3 - b)`: the other way round.
    const Variable* const counter = code_.is(i, "(") && code_.partner(i) == i + 4 ? find(code_[i + 3].text) : nullptr;
    const bool is_last = code_[i + 1].kind == TokenKind::number || is_constant_name(code_[i + 1].text);
    if (counter != nullptr && counter->kind == TypeClass::integer && code_.is(i + 2, "-") && is_last && is_open(i) &&
        has_room(1)) {
      const int variant = add(ChangeKind::reversed, code_[i].line, code_.text(i + 1, i + 4), counter->name);
      before(i, "simt_variants::any(" + std::to_string(variant) + ", ");
      parts(i + 1, i + 4);
      after(i + 4, ", " + counter->name + ")");
      i += 4;
      continue;
    }
    if (const std::size_t last = offer_unsigned_character(i, begin, end); last != none) {
      i = last;
      continue;
    }
    if (const std::size_t last = offer_factor_of_term(i, begin, end); last != none) {
      i = last;
      continue;
    }
    if (const std::size_t last = offer_surplus_brackets(i, begin, end); last != i) {
      i = last;
      continue;
    }
    if (const std::size_t last = offer_later_cut(i, begin, end); last != i) {
      i = last;
      continue;
    }
    if (const std::size_t last = offer_quotient_of_reals(i, end); last != i) {
      i = last;
      continue;
    }
    // `(side * side + 1) / 2`
    const std::size_t close = code_.is(i, "(") && of_difference.empty() ? code_.partner(i) : none;
    const bool is_call = i > 0 && (code_[i - 1].kind == TokenKind::identifier || code_.is(i - 1, ">"));
    if (close != none && close + 1 < end && code_.is(close + 1, "/") && !is_call && read_sum(i + 1, close).size() > 1) {
      // What is opened first is closed last.
      const std::string of_other = offer_divided_elsewhere(i + 1, close);
      const std::string tail = offer_other_sums(i + 1, close) + of_other;
      parts(i + 1, close);
      if (!tail.empty()) after(close - 1, tail);
      i = close;
      continue;
    }
    if (const std::size_t last = offer_step_order(i, end); last != i) {
      i = last;
      continue;
    }
    if (code_.is(i, "+")) offer_units_of_pointer(i, begin, end);
    if (code_[i].kind == TokenKind::number) {
      number(i);
      continue;
    }
    if (code_.is(i, "[") && code_.partner(i) != none) {
      i = subscripts(i);
      continue;
    }
    if (code_[i].kind != TokenKind::identifier) continue;
    if (const std::size_t last = offer_brackets_of_mask(i, begin, end); last != none) {
      i = last;
      continue;
    }
    if (const std::size_t last = offer_number_of_round(i, end); last != none) {
      i = last;
      continue;
    }
    if (const std::size_t last = offer_lowest(i); last != none) {
      i = last;
      continue;
    }
    if (const std::size_t last = offer_unsigned(i, begin, end); last != none) {
      i = last;
      continue;
    }
    if (const std::size_t last = element_among_bits(i, begin, end); last != none) {
      before(i, "simt_variants::without_sign(" + std::to_string(variant_of_sign(i, last, begin, end)) + ", ");
      i = subscripts(i + 1);
      after(last, ")");
      continue;
    }
    if (const std::size_t last = quotient_of_constants(i, begin, end); last != i) {
      i = last;
      continue;
    }
    if (const std::size_t last = quotient(i, begin, end); last != i) {
      i = last;
      continue;
    }
    if (const std::size_t last = masked(i, begin, end); last != i) {
      i = last;
      continue;
    }
    i = name(i, end);
  }
}

void VariantWriter::offer_units_of_pointer(std::size_t sign, std::size_t begin, std::size_t end) {
  // `reinterpret_cast<const float4*>(in) + shift`, or `(const float4*)in + shift`
  const auto is_converted_to = [&](std::size_t k) {
    if (code_[k].kind != TokenKind::identifier || !code_.is(k + 1, "*")) return false;
    if (code_.is(k + 2, ">") && code_.is(k + 3, "(")) return code_.partner(k + 3) + 1 == sign;
    return code_.is(k + 2, ")") && end_of_operand(k + 3, end) + 1 == sign;
  };
  std::size_t type = none;
  for (std::size_t k = begin; k + 3 < sign; ++k) {
    if (is_converted_to(k)) type = k;
  }
  const std::size_t last = end_of_operand(sign + 1, end);
  if (type == none || is_slow_ || last == none || !is_known_here(sign + 1, last + 1) || !is_open(sign) || !has_room(1))
    return;
  const std::string& name = code_[type].text;
  const bool is_vector = name.size() > 1 && (name.back() == '2' || name.back() == '4') &&
                         (name.starts_with("float") || name.starts_with("int") || name.starts_with("uint"));
  const bool is_product = last + 1 < end && (code_.is(last + 1, "*") || code_.is(last + 1, "/"));
  const bool is_number = last == sign + 1 && code_[last].kind == TokenKind::number;
  if (!is_vector || is_product || is_number) return;
  const std::string each(1, name.back()), added = code_.text(sign + 1, last + 1);
  const Within within(*this, "what is added to a pointer to " + name);
  const int variant = add(ChangeKind::factor, code_[sign].line, added, "/ " + each);
  before(sign + 1, "simt_variants::any(" + std::to_string(variant) + ", ");
  after(last, ", (" + added + ") / " + each + ")");
}

bool VariantWriter::follows_factor(std::size_t i, std::size_t begin) const {
  return i > begin && (code_.is(i - 1, "*") || code_.is(i - 1, "/") || code_.is(i - 1, "%"));
}

std::size_t VariantWriter::offer_surplus_brackets(std::size_t i, std::size_t begin, std::size_t end) {
  const std::size_t close = code_.is(i, "(") ? code_.partner(i) : none;
  const bool is_call = i > 0 && (code_[i - 1].kind == TokenKind::identifier || code_.is(i - 1, ">") ||
                                 code_.is(i - 1, ")") || code_.is(i - 1, "]"));
  if (!is_device_ || is_slow_ || close == none || close + 2 >= end || !code_.is(close + 1, "*") || is_call) return i;
  const std::size_t last = end_of_operand(close + 2, end);
  std::size_t sign = none, signs = 0;
  for (std::size_t k = i + 1; k < close; ++k) {
    if (code_.opens(k) && code_.partner(k) != none) k = code_.partner(k);
    const bool is_plain = code_[k].kind != TokenKind::punctuation || code_.is(k, "+") || code_.is(k, "-") ||
                          code_.is(k, "*") || code_.is(k, "/") || code_.is(k, ".") || code_.is(k, "->") ||
                          code_.is(k, "]") || code_.is(k, ")");
    if (!is_plain || is_assignment(code_, k)) return i;
    const bool is_sum = k > i + 1 && (code_.is(k, "+") || code_.is(k, "-"));
    if (is_sum) sign = k;
    if (is_sum) ++signs;
  }
  if (last == none || signs != 1 || follows_factor(i, begin) || !is_open(i) || !has_room(2)) return i;
  const std::string left = code_.text(i + 1, sign), right = code_.text(sign + 1, close), own = code_[sign].text,
                    factor = code_.text(close + 2, last + 1), whole = code_.text(i, last + 1);
  const int first = add(ChangeKind::surplus_brackets, code_[i].line, whole, left);
  add(ChangeKind::surplus_brackets, code_[i].line, whole, right);
  const auto choice = [](int variant) { return "simt_variants::is(" + std::to_string(variant) + ") ? "; };
  before(i, "(" + choice(first) + left + " * " + factor + " " + own + " " + right + " : " + choice(first + 1) + left +
                " " + own + " " + right + " * " + factor + " : ");
  parts(i + 1, close);
  parts(close + 2, last + 1);
  after(last, ")");
  return last;
}

std::size_t VariantWriter::offer_later_cut(std::size_t i, std::size_t begin, std::size_t end) {
  // `static_cast<int>(x) * n`, `int(x) * n` and `(int)(x) * n`
  std::size_t open = none;
  if (code_.is(i, "static_cast") && code_.is(i + 1, "<") && is_one_of(code_[i + 2].text, integers) &&
      code_.is(i + 3, ">")) {
    open = i + 4;
  } else if (is_one_of(code_[i].text, integers)) {
    open = i + 1;
  } else if (code_.is(i, "(") && is_one_of(code_[i + 1].text, integers) && code_.is(i + 2, ")")) {
    open = i + 3;
  }
  std::size_t close = open != none && code_.is(open, "(") ? code_.partner(open) : none;
  // `(int)x * n`
  if (close == none && open == i + 3 && code_[open].kind == TokenKind::identifier) {
    close = open;
    while (close != none && close + 1 < end) {
      if (code_.is(close + 1, ".") || code_.is(close + 1, "->")) {
        close += 2;
      } else if (code_.is(close + 1, "[") || code_.is(close + 1, "(")) {
        close = code_.partner(close + 1);
      } else {
        break;
      }
    }
  }
  const bool multiplies = close != none && code_.is(close + 1, "*");
  if (close == none || close + 2 >= end || (!multiplies && !code_.is(close + 1, "/"))) return i;
  const std::size_t last = end_of_operand(close + 2, end);
  const bool has_brackets = code_.is(open, "(");
  const std::size_t from = has_brackets ? open + 1 : open, to = has_brackets ? close : close + 1;
  const bool is_short = code_.text(i, open).find("int") != std::string::npos ||
                        code_.text(i, open).find("unsigned") != std::string::npos;  // and no index of 64 bits
  if (last == none || !(is_real(from, to) || (is_short && may_be_real(from, to))) || is_slow_ ||
      follows_factor(i, begin) || !is_open(i) || !has_room(1))
    return i;
  const int variant = add(ChangeKind::cut_too_early, code_[i].line, code_.text(from, to), multiplies ? "*" : "/");
  const std::string cast = code_.text(i, open), inner = code_.text(open, close + 1),
                    factor = code_.text(close + 2, last + 1);
  before(i, "(simt_variants::is(" + std::to_string(variant) + ") ? " + cast + "(" + inner +
                (multiplies ? " * " : " / ") + factor + ") : ");
  parts(from, to);
  if (multiplies) {
    parts(close + 2, last + 1);
  } else {
    before(close + 2, "simt_variants::divisor(");
    expression(close + 2, last + 1);
    after(last, ")");
  }
  after(last, ")");
  return last;
}

bool VariantWriter::is_real(std::size_t begin, std::size_t end) const {
  for (std::size_t k = begin; k < end; ++k) {
    const Variable* const variable = code_[k].kind == TokenKind::identifier ? find(code_[k].text) : nullptr;
    if (code_[k].kind == TokenKind::number && code_[k].text.find('.') != std::string::npos) return true;
    if (variable != nullptr &&
        (variable->type.find("float") != std::string::npos || variable->type.find("double") != std::string::npos))
      return true;
  }
  return false;
}

bool VariantWriter::may_be_real(std::size_t begin, std::size_t end) const {
  for (std::size_t k = begin; k < end; ++k) {
    const std::string& text = code_[k].text;
    const bool is_member = code_.is(k - 1, ".") || code_.is(k - 1, "->");
    if (code_[k].kind != TokenKind::identifier || is_one_of(text, places) || is_one_of(text, integers) ||
        is_one_of(text, casts) || is_constant_name(text))
      continue;
    if (is_member) {
      if (!is_one_of(code_[k - 2].text, places)) return true;
      continue;
    }
    const Variable* const variable = find(text);
    if (variable == nullptr || variable->type.find("auto") != std::string::npos) return true;
  }
  return false;
}

std::size_t VariantWriter::offer_quotient_of_reals(std::size_t i, std::size_t end) {
  // `static_cast<float>(a / b)`, `float(a / b)` and `(float)(a / b)`
  const auto is_type = [&](std::size_t k) { return code_.is(k, "float") || code_.is(k, "double"); };
  std::size_t open = none, type = i;
  if (code_.is(i, "static_cast") && code_.is(i + 1, "<") && is_type(i + 2) && code_.is(i + 3, ">")) {
    open = i + 4;
    type = i + 2;
  } else if (is_type(i)) {
    open = i + 1;
  } else if (code_.is(i, "(") && is_type(i + 1) && code_.is(i + 2, ")")) {
    open = i + 3;
    type = i + 1;
  }
  const std::size_t close = open != none && code_.is(open, "(") ? code_.partner(open) : none;
  const std::size_t left = close == none || close >= end ? none : end_of_operand(open + 1, close);
  const std::size_t right = left == none || !code_.is(left + 1, "/") ? none : end_of_operand(left + 2, close);
  if (right == none || right + 1 != close || is_slow_ || is_real(open + 1, close) || !is_known_here(open + 1, close) ||
      !is_open(i) || !has_room(1))
    return i;
  const std::string whole = code_.text(open + 1, close), dividend = code_.text(open + 1, left + 1),
                    divisor = code_.text(left + 2, close), name = code_[type].text;
  const int variant = add(ChangeKind::cut_too_early, code_[i].line, whole, name);
  before(i, "(simt_variants::is(" + std::to_string(variant) + ") ? " + name + "(" + dividend + ") / " + name + "(" +
                divisor + ") : ");
  expression(open + 1, close);
  after(close, ")");
  return close;
}

std::size_t VariantWriter::offer_sum_of_mask(std::size_t begin, std::size_t end) {
  // `n & ~3 + lane`
  std::size_t mask = none, sum = none;
  for (std::size_t k = begin; k < end; ++k) {
    if (code_.opens(k) && code_.partner(k) != none) k = code_.partner(k);
    const bool is_sign = code_.is(k, "+") || code_.is(k, "-");
    if (code_.is(k, "&") && k > begin && mask == none) {
      mask = k;
    } else if (is_sign && mask != none && sum == none && k > mask + 1 && !code_.is(k - 1, "~")) {
      sum = k;
    } else if (code_[k].kind == TokenKind::punctuation && !is_sign && !code_.closes(k) && !code_.is(k, ".") &&
               !code_.is(k, "~") && !code_.is(k, "*")) {
      return none;
    }
  }
  if (sum == none || is_slow_ || !is_known_here(begin, end) || !is_open(begin) || !has_room(1)) return none;
  const std::string inner = code_.text(begin, sum);
  const int variant = add(ChangeKind::brackets, code_[begin].line, code_.text(begin, end), inner);
  before(begin,
         "(simt_variants::is(" + std::to_string(variant) + ") ? (" + inner + ") " + code_.text(sum, end) + " : ");
  after(end - 1, ")");
  return end - 1;
}

std::size_t VariantWriter::offer_brackets_of_mask(std::size_t i, std::size_t begin, std::size_t end) {
  if (const std::size_t last = i == begin ? offer_sum_of_mask(begin, end) : none; last != none) return last;
  // `n - n & 3`: a sum is computed before `&`.
  const std::size_t sign = i + 1, first = end_of_operand(i, end) == i ? end_of_operand(sign + 1, end) : none;
  const bool is_sum = sign < end && (code_.is(sign, "-") || code_.is(sign, "+"));
  if (!is_sum || first == none || first + 2 >= end || !code_.is(first + 1, "&")) return none;
  const std::size_t last = end_of_operand(first + 2, end);
  if (last == none || is_slow_ || i != begin || last + 1 != end || !is_known_here(i, last + 1) || !is_open(i) ||
      !has_room(1))
    return none;
  const std::string whole = code_.text(i, last + 1), inner = code_.text(sign + 1, last + 1);
  const int variant = add(ChangeKind::brackets, code_[i].line, whole, inner);
  before(i, "(simt_variants::is(" + std::to_string(variant) + ") ? " + code_[i].text + " " + code_[sign].text + " (" +
                inner + ") : ");
  after(last, ")");
  return last;
}

std::size_t VariantWriter::offer_number_of_round(std::size_t i, std::size_t end) {
  // `pieces[start % 2]`, where start grows by PIECE
  const bool is_rest = i + 2 < end && (code_.is(i + 1, "%") || (code_.is(i + 1, "&") && code_.is(i + 2, "1")));
  const std::size_t last = is_rest ? end_of_operand(i + 2, end) : none;
  if (last == none || is_slow_ || i == offered_round_ || !is_open(i) || !has_room(1)) return none;
  for (const Step& step : steps_) {
    if (step.counter != code_[i].text || step.text == "1") continue;
    const int variant =
        add(ChangeKind::counts_in_steps, code_[i].line, code_.text(i, last + 1), step.counter + " / " + step.text);
    before(i, "(simt_variants::is(" + std::to_string(variant) + ") ? " + step.counter + " / simt_variants::divisor(" +
                  step.text + ") " + code_.text(i + 1, last + 1) + " : ");
    offered_round_ = i;
    parts(i, last + 1);
    after(last, ")");
    return last;
  }
  return none;
}

std::string VariantWriter::lowest_for(std::size_t i) const {
  // `DBL_MIN`, or `std::numeric_limits<double>::min()`
  if (code_.is(i, "FLT_MIN")) return "-FLT_MAX";
  if (code_.is(i, "DBL_MIN")) return "-DBL_MAX";
  const bool is_limit = code_.is(i, "numeric_limits") && code_.is(i + 1, "<") &&
                        (code_.is(i + 2, "float") || code_.is(i + 2, "double")) && code_.is(i + 3, ">") &&
                        code_.is(i + 4, "::") && code_.is(i + 5, "min") && code_.is(i + 6, "(");
  return is_limit ? "std::numeric_limits<" + code_[i + 2].text + ">::lowest()" : "";
}

std::size_t VariantWriter::offer_lowest(std::size_t i) {
  const std::string lowest = lowest_for(i);
  if (lowest.empty() || is_slow_ || !is_open(i) || !has_room(1)) return none;
  const bool is_limit = code_.is(i, "numeric_limits");
  const std::size_t last = is_limit ? i + 7 : i;
  std::size_t first = i;
  if (is_limit && code_.is(i - 1, "::")) first = code_.is(i - 2, "std") ? i - 2 : i - 1;
  const int variant = add(ChangeKind::constant, code_[i].line, code_.text(first, last + 1), lowest);
  before(first, "(simt_variants::is(" + std::to_string(variant) + ") ? " + lowest + " : ");
  after(last, ")");
  return last;
}

void VariantWriter::offer_lowest_of_constant(std::size_t i) {
  // `constexpr double LEAST = DBL_MIN;`
  for (std::size_t k = 1; k + 1 < i; ++k) {
    const bool is_defined =
        code_.is(k, code_[i].text) && code_.is(k + 1, "=") && (code_.is(k - 1, "float") || code_.is(k - 1, "double"));
    for (std::size_t at = k + 2; is_defined && at < semicolon(code_, k); ++at) {
      const std::string lowest = lowest_for(at);
      if (lowest.empty() || is_slow_ || !is_open(i) || !is_open(k) || !has_room(1)) continue;
      return offer(i, add(ChangeKind::constant, code_[k].line, code_[i].text, lowest), lowest);
    }
  }
}

std::size_t VariantWriter::end_of_operand(std::size_t i, std::size_t end) const {
  if (i >= end) return none;
  if (code_.is(i, "(")) {
    const std::size_t close = code_.partner(i);
    const bool is_cast = close != none && close + 1 < end &&
                         (code_[close + 1].kind != TokenKind::punctuation || code_.is(close + 1, "("));
    return close == none || close >= end || close == i + 1 || is_cast ? none : close;
  }
  if (code_[i].kind == TokenKind::number) return i;
  if (code_[i].kind != TokenKind::identifier) return none;
  while (i + 2 < end && (code_.is(i + 1, ".") || code_.is(i + 1, "->")) && code_[i + 2].kind == TokenKind::identifier) {
    i += 2;
  }
  const bool goes_on = i + 1 < end && (code_.is(i + 1, "(") || code_.is(i + 1, "[") || code_.is(i + 1, "::") ||
                                       code_.is(i + 1, "<") || code_.is(i + 1, "{"));
  return goes_on ? none : i;
}

std::size_t VariantWriter::end_of_question(std::size_t begin, std::size_t end) const {
  for (std::size_t i = begin; i < end; ++i) {
    if (code_.opens(i) && code_.partner(i) != none) i = code_.partner(i);
    if (is_assignment(code_, i) || code_.is(i, ",")) return none;
    if (code_.is(i, "?")) return i;
  }
  return none;
}

std::size_t VariantWriter::quotient_of_constants(std::size_t i, std::size_t begin, std::size_t end) {
  const auto is_constant = [&](std::size_t k) {
    return k < end && code_[k].kind == TokenKind::identifier && code_[k].text.size() > 1 &&
           is_constant_name(code_[k].text);
  };
  constexpr std::array<std::string_view, 5> goes_on{"(", "[", "::", ".", "*"};
  const bool is_quotient = is_constant(i) && code_.is(i + 1, "/") && is_constant(i + 2) &&
                           !(i + 3 < end && is_one_of(code_[i + 3].text, goes_on)) && !follows_factor(i, begin);
  if (!is_quotient || is_slow_ || !is_device_ || code_[i].text == code_[i + 2].text || !is_open(i) || !has_room(2))
    return i;
  const std::string dividend = code_[i].text, divisor = code_[i + 2].text, whole = code_.text(i, i + 3);
  before(i, "simt_variants::any(" + std::to_string(next()) + ", ");
  add(ChangeKind::constant, code_[i].line, whole, divisor);
  add(ChangeKind::constant, code_[i].line, whole, dividend);
  after(i + 2, ", " + divisor + ", " + dividend + ")");
  return i + 2;
}

std::size_t VariantWriter::quotient(std::size_t i, std::size_t begin, std::size_t end) {
  constexpr std::size_t most_variants = 4;
  const std::size_t left = end_of_operand(i, end), sign = left == none ? none : left + 1;
  const bool divides = sign < end && code_.is(sign, "/");
  if (sign >= end || (!divides && !code_.is(sign, "%")) || !is_open(i) || !has_room(most_variants)) return i;
  const std::size_t right = end_of_operand(sign + 1, end);
  const bool follows = i > begin && (code_.is(i - 1, "*") || code_.is(i - 1, "/") || code_.is(i - 1, "%") ||
                                     code_.is(i - 1, ".") || code_.is(i - 1, "->") || code_.is(i - 1, "::"));
  if (code_[i].kind != TokenKind::identifier || right == none || code_.is(sign + 1, "(") || follows) return i;
  const Variable* const divided = left == i ? find(code_[i].text) : nullptr;
  const bool is_number = divided != nullptr && divided->kind == TypeClass::integer;
  const bool is_member = left == i + 2 && (code_.is(i + 1, ".") || code_.is(i + 1, "->"));
  if (!is_number && !is_member) return i;
  const std::string text = code_.text(i, right + 1);
  const std::string key = code_.text(i, sign) + " by " + code_.text(sign + 1, right + 1);
  const auto pair = operator_pairs_.find(key);
  std::string other_lengths;
  if (const auto lengths = other_lengths_.find(key); lengths != other_lengths_.end()) {
    for (const auto& [variant, length] : lengths->second) {
      before(i, "simt_variants::any(" + std::to_string(variant) + ", ");
      other_lengths = ", " + code_.text(i, sign) + (divides ? " % " : " / ") + length + ")" + other_lengths;
    }
  }
  for (auto [at, last] = pairs_here_.equal_range(i); at != last; ++at) {
    before(i, "simt_variants::any(" + std::to_string(at->second) + ", ");
    other_lengths =
        ", " + code_.text(i, sign) + (divides ? " % " : " / ") + code_.text(sign + 1, right + 1) + ")" + other_lengths;
  }
  std::string variants, others;
  if (divides) {
    const bool may_round = (is_number || !is_one_of(code_[i].text, places)) && right == sign + 1;
    if (may_round && both_rounded_ != no_variant) {
      const std::string divisor = code_[right].text;
      before(i, "simt_variants::any(" + std::to_string(both_rounded_) + ", ");
      others = ", (" + code_.text(i, sign) + " + " + divisor + " - 1) / " + divisor + ")";
    }
    variants = std::to_string(may_round ? add(ChangeKind::rounded_down, code_[i].line, text, "up") : no_variant) + ", ";
  } else {
    variants = std::to_string(add(ChangeKind::surplus_rest, code_[i].line, text, code_.text(i, sign))) + ", ";
  }
  variants += std::to_string(add(ChangeKind::other_operator, code_[i].line, text, divides ? "%" : "/")) + ", " +
              std::to_string(pair == operator_pairs_.end() ? no_variant : pair->second) + ", " +
              std::to_string(add(ChangeKind::whole_part, code_[i].line, text, code_.text(i, sign))) + ", ";
  if (!divides) {
    // Of what is left in the last piece: an index never is as large as the piece.
    const bool may_be_full = !is_slow_ && where_.starts_with("the value of ") && has_room(1);
    const std::string length = code_.text(sign + 1, right + 1);
    variants +=
        std::to_string(may_be_full ? add(ChangeKind::full_piece, code_[i].line, text, length) : no_variant) + ", ";
  }
  before(i, std::string("simt_variants::") + (divides ? "quotient(" : "rest(") + variants);
  name(i, left + 1);
  code_.replace(sign, ",");
  if (code_[right].kind == TokenKind::number) {
    if (!divides) offer_other_rests(i, sign, right);
    number(right);
  } else {
    name(sign + 1, right + 1);
  }
  after(right, ")");
  if (!others.empty()) after(right, others);
  if (!other_lengths.empty()) after(right, other_lengths);
  return right;
}

void VariantWriter::offer_other_rests(std::size_t i, std::size_t sign, std::size_t right) {
  if (is_device_ || is_slow_ || !is_open(right)) return;
  const std::string divided = code_.text(i, sign);
  std::set<std::string> offered;
  for (std::size_t k = 1; k + 2 < code_.size(); ++k) {
    const std::size_t at = k + (sign - i);
    const bool is_same = function_->has(code_[k].line) && at + 1 < code_.size() && code_.is(at, "%") &&
                         code_.text(k, at) == divided && is_constant_name(code_[at + 1].text);
    if (!is_same || !offered.insert(code_[at + 1].text).second || !has_room(1)) continue;
    const int variant = add(ChangeKind::constant, code_[right].line, code_[right].text, code_[at + 1].text);
    list_.back().is_of_rest = true;
    offer(right, variant, code_[at + 1].text);
  }
}

std::size_t VariantWriter::name(std::size_t i, std::size_t end) {
  const std::string& text = code_[i].text;
  if (text == "sizeof" || text == "decltype" || text == "alignof") {
    const bool is_call = code_.is(i + 1, "(") && code_.partner(i + 1) != none;
    if (is_call && text == "sizeof") size_of_type(i);
    if (!is_call && text == "sizeof" && i + 1 < end) size_of_pointer(i);
    return is_call ? code_.partner(i + 1) : i + 1;
  }
  if (is_one_of(text, casts) || code_.is(i + 1, "<")) {
    const std::size_t close = template_end(code_, i + 1, end);
    if (close != none) {
      if (code_.is(close + 1, "(") && code_.partner(close + 1) != none && !is_one_of(text, casts)) {
        const std::string end_of_smaller = offer_smaller_template(i, close);
        arguments(close + 1, code_.partner(close + 1));
        if (!end_of_smaller.empty()) after(code_.partner(close + 1), end_of_smaller);
        return code_.partner(close + 1);
      }
      return close;
    }
  }
  if (code_.is(i + 1, "::")) {
    const std::size_t last = offer_memory_order(i);
    return last == i ? i + 1 : last;
  }
  if (i > 0 && (code_.is(i - 1, "::") || code_.is(i - 1, ".") || code_.is(i - 1, "->"))) return i;
  if (code_.is(i + 1, "(") && code_.partner(i + 1) != none) {
    const std::string end_of_function = offer_other_function(i);
    if (text != "if" && text != "while") arguments(i + 1, code_.partner(i + 1));
    if (!end_of_function.empty()) after(code_.partner(i + 1), end_of_function);
    plan_stream(text, i + 1, code_.partner(i + 1));
    return code_.partner(i + 1);
  }
  if (code_.is(i + 1, ".") || code_.is(i + 1, "->")) return member(i, end);
  if (is_changed(code_, i, i)) return i;
  // `Tile& tile = tiles[warp]` is a name for the element itself.
  const bool is_bound = i > 2 && code_.is(i - 1, "=") && code_.is(i - 3, "&");
  if (code_.is(i + 1, "[") && code_.partner(i + 1) != none && !is_bound) {
    const std::string end_of_tile = offer_tile(i);
    const std::size_t end_of_index = code_.partner(i + 1);
    const std::string end_of_table = offer_table(i, end_of_index);
    const std::string end_of_earlier = offer_element_before(i, end_of_index);
    const std::string end_of_warps = offer_number_of_warps(i, end_of_index);
    if (!end_of_warps.empty()) after(end_of_index, end_of_warps);
    if (!end_of_earlier.empty()) after(end_of_index, end_of_earlier);
    if (!end_of_table.empty()) after(end_of_index, end_of_table);
    const bool is_member = code_.is(end_of_index + 1, ".") && end_of_index + 2 < end;
    if (is_member) member_of_element(i, end_of_index + 2);
    if (!end_of_tile.empty()) after(is_member ? end_of_index + 2 : end_of_index, end_of_tile);
  }
  variable(i);
  return i;
}

std::string VariantWriter::offer_element_before(std::size_t i, std::size_t close) {
  constexpr std::size_t most_tokens = 5;
  const bool is_plain = code_.is(close + 1, ";") || code_.is(close + 1, ",") || code_.is(close + 1, "+");
  const bool is_value = where_.find("condition") == std::string::npos && where_.find("index") == std::string::npos;
  const std::size_t count = close - i - 2;
  if (is_slow_ || !is_device_ || !is_plain || !is_value || count == 0 || count > most_tokens || code_.is(i - 1, "&"))
    return "";
  // Sums up to a block, a warp or a thread: not what a loop goes through.
  const std::string& first = code_[i + 2].text;
  const Variable* const number = count == 1 ? find(first) : nullptr;
  const bool is_own = first == "blockIdx" || first == "threadIdx" ||
                      (number != nullptr && number->kind == TypeClass::integer && !number->is_parameter &&
                       std::find(loops_.begin(), loops_.end(), first) == loops_.end());
  bool holds_numbers = false;
  for (std::size_t k = 1; k + 1 < code_.size() && !holds_numbers; ++k) {
    holds_numbers =
        code_.is(k, code_[i].text) && code_.is(k + 1, "[") &&
        is_one_of(code_[k - 1].text, std::to_array<std::string_view>({"int", "unsigned", "float", "double"}));
  }
  if (!is_own || !holds_numbers || !is_open(i) || !has_room(1)) return "";
  const std::string& name = code_[i].text;
  const std::string index = "(" + code_.text(i + 2, close) + ")";
  const int variant = add(ChangeKind::element_before, code_[i].line, code_.text(i, close + 1), "");
  before(i, "(simt_variants::is(" + std::to_string(variant) + ") ? (" + index + " == 0 ? decltype(" + name +
                "[0] + 0)(0) : " + name + "[" + index + " - 1]) : ");
  return ")";
}

std::size_t VariantWriter::subscripts(std::size_t open) {
  const bool is_named = open > 0 && code_[open - 1].kind == TokenKind::identifier;
  const Within within(*this, is_named ? "the index of " + code_[open - 1].text : "this index");
  std::vector<std::pair<std::size_t, std::size_t>> all;
  std::size_t end = open;
  for (std::size_t i = open; code_.is(i, "[") && code_.partner(i) != none; i = end + 1) {
    end = code_.partner(i);
    all.emplace_back(i + 1, end);
  }
  const bool is_pair =
      all.size() == 2 && is_open(open) && has_room(1) && all[0].first < all[0].second && all[1].first < all[1].second;
  const int exchanged =
      is_pair
          ? add(ChangeKind::exchanged, code_[open].line, code_.text(open, end + 1),
                "[" + code_.text(all[1].first, all[1].second) + "][" + code_.text(all[0].first, all[0].second) + "]")
          : 0;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const std::size_t begin = all[k].first, stop = all[k].second;
    if (begin >= stop) continue;
    const std::vector<std::string> lacking = terms(begin);
    std::string tail;
    const std::string own = code_.text(begin, stop);
    const auto offer_instead = [&](ChangeKind kind, const std::string& other) {
      if (!is_open(begin) || !has_room(1)) return;
      before(begin, "simt_variants::any(" + std::to_string(add(kind, code_[begin].line, own, other)) + ", ");
      tail = ", " + other + ")" + tail;
    };
    // `c[31 - k]`: the other way round.
    const bool is_reversed = stop - begin > 2 && code_.is(stop - 2, "-") && find(code_[stop - 1].text) != nullptr;
    if (is_reversed && is_device_) offer_instead(ChangeKind::other_index, code_[stop - 1].text);
    // `s[first + TAPS - k]`
    const bool is_from_start = is_reversed && stop - begin > 4 && code_.is(stop - 4, "+");
    if (is_from_start && is_device_) {
      offer_instead(ChangeKind::other_index, code_.text(begin, stop - 3) + code_[stop - 1].text);
    }
    if (all.size() == 1 && is_named) {
      const auto turned = turned_.find(code_[open - 1].text);
      if (turned != turned_.end() && is_open(begin)) {
        const auto& [variant, length] = turned->second;
        before(begin, "simt_variants::any(" + std::to_string(variant) + ", ");
        tail = ", " + length + " - 1 - (" + own + "))" + tail;
      }
      const auto other_side = other_sides_.find(open);
      if (other_side != other_sides_.end()) offer_instead(ChangeKind::index_of_other, other_side->second);
      for (const std::string& asked : asked_) {
        if (asked != own) offer_instead(ChangeKind::not_asked, asked);
      }
      // `for (int j = start; …) … piece[j]`
      const std::string start = is_device_ && !is_slow_ && stop == begin + 1 ? start_of_counter(begin) : "";
      if (!start.empty() && is_open(begin) && has_room(1)) {
        const int variant = add(ChangeKind::lacks_term, code_[begin].line, own, "- " + start);
        before(begin, "simt_variants::any(" + std::to_string(variant) + ", ");
        tail = ", " + own + " - " + start + ")" + tail;
      }
    }
    for (const EqualIndex& one : equal_indices_) {
      if (one.text != own) continue;
      before(begin, "simt_variants::plus(" + std::to_string(one.variant) + ", ");
      tail = ", 1, -1)" + tail;
    }
    tail = offer_other_sums(begin, stop) + tail;
    tail = offer_neighbours(begin, stop) + tail;
    for (const std::string& call : calls_for_index(own)) offer_instead(ChangeKind::other_name, call);
    if (all.size() == 1 && is_named) {
      for (const std::string& other : other_indices(open)) offer_instead(ChangeKind::other_index, other);
      for (const std::string& other : helpers_for_index(open)) offer_instead(ChangeKind::other_index, other);
    }
    if (is_pair) {
      const auto [other, other_end] = all[1 - k];
      before(begin, "simt_variants::any(" + std::to_string(exchanged) + ", ");
      tail = ", " + code_.text(other, other_end) + ")" + tail;
    }
    if (is_open(begin) && has_room(lacking.size()) && !lacking.empty()) {
      before(begin, "simt_variants::plus(" + std::to_string(next()) + ", ");
      std::string text;
      for (const std::string& term : lacking) {
        text += ", " + term;
        add(ChangeKind::lacks_term, code_[begin].line, code_.text(begin, stop), "+ " + term);
      }
      tail = text + ")" + tail;
    }
    expression(begin, stop);
    after(stop - 1, tail);
  }
  return end;
}

std::string VariantWriter::start_of_counter(std::size_t i) const {
  const std::string& counter = code_[i].text;
  for (std::size_t k = i; k-- > 4 && code_[k].line >= function_->first_line;) {
    if (!code_.is(k, counter) || !code_.is(k + 1, "=") || !code_.is(k + 3, ";")) continue;
    const Variable* const start = find(code_[k + 2].text);
    const bool is_of_loop = code_.is(k - 1, "(") || code_.is(k - 2, "(") || code_.is(k - 3, "(");
    return is_of_loop && start != nullptr && start->kind == TypeClass::integer ? start->name : "";
  }
  return "";
}

std::vector<std::string> VariantWriter::other_indices(std::size_t open) const {
  constexpr std::size_t most = 2;
  std::vector<std::string> found;
  const std::string own = code_.text(open + 1, code_.partner(open));
  for (std::size_t i = 1; i + 1 < code_.size() && found.size() < most; ++i) {
    const bool is_here = code_[i].line >= function_->first_line && code_[i].line <= function_->last_line;
    if (!is_here || !code_.is(i, "[") || !code_.is(i - 1, code_[open - 1].text) || code_.partner(i) == none) continue;
    const std::size_t close = code_.partner(i);
    const bool is_event = call_.find("Event") != std::string::npos;
    bool is_known = (close > i + 2 || is_event) && !code_.is(close + 1, "[");
    for (std::size_t k = i + 1; k < close && is_known; ++k) {
      if (code_[k].kind != TokenKind::identifier || code_.is(k - 1, ".")) continue;
      const Variable* const variable = find(code_[k].text);
      is_known = is_one_of(code_[k].text, places) || is_constant_name(code_[k].text) ||
                 (variable != nullptr && variable->kind == TypeClass::integer);
    }
    const std::string text = code_.text(i + 1, close);
    if (is_known && text != own && std::find(found.begin(), found.end(), text) == found.end()) found.push_back(text);
  }
  return found;
}

bool VariantWriter::is_callable(const std::string& name) const {
  // What is defined nowhere in the file is of a header.
  bool is_of_file = false, is_before = false;
  for (const SourceFunction& one : index_.functions) {
    if (one.name != name) continue;
    is_of_file = true;
    is_before = is_before || one.last_line < function_->first_line;
  }
  for (const SourceLambda& one : index_.lambdas) is_of_file = is_of_file || one.name == name;
  return !is_of_file || is_before;
}

std::vector<std::string> VariantWriter::calls_for_index(const std::string& own) const {
  constexpr std::size_t most_calls = 2;
  std::vector<std::string> calls;
  if (own.find('(') != std::string::npos) return calls;
  for (std::size_t i = 1; i + 1 < code_.size() && calls.size() < most_calls; ++i) {
    const bool is_index = code_[i].kind == TokenKind::identifier && code_.is(i - 1, "[") && code_.is(i + 1, "(") &&
                          code_.partner(i + 1) != none && code_.is(code_.partner(i + 1) + 1, "]");
    if (!is_index || !is_callable(code_[i].text)) continue;
    const std::size_t close = code_.partner(i + 1);
    bool is_known = true, has_own = false;
    for (std::size_t k = i + 2; k < close; ++k) {
      if (code_[k].kind != TokenKind::identifier) continue;
      const Variable* const variable = find(code_[k].text);
      is_known = is_known && variable != nullptr && variable->kind == TypeClass::integer;
      has_own = has_own || code_[k].text == own;
    }
    const std::string text = code_.text(i, close + 1);
    if (is_known && has_own && std::find(calls.begin(), calls.end(), text) == calls.end()) calls.push_back(text);
  }
  return calls;
}

bool VariantWriter::is_kernel(std::string_view name) const {
  return std::any_of(index_.functions.begin(), index_.functions.end(),
                     [&](const SourceFunction& one) { return one.is_kernel && one.name == name; });
}

bool VariantWriter::takes_array(std::string_view name) const {
  for (std::size_t i = 0; i + 1 < code_.size(); ++i) {
    const SourceFunction* const function = code_.is(i, name) && code_.is(i + 1, "(") && code_.partner(i + 1) != none
                                               ? index_.function_around(code_[i].line)
                                               : nullptr;
    if (function == nullptr || function->name != name) continue;
    for (std::size_t k = i + 2; k < code_.partner(i + 1); ++k) {
      if (code_.is(k, "(") && code_.is(k + 1, "&")) return true;
    }
  }
  return false;
}

bool VariantWriter::is_plain_value(std::size_t begin, std::size_t end) const {
  if (begin >= end) return false;
  // `float (&tile)[SIDE]` takes no pointer.
  const Variable* const array = begin + 1 == end ? find(code_[begin].text) : nullptr;
  if (array != nullptr && array->kind == TypeClass::array && takes_array(call_)) return false;
  // A variable of the file may be meant itself, and not what it holds.
  const bool is_name = begin + 1 == end && code_[begin].kind == TokenKind::identifier;
  if (is_name && find(code_[begin].text) == nullptr && !is_constant_name(code_[begin].text)) return false;
  for (std::size_t i = begin; i < end; ++i) {
    if (is_kernel(code_[i].text)) return false;
    const bool is_address = begin + 2 == end && i == begin && find(code_[i + 1].text) != nullptr;  // `&n`
    if (code_.is(i, "{") || code_.is(i, "[") || code_.is(i, "++") || code_.is(i, "--") ||
        (is_unary_ampersand(code_, i) && !is_address) || is_assignment(code_, i) || code_[i].kind == TokenKind::string)
      return false;
  }
  return true;
}

void VariantWriter::arguments(std::size_t open, std::size_t close) {
  // Around what such a macro is given, every change would put the brackets that it lacks.
  if (open > 0 && macro_at(open - 1) != nullptr) {
    for (std::size_t i = open + 1; i < close; i = next_comma(code_, i, close) + 1) {
      if (next_comma(code_, i, close) == i + 1) parts(i, i + 1);
    }
    return;
  }
  const bool is_named = open > 0 && code_[open - 1].kind == TokenKind::identifier;
  const bool is_launch = open > 2 && code_.is(open - 1, ">") && code_.is(open - 2, ">") && code_.is(open - 3, ">");
  // `tex2D<float>(…)`
  std::size_t generic = none;
  for (std::size_t i = open; i-- > 1 && open - i < 8 && !is_launch && !is_named && generic == none;) {
    if (code_.is(i, "<") && template_end(code_, i, open + 1) == open - 1) generic = i - 1;
  }
  const Within within(*this, is_named          ? "the call of " + code_[open - 1].text
                             : generic != none ? "the call of " + code_[generic].text
                             : is_launch       ? "what the kernel is given"
                                               : where_);
  const std::string outer = std::exchange(call_, is_named ? code_[open - 1].text : call_);
  const bool is_of_declaration = open > 1 && code_.is(open - 2, "dim3");
  const bool outer_dimensions = std::exchange(is_dimensions_, code_.is(open - 1, "dim3") || is_of_declaration);
  const std::string outer_kernel = std::exchange(kernel_, is_launch ? launched_ : "");
  values(open + 1, close);
  kernel_ = outer_kernel;
  is_dimensions_ = outer_dimensions;
  call_ = outer;
}

NamesFit VariantWriter::names_fit(std::string_view function, std::size_t place, std::size_t begin, std::size_t comma,
                                  std::size_t end) const {
  const auto found = std::find_if(index_.functions.begin(), index_.functions.end(),
                                  [&](const SourceFunction& one) { return one.name == function; });
  if (found == index_.functions.end() || place + 1 >= found->named.size()) return NamesFit::unknown;
  const std::string &first = found->named[place].name, &second = found->named[place + 1].name;
  // `x, y + row` fits `x, y` as well.
  const auto has = [&](std::size_t from, std::size_t to, const std::string& name) {
    for (std::size_t i = from; i < to; ++i) {
      if (code_.is(i, name) && !code_.is(i - 1, ".")) return true;
    }
    return false;
  };
  const auto fits = [&](const std::string& left, const std::string& right) {
    return has(begin, comma, left) && has(comma + 1, end, right) && !has(begin, comma, right) &&
           !has(comma + 1, end, left);
  };
  if (fits(first, second)) return NamesFit::as_they_are;
  return fits(second, first) ? NamesFit::exchanged : NamesFit::unknown;
}

std::string VariantWriter::offer_dimension(std::size_t begin, std::size_t end) {
  constexpr std::size_t most_extents = 2;
  bool has_second = false;  // of the kernel's threads, or blocks
  for (std::size_t i = 0; i + 2 < code_.size() && !has_second; ++i) {
    has_second = (code_.is(i, "threadIdx") || code_.is(i, "blockIdx")) && code_.is(i + 2, "y");
  }
  if (is_device_ || !has_second || begin >= end || !is_open(begin)) return "";
  std::size_t product = none;
  for (std::size_t i = begin; i < end; ++i) {
    if (code_.opens(i) && code_.partner(i) != none) i = code_.partner(i);
    if (code_.is(i, "*") && i > begin) product = i;
    if (code_.is(i, ",") || code_.is(i, "+") || code_.is(i, "-") || code_.is(i, "/")) {
      product = none;
      break;
    }
  }
  const std::string own = code_.text(begin, end);
  const Variable* const variable = end == begin + 1 ? find(own) : nullptr;
  if (variable != nullptr && variable->kind != TypeClass::integer) return "";  // a dim3
  for (std::size_t i = begin; i + 1 < end; ++i) {
    if (code_[i].kind == TokenKind::identifier && code_.is(i + 1, "(")) return "";  // so may be what a call returns
  }
  std::vector<std::string> sizes{own + ", " + own};
  if (product != none) sizes.push_back(code_.text(begin, product) + ", " + code_.text(product + 1, end));
  for (std::size_t i = begin; i < end && sizes.size() < 2 + most_extents; ++i) {
    const Variable* const extent = code_[i].kind == TokenKind::identifier ? find(code_[i].text) : nullptr;
    if (extent == nullptr || !extent->is_parameter) continue;
    for (const std::string& other : extents_beside(extent->name, most_extents)) {
      sizes.push_back(own + ", " + code_.text(begin, i) + " " + other + " " + code_.text(i + 1, end));
    }
  }
  std::string tail;
  for (const std::string& size : sizes) {
    if (!has_room(1)) break;
    const int variant = add(ChangeKind::lacks_dimension, code_[begin].line, own, size);
    before(begin, "simt_variants::is(" + std::to_string(variant) + ") ? dim3(" + size + ") : dim3(");
    tail += ")";
  }
  return tail;
}

std::string VariantWriter::offer_third_dimension(std::size_t begin, std::size_t end) {
  constexpr std::size_t most_extents = 4;
  bool has_third = false;  // of the kernel's threads, or blocks
  for (std::size_t i = 0; i + 2 < code_.size() && !has_third; ++i) {
    has_third = (code_.is(i, "threadIdx") || code_.is(i, "blockIdx")) && code_.is(i + 2, "z");
  }
  if (is_device_ || !has_third || begin >= end || !is_open(begin)) return "";
  std::string third;
  for (const std::string& extent : extents_beside("", most_extents)) {
    if (!has_room(1)) break;
    const int variant = add(ChangeKind::lacks_dimension, code_[begin].line, code_.text(begin, end), "z " + extent);
    third += "simt_variants::is(" + std::to_string(variant) + ") ? unsigned(" + extent + ") : ";
  }
  return third.empty() ? "" : ", " + third + "1U";
}

std::string VariantWriter::offer_more_bytes(std::size_t begin, std::size_t end) {
  const std::string bytes = code_.text(begin, end);
  // Where one name stands there, its own value is to blame.
  if (is_slow_ || end <= begin + 1 || !is_open(begin) || !has_room(2)) return "";
  const int variant = add(ChangeKind::factor, code_[begin].line, bytes, "2 *");
  add(ChangeKind::factor, code_[begin].line, bytes, "4 *");
  before(begin, "simt_variants::any(" + std::to_string(variant) + ", static_cast<size_t>(");
  return "), 2 * static_cast<size_t>(" + bytes + "), 4 * static_cast<size_t>(" + bytes + "))";
}

bool VariantWriter::takes_reference(std::size_t place, bool is_constant) const {
  return std::any_of(index_.functions.begin(), index_.functions.end(), [&](const SourceFunction& function) {
    const bool is_it = function.name == call_ && function.named.size() > place;
    return is_it && function.named[place].is_reference && function.named[place].is_constant == is_constant;
  });
}

bool VariantWriter::is_object(std::size_t place, std::size_t at) const {
  const Variable* const variable = find(code_[at].text);
  // In another place it would be copied with all that it holds: `const Tile& tile`.
  const auto is_of_type = [&](std::string_view type) { return variable->type.starts_with(type); };
  const bool is_structure = variable != nullptr && variable->kind == TypeClass::other && !is_of_type("float ") &&
                            !is_of_type("double ") && std::none_of(integers.begin(), integers.end(), is_of_type);
  const bool is_number_or_pointer = code_[at].kind != TokenKind::identifier || (variable != nullptr && !is_structure);
  return takes_reference(place, false) || (!is_number_or_pointer && takes_reference(place, true));
}

std::string VariantWriter::parameter_in_place(std::size_t place) const {
  const std::string& name = kernel_.empty() ? call_ : kernel_;
  const auto function = std::find_if(index_.functions.begin(), index_.functions.end(),
                                     [&](const SourceFunction& one) { return one.name == name; });
  const bool is_known = where_ != "the numbers of the launch" && function != index_.functions.end();
  return is_known && place < function->named.size() ? function->named[place].name : "";
}

void VariantWriter::values(std::size_t begin, std::size_t end) {
  std::vector<std::pair<std::size_t, std::size_t>> all;
  for (std::size_t i = begin; i < end;) {
    const std::size_t comma = next_comma(code_, i, end);
    all.emplace_back(i, comma);
    i = comma + 1;
  }
  // What each may be exchanged with: the variant, and the other value.
  std::vector<std::vector<std::pair<int, std::size_t>>> with(all.size());
  for (std::size_t k = 0; k + 1 < all.size(); ++k) {
    if (!is_plain_value(all[k].first, all[k].second) || !is_plain_value(all[k + 1].first, all[k + 1].second)) continue;
    if (!is_open(all[k].first) || !is_open(all[k + 1].first) || !has_room(1)) continue;
    // A copy, or a fill, of 0 bytes only leaves out what it should do.
    const bool is_of_nothing = call_.starts_with("cudaMem") && k + 2 == all.size() && code_.is(all[k].first, "0");
    if (is_of_nothing || is_object(k, all[k].first) || is_object(k + 1, all[k + 1].first)) continue;
    const int variant = add(ChangeKind::exchanged, code_[all[k].first].line, code_.text(all[k].first, all[k].second),
                            code_.text(all[k + 1].first, all[k + 1].second));
    list_.back().names =
        names_fit(kernel_.empty() ? call_ : kernel_, k, all[k].first, all[k].second, all[k + 1].second);
    with[k].emplace_back(variant, k + 1);
    with[k + 1].emplace_back(variant, k);
  }
  // What ceil() is given belongs to the values around it.
  const bool is_ceil = call_ == "ceil" || call_ == "ceilf";
  const int outer_rounded = std::exchange(both_rounded_, is_ceil ? both_rounded_ : rounded_together(all));
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (takes_reference(k, false)) continue;  // a variable must stand there
    // What was opened first is closed last.
    std::string tail = offer_other_streams(k, all.size(), all[k].first, all[k].second);
    const std::string outer_parameter = std::exchange(parameter_, parameter_in_place(k));
    for (const auto& [variant, other] : with[k]) {
      before(all[k].first, "simt_variants::any(" + std::to_string(variant) + ", ");
      tail = ", " + code_.text(all[other].first, all[other].second) + ")" + tail;
    }
    const bool is_size = (where_ == "the numbers of the launch" && k < 2) || (is_dimensions_ && all.size() == 1);
    if (is_size) tail = offer_dimension(all[k].first, all[k].second) + tail;
    for (const std::string& other : members_in_same_place(k, all[k].first, all[k].second)) {
      if (!is_open(all[k].first) || !has_room(1)) break;
      const int variant =
          add(ChangeKind::other_name, code_[all[k].first].line, code_.text(all[k].first, all[k].second), other);
      before(all[k].first, "simt_variants::any(" + std::to_string(variant) + ", ");
      tail = ", " + other + ")" + tail;
    }
    tail = offer_addends(all[k].first, all[k].second) + tail;
    tail = offer_sizes(all[k].first, all[k].second) + tail;
    tail = offer_piece(all[k].first, all[k].second) + tail;
    tail = offer_ends(all, k) + tail;
    const bool is_bytes = k == 2 && where_ == "the numbers of the launch";
    const Within within(*this, is_bytes ? "the bytes of shared memory" : where_);
    if (is_bytes) tail = offer_more_bytes(all[k].first, all[k].second) + tail;
    expression(all[k].first, all[k].second);
    parameter_ = outer_parameter;
    if (is_dimensions_ && all.size() == 2 && k == 1) tail += offer_third_dimension(begin, end);
    if (!tail.empty()) after(all[k].second - 1, tail);
  }
  both_rounded_ = outer_rounded;
}

std::vector<std::string> VariantWriter::members_in_same_place(std::size_t place, std::size_t begin,
                                                              std::size_t end) const {
  constexpr std::size_t most = 2;
  const Variable* const own = end == begin + 1 ? find(code_[begin].text) : nullptr;
  std::vector<std::string> found;
  if (is_device_ || is_slow_ || own == nullptr || own->kind != TypeClass::integer || !call_.starts_with("cudaMemcpy"))
    return found;
  for (const SourceCall& call : index_.calls) {
    if (!function_->has(call.line) || !call.name.starts_with("cudaMemcpy") || call.arguments.size() <= place) continue;
    const std::string& other = call.arguments[place];
    const std::size_t sign = other.find_first_of(".-");
    const bool is_member = sign != std::string::npos && find(other.substr(0, sign)) != nullptr &&
                           other.find_first_of("+*/([", sign) == std::string::npos &&
                           other.find(" ") == std::string::npos &&
                           (other[sign] == '.' || other.compare(sign, 2, "->") == 0);
    if (is_member && found.size() < most && std::find(found.begin(), found.end(), other) == found.end())
      found.push_back(other);
  }
  return found;
}

int VariantWriter::rounded_together(const std::vector<std::pair<std::size_t, std::size_t>>& values) {
  if (!is_dimensions_ || is_device_ || is_slow_) return no_variant;
  std::vector<std::string> quotients;
  for (const auto& [begin, end] : values) {
    // `std::ceil(width / TILE)`: the quotient has been rounded down by then.
    std::size_t call = begin;
    while (code_.is(call, "std") || code_.is(call, "::")) ++call;
    const bool is_ceil = code_.is(call, "ceil") || code_.is(call, "ceilf");
    const std::size_t first = is_ceil && code_.is(call + 1, "(") ? call + 2 : begin;
    const std::size_t last = is_ceil ? end - 1 : end;
    if (last == first + 3 && code_.is(first + 1, "/") && is_open(begin)) quotients.push_back(code_.text(begin, end));
  }
  if (quotients.size() < 2 || !has_room(1)) return no_variant;
  return add(ChangeKind::rounded_down, code_[values.front().first].line, quotients[0] + " and " + quotients[1], "up");
}

std::size_t VariantWriter::launch_shape(std::size_t open, std::size_t end) {
  for (std::size_t i = open + 1; i + 2 < end; ++i) {
    if (code_.opens(i) && code_.partner(i) != none) {
      i = code_.partner(i);
      continue;
    }
    if (code_.is(i, ">") && code_.is(i + 1, ">") && code_.is(i + 2, ">")) {
      {
        const Within within(*this, "the numbers of the launch");
        values(open + 1, i);
      }
      plan_stream("<<<", open, i);
      if (!code_.is(i + 3, "(") || code_.partner(i + 3) == none) return i + 2;
      plan_pointer_terms(i + 4, code_.partner(i + 3));
      launched_ = open > 0 ? code_[open - 1].text : "";
      // `stage<true><<<…>>>`
      for (std::size_t k = open; k-- > 1 && open - k < 8 && code_.is(open - 1, ">");) {
        if (code_.is(k, "<") && template_end(code_, k, open) + 1 == open) launched_ = code_[k - 1].text;
      }
      arguments(i + 3, code_.partner(i + 3));
      pointer_terms_.clear();
      return code_.partner(i + 3);
    }
  }
  return open;
}

}  // namespace simt::detail
