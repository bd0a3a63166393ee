#include "simt/translate/variants/writer.hpp"

#include <string>
#include <utility>
#include <vector>

#include "simt/translate/variants/syntax.hpp"

namespace simt::detail {

VariantWriter::Statement VariantWriter::if_statement(std::size_t i, const std::vector<std::string>& resets) {
  Statement found;
  found.begin = i;
  std::size_t open = i + 1;
  const bool is_constant = code_.is(open, "constexpr");
  if (is_constant) ++open;
  if (!code_.is(open, "(") || code_.partner(open) == none) {
    found.end = semicolon(code_, i);
    return found;
  }
  const std::size_t close = code_.partner(open);
  std::size_t begin = open + 1;
  const std::size_t known = variables_.size();
  const bool has_zero = !is_constant && offer_zero_instead(i);
  if (is_slow_) {
    const bool has_braces = code_.is(close + 1, "{") && code_.partner(close + 1) != none;
    const std::size_t access = has_braces ? close + 2 : close + 1;
    plan_turned_threads(begin, has_braces ? code_.partner(close + 1) : semicolon(code_, access), access);
  }
  for (std::size_t k = begin; k < close; ++k) {
    if (code_.opens(k) && code_.partner(k) != none) k = code_.partner(k);
    if (code_.is(k, ";")) {
      declaration(begin, k);
      begin = k + 1;
    }
  }
  // `if (a[k - 1] > most) most = a[k - 1];`: both indices may be one too few.
  if (const std::size_t last = plain_end(code_, close + 1, code_.size()); last != none && !is_slow_) {
    plan_equal_indices(begin, last);
    end_of_equal_indices_ = last;
  }
  if (!is_constant && !is_declaration(code_, begin)) condition_of_if(i, begin, close);
  const std::string otherwise = is_constant ? "" : offer_otherwise(begin, close);
  const std::vector<std::string> outer_asked = std::exchange(asked_, asked_in(begin, close));
  const int outer_line = std::exchange(asked_line_, code_[i].line);
  const Range outer_range = std::exchange(asked_range_, {begin, close});
  const std::string jump = is_constant ? "" : offer_jump_behind(begin, close);
  const Statement then = body(close + 1, resets);
  if (!jump.empty()) after(then.end, jump);
  asked_ = outer_asked;
  asked_line_ = outer_line;
  asked_range_ = outer_range;
  found.end = then.end;
  found.is_guarded = then.is_simple;
  if (!otherwise.empty()) after(found.end, otherwise);
  if (code_.is(found.end + 1, "else")) {
    const std::size_t first_edit = edits_.size();
    const std::size_t begin_of_else = found.end + 2;
    found.end = body(begin_of_else, resets).end;
    found.is_guarded = false;
    const std::vector<Edit> inner(edits_.begin() + static_cast<std::ptrdiff_t>(first_edit), edits_.end());
    edits_.resize(first_edit);
    if (!is_constant) offer_both(begin, close, then, begin_of_else, found.end);
    edits_.insert(edits_.end(), inner.begin(), inner.end());
  }
  variables_.resize(known);
  if (has_zero) after(found.end, " }");
  return found;
}

void VariantWriter::condition_of_if(std::size_t i, std::size_t begin, std::size_t close) {
  constexpr std::size_t longest_block = 60;  // tokens that one condition is likely to be about
  const std::size_t end = code_.is(close + 1, "{") ? close + 2 : close + 1;
  const bool ends_work = is_device_ &&
                         (code_.is(end, "return") || code_.is(end, "continue") || code_.is(end, "break")) &&
                         code_.is(end + 1, ";") && is_open(begin) && has_room(1);
  if (ends_work) {
    const int variant = add(ChangeKind::surplus_end, code_[i].line, code_.text(begin, close), code_[end].text);
    before(begin, "!simt_variants::is(" + std::to_string(variant) + ") && (");
  }
  const std::size_t simple_end = plain_end(code_, close + 1, code_.size());
  const bool is_short_block =
      code_.is(close + 1, "{") && code_.partner(close + 1) != none && code_.partner(close + 1) - close < longest_block;
  const std::size_t guarded_end = is_short_block ? code_.partner(close + 1) : simple_end;
  if (guarded_end != none) plan_same_name(begin, close, guarded_end);
  const std::vector<std::string> outer_used =
      std::exchange(used_there_, guarded_end == none ? std::vector<std::string>{} : indices_in(close + 1, guarded_end));
  const bool outer_ends =
      std::exchange(ends_work_, is_device_ && (code_.is(end, "return") || code_.is(end, "continue")));
  const std::size_t first_edit = edits_.size();
  condition(begin, close);
  keep_original_condition(begin, close, first_edit);
  ends_work_ = outer_ends;
  used_there_ = outer_used;
  if (ends_work) after(close - 1, ")");
}

void VariantWriter::offer_loop_of_block(std::size_t i) {
  // `if (threadIdx.x < length) part[threadIdx.x] = x[base + threadIdx.x];`
  const std::size_t close = code_.is(i + 1, "(") ? code_.partner(i + 1) : none;
  if (close == none || is_slow_ || !is_device_ || !is_open(i) || follows_directive(i) || !has_room(1)) return;
  const auto is_place = [&](std::size_t k) {
    return code_.is(k, "threadIdx") && code_.is(k + 1, ".") && (code_.is(k + 2, "x") || code_.is(k + 2, "y"));
  };
  std::size_t thread = none, sign = none;
  std::string axis;
  for (std::size_t k = i + 2; k < close; ++k) {
    if (code_.is(k, "||") || code_.is(k, "?") || code_.is(k, ";") || is_assignment(code_, k)) return;
    const bool begins = k == i + 2 || code_.is(k - 1, "&&");
    const Variable* const variable = begins && code_.is(k + 1, "<") ? find(code_[k].text) : nullptr;
    const bool is_thread =
        variable != nullptr && variable->start + 3 == variable->start_end && is_place(variable->start);
    if (thread != none || !begins || (!is_thread && !(is_place(k) && code_.is(k + 3, "<")))) continue;
    thread = k;
    sign = is_thread ? k + 1 : k + 3;
    axis = code_[is_thread ? variable->start + 2 : k + 2].text;
  }
  if (thread == none) return;
  const bool has_braces = code_.is(close + 1, "{") && code_.partner(close + 1) != none;
  const std::size_t begin = has_braces ? close + 2 : close + 1,
                    end = has_braces ? code_.partner(close + 1) : plain_end(code_, close + 1, code_.size());
  if (end == none || begin >= end || code_.is(end + 1, "else")) return;
  for (std::size_t at = begin; at < end;) {
    const std::size_t last = plain_end(code_, at, has_braces ? end : end + 1);
    const Variable* const array = last == none ? nullptr : find(code_[at].text);
    // Elements only, each with the thread's number in its index.
    if (array == nullptr || array->kind != TypeClass::array || !code_.is(at + 1, "[") || !is_known_here(at, last))
      return;
    bool has_thread = false;
    for (std::size_t k = at; k < last && !is_assignment(code_, k); ++k) {
      has_thread = has_thread || place_of_thread(k, thread, sign);
    }
    if (!has_thread) return;
    at = last + 1;
  }
  const std::string each = "simt_each_" + std::to_string(i);
  const auto with_each = [&](std::size_t from, std::size_t to) {
    std::string text;
    for (std::size_t k = from; k < to; ++k) {
      const bool is_thread = place_of_thread(k, thread, sign);
      text += (is_thread ? each : code_[k].text) + " ";
      if (is_thread) k += sign - thread - 1;
    }
    return text;
  };
  const std::string condition = code_.text(i + 2, close);
  const int variant = add(ChangeKind::one_of_several, code_[i].line, condition, "blockDim." + axis);
  before(i, "if (simt_variants::is(" + std::to_string(variant) + ")) { for (int " + each + " = threadIdx." + axis +
                "; " + with_each(i + 2, close) + "; " + each + " += blockDim." + axis + ") { " +
                with_each(begin, has_braces ? end : end + 1) + " } } else ");
}

bool VariantWriter::place_of_thread(std::size_t k, std::size_t thread, std::size_t sign) const {
  if (k > 0 && (code_.is(k - 1, ".") || code_.is(k - 1, "->"))) return false;
  for (std::size_t i = thread; i < sign; ++i) {
    if (k + (i - thread) >= code_.size() || code_[k + (i - thread)].text != code_[i].text) return false;
  }
  return true;
}

void VariantWriter::offer_outside(std::size_t i) {
  const std::size_t close = code_.is(i + 1, "(") ? code_.partner(i + 1) : none;
  if (close == none || !is_open(i) || follows_directive(i) || !code_.is(close + 1, "{")) return;
  const std::size_t end_of_block = code_.partner(close + 1);
  if (end_of_block == none || code_.is(end_of_block + 1, "else")) return;
  const std::string asked = code_.text(i + 2, close);
  for (std::size_t at = close + 2; at < end_of_block;) {
    const std::size_t end = plain_end(code_, at, end_of_block);
    if (end == none) return;
    bool is_store = code_[at].kind == TokenKind::identifier && code_.is(at + 1, "[");
    for (std::size_t k = at; k < end && is_store; ++k) {
      const bool is_name = code_[k].kind == TokenKind::identifier && !code_.is(k - 1, ".");
      is_store = !is_name || find(code_[k].text) != nullptr || is_one_of(code_[k].text, places) ||
                 is_constant_name(code_[k].text);
    }
    std::string conditions, all;
    const int first = next();
    for (const std::string& condition : known_conditions()) {
      if (!is_store || condition == asked || !is_open(at) || !has_room(1)) continue;
      conditions += ", " + condition;
      all += ", true";
      add(ChangeKind::other_condition, code_[at].line, code_[at].text, condition, code_[i].line);
    }
    if (!conditions.empty()) {
      const std::string start = "if (simt_variants::only(" + std::to_string(first) + conditions;
      before(i, start + ")) { " + code_.text(at, end) + "; } ");
      outside_[at] = std::to_string(first) + all;
    }
    at = end + 1;
  }
}

bool VariantWriter::offer_zero_instead(std::size_t i) {
  constexpr std::size_t longest = 60;
  const std::size_t close = code_.partner(i + 1);
  if (!is_device_ || is_slow_ || !is_open(i) || follows_directive(i) || !has_room(1)) return false;
  // What the condition computes is computed once more.
  for (std::size_t k = i + 2; k < close; ++k) {
    const bool changes = is_assignment(code_, k) || code_.is(k, ";") ||
                         ((code_.is(k, "+") || code_.is(k, "-")) && code_.is(k + 1, code_[k].text));
    if (changes || (code_[k].kind == TokenKind::identifier && code_.is(k + 1, "("))) return false;
  }
  const bool is_block = code_.is(close + 1, "{") && code_.partner(close + 1) != none;
  const std::size_t last = is_block ? code_.partner(close + 1) : plain_end(code_, close + 1, code_.size());
  if (last == none || last - close > longest || code_.is(last + 1, "else")) return false;
  std::string stores, names;
  for (std::size_t at = is_block ? close + 2 : close + 1; at < last;) {
    const std::size_t end = plain_end(code_, at, last + 1);
    const Variable* const array = code_[at].kind == TokenKind::identifier ? find(code_[at].text) : nullptr;
    std::size_t sign = at + 1;
    while (code_.is(sign, "[") && code_.partner(sign) != none) sign = code_.partner(sign) + 1;
    const bool is_element = array != nullptr && array->kind == TypeClass::array && sign > at + 1 && code_.is(sign, "=");
    if (end == none || !is_element || !is_known_here(at + 1, sign)) return false;
    stores += code_.text(at, sign) + " = simt_variants::zero(" + code_.text(at, sign) + "); ";
    names += (names.empty() ? "" : " and ") + code_[at].text;
    at = end + 1;
  }
  if (names.empty()) return false;
  const std::string condition = code_.text(i + 2, close);
  const int variant = add(ChangeKind::lacks_zero, code_[i].line, names, "else " + condition);
  before(i, "{ if (simt_variants::is(" + std::to_string(variant) + ") && !(" + condition + ")) { " + stores + "} ");
  return true;
}

std::string VariantWriter::offer_otherwise(std::size_t begin, std::size_t close) {
  const std::size_t last = code_.is(close + 1, "{") ? code_.partner(close + 1) : none;
  if (last == none || code_.is(last + 1, "else") || !is_device_ || is_slow_ || follows_directive(last)) return "";
  std::string others;
  for (std::size_t at = close + 2; at < last; ++at) {
    if (code_.opens(at) && code_.partner(at) != none) {
      at = code_.partner(at);
      continue;
    }
    const bool is_first = code_.is(at - 1, "{") || code_.is(at - 1, ";") || code_.is(at - 1, "}");
    const Variable* const variable =
        code_[at].kind == TokenKind::identifier && is_first ? find(code_[at].text) : nullptr;
    const std::size_t end = variable == nullptr ? none : plain_end(code_, at, last);
    const bool is_number = variable != nullptr && (variable->kind == TypeClass::integer || variable->type == "bool ");
    if (end == none || !is_number || !is_assignment(code_, at + 1) || !is_known_here(at, end) || !is_open(at) ||
        follows_directive(at) || !has_room(1))
      continue;
    const std::string text = code_.text(at, end);
    const int variant = add(ChangeKind::lacks_else, code_[at].line, text, "else", code_[begin].line);
    list_.back().where = code_.text(begin, close);
    others += " if (simt_variants::is(" + std::to_string(variant) + ")) { " + text + "; }";
  }
  return others.empty() ? "" : " else {" + others + " }";
}

void VariantWriter::offer_both(std::size_t begin, std::size_t close, const Statement& then, std::size_t other,
                               std::size_t other_end) {
  constexpr std::size_t longest = 120;
  const std::size_t word = other - 1;
  if (other_end - other > longest || !is_open(word) || !has_room(1)) return;
  for (std::size_t i = then.begin; i <= other_end; ++i) {
    if (!is_open(i) || follows_directive(i)) return;
  }
  const int variant = add(ChangeKind::surplus_else, code_[word].line, code_.text(begin, close), "", code_[begin].line);
  const std::string both =
      " if (simt_variants::is(" + std::to_string(variant) + ")) { " + code_.text(other, other_end + 1) + " } ";
  // Braces hold both together, and an `if` in it takes no `else` that is not its own.
  after(close, " { ");
  before(word, both + "} ");
}

}  // namespace simt::detail
