#include "simt/translate/variants/writer.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "simt/translate/variants/syntax.hpp"

namespace simt::detail {
namespace {

/// Signs of an assignment as the helpers number them.
constexpr std::array<std::string_view, 4> signs_of_assignment{"=", "+=", "-=", "*="};

std::string sign_number(std::string_view sign) {
  return std::to_string(std::find(signs_of_assignment.begin(), signs_of_assignment.end(), sign) -
                        signs_of_assignment.begin());
}

/// Signs that may be meant for `sign`. Products are gathered in variables, and hardly ever in elements.
std::vector<std::string_view> other_signs(std::string_view sign, bool is_name) {
  std::vector<std::string_view> others;
  const auto* const end = signs_of_assignment.end();
  if (std::find(signs_of_assignment.begin(), end, sign) == end) return others;
  for (const std::string_view other : signs_of_assignment) {
    const bool is_rare = other == "-=" || (other == "*=" && !is_name);
    if (other != sign && !is_rare) others.push_back(other);
  }
  return others;
}

}  // namespace

VariantWriter::Statement VariantWriter::statement(std::size_t i, const std::vector<std::string>& resets) {
  const bool is_in_block = std::exchange(is_in_block_, false);
  Statement found;
  found.begin = i;
  if (code_.is(i, "{") && code_.partner(i) != none) {
    found.end = block(i, resets);
    return found;
  }
  if (code_.is(i, "if")) {
    if (is_in_block && is_device_) offer_outside(i);
    return if_statement(i, resets);
  }
  if (code_.is(i, "for") && code_.is(i + 1, "(")) return for_statement(i);
  if (code_.is(i, "while") && code_.is(i + 1, "(") && code_.partner(i + 1) != none) {
    const std::size_t close = code_.partner(i + 1);
    const std::size_t outer_loops = loops_.size();
    std::vector<std::string> resets = loop_resets(i);
    if (is_in_block) resets = count_rounds(i, close + 1, std::move(resets));
    if (is_declaration(code_, i + 2)) {
      expression(i + 2, close);
    } else {
      const Within within(*this, "the condition of the loop");
      comparisons(i + 2, close);
    }
    found.end = code_.is(close + 1, ";") ? close + 1 : body(close + 1, resets).end;
    loops_.resize(outer_loops);
    return found;
  }
  if (code_.is(i, "do")) {
    const std::size_t outer_loops = loops_.size();
    std::vector<std::string> resets = loop_resets(i);
    if (is_in_block) resets = count_rounds(i, i + 1, std::move(resets));
    found.end = semicolon(code_, body(i + 1, resets).end + 1);
    loops_.resize(outer_loops);
    return found;
  }
  if (code_.is(i, "switch") && code_.is(i + 1, "(") && code_.partner(i + 1) != none) {
    expression(i + 2, code_.partner(i + 1));
    found.end = statement(code_.partner(i + 1) + 1, resets).end;
    return found;
  }
  if (code_.is(i, "case") || code_.is(i, "default")) {
    while (i < code_.size() && !code_.is(i, ":")) ++i;
    found.end = i;
    return found;
  }
  found.end = semicolon(code_, i);
  if (code_.is(i, "return") || code_.is(i, "break") || code_.is(i, "continue") || code_.is(i, "goto")) {
    if (code_.is(i, "return") && i + 1 < found.end) returned(i + 1, found.end);
    return found;
  }
  if (is_declaration(code_, i)) {
    const std::string outer = is_in_block ? use_outer(i, found.end) : "";
    const std::size_t known = variables_.size();
    declaration(i, found.end);
    if (!outer.empty()) after(found.end, outer);
    if (is_in_block) offer_zeros(i, found.end, known);
    return found;
  }
  found.is_simple = found.end > i;
  simple(i, found.end);
  return found;
}

void VariantWriter::returned(std::size_t begin, std::size_t end) {
  if (!returns_count_ || !is_open(begin) || !has_room(2)) return comparisons(begin, end);
  const Within within(*this, "what " + function_->name + " returns");
  const std::string text = code_.text(begin, end);
  const int more = add(ChangeKind::off_by_one, code_[begin].line, text, "+ 1");
  add(ChangeKind::off_by_one, code_[begin].line, text, "- 1");
  before(begin, "simt_variants::plus(" + std::to_string(more) + ", ");
  comparisons(begin, end);
  after(end - 1, ", 1, -1)");
}

std::string VariantWriter::use_outer(std::size_t begin, std::size_t end) {
  std::size_t name = begin;
  while (name < end && code_[name].kind == TokenKind::identifier && !code_.is(name + 1, "=")) ++name;
  if (name == begin || !code_.is(name + 1, "=") || next_comma(code_, name, end) != end || !is_open(begin) ||
      follows_directive(begin) || !has_room(2))
    return "";
  const Variable* const outer = find(code_[name].text);
  const Variable own = read_variable(code_, begin, name, name);
  const bool is_number = own.kind == TypeClass::integer || own.kind == TypeClass::real;
  if (outer == nullptr || outer->is_constant || own.is_constant || outer->type != own.type || outer->kind != own.kind ||
      !is_number || code_.is(begin, "static"))
    return "";
  // The outer variable stays as it is, or gets the value.
  const std::string kept = std::to_string(add(ChangeKind::hides, code_[name].line, own.name, "", outer->line));
  const std::string set = std::to_string(add(ChangeKind::hides, code_[name].line, own.name, "=", outer->line));
  const std::string id = std::to_string(begin), outer_name = "simt_outer_" + id, own_name = "simt_own_" + id;
  before(begin, "auto& " + outer_name + " = " + own.name + "; ");
  code_.replace(name, own_name);
  return " if (simt_variants::is(" + set + ")) " + outer_name + " = " + own_name + "; auto& " + own.name +
         " = simt_variants::is(" + kept + ") || simt_variants::is(" + set + ") ? " + outer_name + " : " + own_name +
         ";";
}

VariantWriter::Statement VariantWriter::body(std::size_t i, const std::vector<std::string>& resets) {
  const std::size_t first_edit = edits_.size();
  const Statement one = statement(i, resets);
  if (!one.is_simple || !is_open(one.begin) || follows_directive(one.begin)) return one;
  const std::vector<Edit> inner(edits_.begin() + static_cast<std::ptrdiff_t>(first_edit), edits_.end());
  edits_.resize(first_edit);
  guard(one);
  edits_.insert(edits_.end(), inner.begin(), inner.end());
  return one;
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

VariantWriter::Statement VariantWriter::if_statement(std::size_t i, const std::vector<std::string>& resets) {
  constexpr std::size_t longest_block = 60;  // tokens that one condition is likely to be about
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
  if (!is_constant && !is_declaration(code_, begin)) {
    const std::size_t end = code_.is(close + 1, "{") ? close + 2 : close + 1;
    const bool ends_work = is_device_ &&
                           (code_.is(end, "return") || code_.is(end, "continue") || code_.is(end, "break")) &&
                           code_.is(end + 1, ";") && is_open(begin) && has_room(1);
    if (ends_work) {
      const int variant = add(ChangeKind::surplus_end, code_[i].line, code_.text(begin, close), code_[end].text);
      before(begin, "!simt_variants::is(" + std::to_string(variant) + ") && (");
    }
    const std::size_t simple_end = plain_end(code_, close + 1, code_.size());
    const bool is_short_block = code_.is(close + 1, "{") && code_.partner(close + 1) != none &&
                                code_.partner(close + 1) - close < longest_block;
    const std::size_t guarded_end = is_short_block ? code_.partner(close + 1) : simple_end;
    if (guarded_end != none) plan_same_name(begin, close, guarded_end);
    const std::vector<std::string> outer_used = std::exchange(
        used_there_, guarded_end == none ? std::vector<std::string>{} : indices_in(close + 1, guarded_end));
    const bool outer_ends =
        std::exchange(ends_work_, is_device_ && (code_.is(end, "return") || code_.is(end, "continue")));
    condition(begin, close);
    ends_work_ = outer_ends;
    used_there_ = outer_used;
    if (ends_work) after(close - 1, ")");
  }
  const std::vector<std::string> outer_asked = std::exchange(asked_, asked_in(begin, close));
  const Statement then = body(close + 1, resets);
  asked_ = outer_asked;
  found.end = then.end;
  found.is_guarded = then.is_simple;
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

VariantWriter::Statement VariantWriter::for_statement(std::size_t i) {
  Statement found;
  found.begin = i;
  const std::size_t close = code_.partner(i + 1);
  if (close == none) {
    found.end = semicolon(code_, i);
    return found;
  }
  const std::size_t known = variables_.size();
  const std::vector<std::string> resets = loop_resets(i);
  const std::size_t outer_loops = loops_.size();
  const std::size_t begin = i + 2, first = semicolon_before(code_, begin, close);
  const std::size_t second = first == none ? none : semicolon_before(code_, first + 1, close);
  const int from_zero = second == none ? no_variant : counts_from_one(begin, first, second);
  const std::string in_variant = "simt_variants::is(" + std::to_string(from_zero) + ") ? ";
  const PiecesOfLoop pieces = second == none ? PiecesOfLoop{} : pieces_of_loop(begin, first, second, close);
  if (!pieces.start.empty()) before(pieces.value, pieces.before_start);
  if (first != none) {
    const Within within(*this, "the start of the loop");
    if (from_zero != no_variant) before(first - 1, in_variant + "0 : ");
    if (is_declaration(code_, begin)) {
      declaration(begin, first);
      if (variables_.size() > known && variables_.back().first_value == "0") loops_.push_back(variables_.back().name);
    } else {
      expression(begin, first);
    }
    if (!pieces.start.empty()) after(first - 1, pieces.start);
  }
  if (second != none) {
    const Within within(*this, "the condition of the loop");
    if (!pieces.start.empty()) before(first + 1, pieces.condition);
    if (from_zero != no_variant) {
      before(first + 1, in_variant + code_[first + 1].text + " < " + code_.text(first + 3, second) + " : ");
    }
    loop_condition(first + 1, second, outer_loops);
    if (!pieces.start.empty()) after(second - 1, ")");
  }
  if (second != none) {
    const Within within(*this, "the step of the loop");
    if (!pieces.start.empty()) before(second + 1, pieces.step);
    const std::string step = pieces.start.empty() ? offer_longer_step(i, second + 1, close) : "";
    expression(second + 1, close);
    if (!step.empty()) after(close - 1, step);
    if (!pieces.start.empty()) after(close - 1, ")");
  }
  const std::size_t outer_scaled = scaled_.size();
  if (loops_.size() > outer_loops) scale_counter(i);
  const std::size_t outer_counters = counters_.size();
  if (variables_.size() > known) {
    counters_.push_back(variables_.back().name);
    const std::size_t end_of_body = code_.is(close + 1, "{") ? code_.partner(close + 1) : semicolon(code_, close + 1);
    plan_turned_loop(variables_.back().name, i, close + 1, end_of_body);
  }
  const bool has_step = second != none && second + 3 < close && code_.is(second + 2, "+=") &&
                        code_[second + 1].kind == TokenKind::identifier && is_known_here(second + 3, close);
  if (has_step)
    steps_.push_back({code_[second + 1].text, code_.text(second + 3, next_comma(code_, second + 3, close))});
  found.end = body(close + 1, resets).end;
  if (has_step) steps_.pop_back();
  scaled_.resize(outer_scaled);
  counters_.resize(outer_counters);
  loops_.resize(outer_loops);
  variables_.resize(known);
  return found;
}

int VariantWriter::counts_from_one(std::size_t begin, std::size_t first, std::size_t second) {
  // `int j = 1; j <= n`
  const bool begins_with_one = first > begin + 2 && code_.is(first - 1, "1") && code_.is(first - 2, "=");
  const bool goes_to_end =
      first + 3 < second && code_.is(first + 1, code_[first - 3].text) && code_.is(first + 2, "<=");
  if (!begins_with_one || !goes_to_end || !is_open(begin) || !is_open(first + 1) || !has_room(1)) return no_variant;
  for (std::size_t i = first + 3; i < second; ++i) {
    if (code_.is(i, "&&") || code_.is(i, "||") || code_.is(i, "?")) return no_variant;
  }
  return add(ChangeKind::counts_from_one, code_[begin].line, code_[first + 1].text, code_.text(first + 3, second));
}

void VariantWriter::scale_counter(std::size_t loop) {
  constexpr std::size_t most = 4;
  if (!is_device_ || !is_open(loop)) return;
  std::vector<std::string> factors{"blockDim.x", "blockDim.y"};
  const std::vector<std::string> known = constants_at(loop);
  factors.insert(factors.end(), known.begin(), known.end());
  if (factors.size() > most) factors.resize(most);
  for (const std::string& factor : factors) {
    if (!has_room(1)) return;
    const std::string text = "(" + loops_.back() + " * " + factor + ")";
    scaled_.push_back({loops_.back(), text, add(ChangeKind::scaled_counter, code_[loop].line, loops_.back(), text)});
  }
}

std::vector<std::string> VariantWriter::loop_resets(std::size_t loop) {
  std::vector<std::string> resets;
  for (const Variable& variable : variables_) {
    if (variable.first_value.empty() || variable.is_parameter || variable.is_constant || !is_open(loop) || !has_room(1))
      continue;
    const int variant =
        add(ChangeKind::not_set_back, variable.line, variable.name, variable.first_value, code_[loop].line);
    resets.push_back("if (simt_variants::is(" + std::to_string(variant) + ")) " + variable.name + " = " +
                     variable.first_value + "; ");
  }
  return resets;
}

std::vector<std::string> VariantWriter::count_rounds(std::size_t i, std::size_t body, std::vector<std::string> resets) {
  if (!code_.is(body, "{") || !is_open(i) || follows_directive(i)) return resets;
  const std::string counter = "simt_round_" + std::to_string(i);
  before(i, "int " + counter + " = -1; ");
  resets.push_back("++" + counter + "; ");
  loops_.push_back(counter);
  return resets;
}

bool VariantWriter::is_fence(std::size_t i) const {
  return code_[i].kind == TokenKind::identifier && code_[i].text.starts_with("__threadfence") && code_.is(i + 1, "(") &&
         code_.is(i + 2, ")") && code_.is(i + 3, ";");
}

int VariantWriter::offer_other_side_of_fence(const Statement& one, std::size_t close) {
  constexpr std::size_t length = 4;  // "__threadfence", "(", ")", ";"
  const std::size_t fence = one.end + 1, then = fence + length;
  if (!is_device_ || is_slow_ || is_fence(one.begin) || then >= close || !is_fence(fence)) return 0;
  const std::size_t end = plain_end(code_, then, close);
  const bool can_change = is_open(then) && !follows_directive(then) && !follows_directive(fence) && has_room(1);
  if (end == none || is_fence(then) || !can_change) return 0;
  const std::string other = code_.text(then, end);
  const int variant =
      add(ChangeKind::order, code_[one.begin].line, code_.text(one.begin, one.end), other, code_[then].line);
  before(one.begin, "if (simt_variants::is(" + std::to_string(variant) + ")) { " + other + "; } else { ");
  return variant;
}

std::size_t VariantWriter::block(std::size_t open, const std::vector<std::string>& resets) {
  const std::size_t close = code_.partner(open);
  const std::size_t known = variables_.size();
  for (const std::string& reset : resets) after(open, reset);
  std::size_t i = open + 1;
  Statement last;
  int moved = 0;                   // the variant that moves the last statement behind the one at hand
  Statement exchanged_one;         // the statement before a fence
  int pending = 0, exchanged = 0;  // the variant in which it and the one behind the fence change places
  while (i < close) {
    // Which statement this is, is known when it has been read; edits before it must come first.
    const std::size_t first_edit = edits_.size();
    is_in_block_ = true;
    if (is_device_) plan_exchanged_stores(i, close);
    const Statement one = statement(i, {});
    std::vector<Edit> inner(edits_.begin() + static_cast<std::ptrdiff_t>(first_edit), edits_.end());
    edits_.resize(first_edit);
    const bool is_movable = one.is_simple || one.is_guarded;
    const bool can_insert = is_open(one.begin) && !follows_directive(one.begin) && !is_label(code_, one.begin);
    if (can_insert && has_room(1)) insert_wait(one.begin);
    const bool is_case = code_.is(one.begin, "case") || code_.is(one.begin, "default");
    const bool follows_statement = last.end != 0 && !code_.is(last.end, ":") && !code_.is(last.begin, "break");
    if (is_case && follows_statement && is_open(one.begin) && !follows_directive(one.begin) && has_room(1)) {
      const int variant = add(ChangeKind::lacks_break, code_[last.end].line, "", "break;", code_[one.begin].line);
      before(one.begin, "if (simt_variants::is(" + std::to_string(variant) + ")) break; ");
    }
    int moves = 0;
    const std::size_t then = one.end + 1;
    if (is_movable && can_insert && then < close && is_open(then) && !follows_directive(then) && has_room(1)) {
      const std::size_t end = plain_end(code_, then, close);
      if (end != none) {
        moves = add(ChangeKind::order, code_[one.begin].line, code_.text(one.begin, one.end), code_.text(then, end),
                    code_[then].line);
        before(one.begin, "if (!simt_variants::is(" + std::to_string(moves) + ")) { ");
      }
    }
    const int over_fence = is_movable && can_insert ? offer_other_side_of_fence(one, close) : 0;
    const int comes_here = std::exchange(exchanged, 0);
    if (comes_here != 0) before(one.begin, "if (!simt_variants::is(" + std::to_string(comes_here) + ")) { ");
    std::string behind;  // what another place has behind the same call
    for (auto [at, last_at] = lacking_.equal_range(one.begin); at != last_at && can_insert; ++at) {
      if (!is_known_here(at->second.begin, at->second.end) || !has_room(1)) continue;
      const Beside& lacking = at->second;
      const std::string text = code_.text(lacking.begin, lacking.end);
      const int variant = add(ChangeKind::lacks_statement, code_[one.begin].line, text,
                              lacking.is_behind ? "behind" : "before", code_[lacking.begin].line);
      const std::string insert = "if (simt_variants::is(" + std::to_string(variant) + ")) { " + text + "; } ";
      if (lacking.is_behind) {
        behind += " " + insert;
      } else {
        before(one.begin, insert);
      }
    }
    if (const auto outside = outside_.find(one.begin); outside != outside_.end() && can_insert) {
      before(one.begin, "if (!simt_variants::only(" + outside->second + ")) ");
    }
    if (one.is_simple && can_insert) guard(one);
    if (one.is_simple && can_insert) offer_wider_barrier(one);
    edits_.insert(edits_.end(), inner.begin(), inner.end());
    if (!behind.empty()) after(one.end, behind);
    if (comes_here != 0) {
      after(one.end, " } else { " + code_.text(exchanged_one.begin, exchanged_one.end + 1) + " }");
    }
    if (over_fence != 0) {
      after(one.end, " }");
      exchanged_one = one;
    }
    if (moves != 0) after(one.end, " }");
    if (moved != 0) {
      after(one.end,
            " if (simt_variants::is(" + std::to_string(moved) + ")) { " + code_.text(last.begin, last.end + 1) + " }");
    }
    if (is_fence(one.begin)) exchanged = pending;
    pending = over_fence;
    moved = moves;
    last = one;
    i = one.end + 1;
  }
  const bool goes_on = last.end != 0 && !code_.is(last.begin, "return") && !code_.is(last.begin, "break") &&
                       !code_.is(last.begin, "continue") && !code_.is(last.begin, "goto");
  if (is_device_ && goes_on && is_open(last.end) && !follows_directive(close) && has_room(1)) {
    const int variant = add(ChangeKind::lacks_barrier, code_[last.end].line, "", "behind");
    after(last.end, " if (simt_variants::is(" + std::to_string(variant) + ")) __syncthreads();");
  }
  variables_.resize(known);
  return close;
}

bool VariantWriter::is_known_here(std::size_t begin, std::size_t end) const {
  for (std::size_t i = begin; i < end; ++i) {
    const bool is_member = i > 0 && (code_.is(i - 1, ".") || code_.is(i - 1, "->"));
    if (code_[i].kind != TokenKind::identifier || is_member) continue;
    if (find(code_[i].text) == nullptr && !is_one_of(code_[i].text, places) && !is_constant_name(code_[i].text))
      return false;
  }
  return true;
}

void VariantWriter::plan_missing_statements(std::size_t open, std::size_t close) {
  // Statements in their order; one that is neither simple nor a call is empty.
  std::vector<Beside> all;
  const auto is_call = [&](const Beside& one) {
    return one.end > one.begin && code_[one.begin].kind == TokenKind::identifier && code_.is(one.begin + 1, "(") &&
           code_.partner(one.begin + 1) == one.end - 1;
  };
  const auto is_step = [&](const Beside& one) {
    bool is_one = false;
    for (std::size_t i = one.begin; i < one.end; ++i) {
      const bool is_combined = is_assignment(code_, i) && !code_.is(i, "=");
      is_one = is_one || is_combined || code_.is(i, "++") || code_.is(i, "--");
      if (code_.is(i, "(") || code_.is(i, "[")) return false;
    }
    return is_one;
  };
  for (std::size_t i = open + 1; i < close; ++i) {
    const bool is_begin = code_.is(i - 1, ";") || code_.is(i - 1, "{") || code_.is(i - 1, "}");
    const std::size_t end = is_begin && !code_.is(i, "if") ? plain_end(code_, i, close) : none;
    if (end == none) {
      if (is_begin) all.push_back({});
      continue;
    }
    all.push_back({i, end});
    i = end;
  }
  const auto text = [&](const Beside& one) { return code_.text(one.begin, one.end); };
  const auto has_beside = [&](std::size_t k, bool is_behind, const std::string& step) {
    const std::size_t other = is_behind ? k + 1 : k - 1;
    return (is_behind ? other < all.size() : k > 0) && text(all[other]) == step;
  };
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (!is_call(all[k])) continue;
    for (const bool is_behind : {false, true}) {
      if (is_behind ? k + 1 >= all.size() : k == 0) continue;
      Beside step = all[is_behind ? k + 1 : k - 1];
      if (step.end == 0 || !is_step(step)) continue;
      step.is_behind = is_behind;
      for (std::size_t other = 0; other < all.size(); ++other) {
        const bool is_same = other != k && is_call(all[other]) && text(all[other]) == text(all[k]);
        if (is_same && !has_beside(other, false, text(step)) && !has_beside(other, true, text(step)))
          lacking_.emplace(all[other].begin, step);
      }
    }
  }
}

bool VariantWriter::follows_directive(std::size_t i) const {
  const int from = i == 0 ? 0 : code_[i - 1].line;
  const auto found = directive_lines_.lower_bound(from);
  return found != directive_lines_.end() && *found <= code_[i].line;
}

void VariantWriter::insert_wait(std::size_t i) {
  if (is_device_) {
    before(i, "if (simt_variants::is(" + std::to_string(add(ChangeKind::lacks_barrier, code_[i].line, "", "")) +
                  ")) __syncthreads(); ");
  } else {
    before(i, "if (simt_variants::is(" + std::to_string(add(ChangeKind::lacks_wait, code_[i].line, "", "")) +
                  ")) cudaDeviceSynchronize(); ");
  }
}

void VariantWriter::declaration(std::size_t begin, std::size_t end) {
  sign_variant_ = 0;
  statement_begin_ = begin;
  statement_end_ = end;
  plan_exchanges_here(begin, end);
  plan_turned_threads(begin, end, begin);
  bool is_plain = false;  // nothing in it may be changed
  std::size_t name = none;
  for (std::size_t i = begin; i < end && name == none; ++i) {
    if (code_.is(i, "constexpr") || code_.is(i, "using") || code_.is(i, "typedef") || code_.is(i, "struct") ||
        code_.is(i, "extern"))
      is_plain = true;
    if (code_.is(i, "<")) {  // template arguments
      int depth = 0;
      for (; i < end; ++i) {
        depth += code_.is(i, "<") ? 1 : code_.is(i, ">") ? -1 : 0;
        if (depth == 0) break;
      }
      continue;
    }
    if (code_[i].kind == TokenKind::identifier && i + 1 <= end &&
        (code_.is(i + 1, "=") || code_.is(i + 1, ";") || code_.is(i + 1, ",") || code_.is(i + 1, "[") ||
         code_.is(i + 1, "(") || code_.is(i + 1, "{") || i + 1 == end) &&
        i > begin)
      name = i;
  }
  if (name == none) return;
  const std::size_t type_end = name;
  if (is_device_ && code_.is(begin, "__shared__")) offer_larger(begin, end, name);
  const bool is_truth = code_.is(type_end - 1, "bool");
  while (name < end) {
    const std::size_t stop = next_comma(code_, name, end);
    std::size_t value = name + 1;
    while (code_.is(value, "[") && code_.partner(value) != none) value = code_.partner(value) + 1;
    if (!is_plain && value < stop) {
      const Within within(*this, where_.empty() ? "the value of " + code_[name].text : where_);
      const bool is_list = code_.is(value, "{") || (code_.is(value, "=") && code_.is(value + 1, "{"));
      if (code_.is(value, "=") && !is_list) {
        const bool is_of_block = offer_thread(begin, value, stop);
        if (is_truth) {
          condition(value + 1, stop);
        } else if (!(code_.is(begin, "const") && is_for_dimensions(code_, value + 1, stop))) {
          const bool is_narrow = name == type_end && stop == end && offer_wider(begin, name, end);
          std::string tail = is_one_of(code_[type_end - 1].text, integers) ? offer_other_sums(value + 1, stop) : "";
          if (is_one_of(code_[type_end - 1].text, integers)) tail = offer_neighbours(value + 1, stop) + tail;
          if (code_.is(type_end - 1, "float") || code_.is(type_end - 1, "double")) {
            const std::string of_warps = offer_number_of_warps(code_[name].text, value + 1, stop);
            tail = offer_zero_first(code_[name].text, value + 1, stop) + of_warps;
          }
          expression(value + 1, stop);
          if (!tail.empty()) after(stop - 1, tail);
          if (is_narrow) after(stop - 1, ")");
        }
        if (is_of_block) after(stop - 1, ", threadIdx.x)");
      } else if (const std::size_t list = code_.is(value, "=") ? value + 1 : value;
                 is_list && code_.partner(list) != none) {
        const bool is_array = code_.is(name + 1, "[");
        const Within within(*this, (is_array ? "the list " : "the value of ") + code_[name].text);
        values(list + 1, code_.partner(list));
      } else if (code_.is(value, "(") && code_.partner(value) != none) {
        arguments(value, code_.partner(value));
      }
    }
    declare(begin, type_end, name, false);
    begin_with_zero(is_plain, name, stop);
    name = stop + 1;
    while (name < end && (code_.is(name, "*") || code_.is(name, "&"))) ++name;
  }
}

bool VariantWriter::offer_wider(std::size_t begin, std::size_t name, std::size_t end) {
  constexpr std::array<std::string_view, 8> narrow{"short",  "char",    "uint8_t",  "uint16_t",
                                                   "int8_t", "int16_t", "unsigned", "signed"};
  std::size_t type = begin;
  while (type < name && (code_.is(type, "const") || code_.is(type, "static"))) ++type;
  bool is_small = false, is_plain = is_open(begin) && has_room(1) && !follows_directive(begin);
  for (std::size_t i = type; i < name; ++i) {
    is_small = is_small || (is_one_of(code_[i].text, narrow) && !code_.is(i, "unsigned") && !code_.is(i, "signed"));
    is_plain = is_plain && (is_one_of(code_[i].text, narrow) || code_.is(i, "int"));
  }
  // What an element holds has the element's type. What changes later would be cut off then, too.
  for (std::size_t i = name + 2; i < end; ++i) is_plain = is_plain && !code_.is(i, "[");
  for (std::size_t i = end; i < code_.size() && code_[i].line <= function_->last_line; ++i) {
    is_plain = is_plain && !(code_.is(i, code_[name].text) && is_changed(code_, i, i));
  }
  if (!is_small || !is_plain) return false;
  const std::string own = code_.text(type, name);
  const int variant = add(ChangeKind::narrow_type, code_[name].line, code_[name].text, "int");
  list_.back().where = own;
  for (std::size_t i = type; i < name; ++i) {
    code_.replace(i, i == type ? "int" : "");
  }
  before(name + 2, "simt_variants::narrow<" + own + ">(" + std::to_string(variant) + ", ");
  return true;
}

void VariantWriter::offer_larger(std::size_t begin, std::size_t end, std::size_t name) {
  std::vector<std::string> extents;
  std::size_t i = name + 1;
  for (; code_.is(i, "[") && code_.partner(i) != none; i = code_.partner(i) + 1) {
    extents.push_back(code_.text(i + 1, code_.partner(i)));
  }
  const bool is_array = i == end && !extents.empty() && extents.size() <= 3 && !extents.front().empty();
  if (!is_array || name != begin + 2 || !is_open(begin) || follows_directive(begin) || !has_room(extents.size()))
    return;
  // It becomes a pointer, or an array of pointers, which is the same where elements are used. Beside an array whose
  // size a launch gives, it might not fit.
  for (std::size_t k = 0; k < code_.size(); ++k) {
    if (code_[k].line < function_->first_line || code_[k].line > function_->last_line) continue;
    const bool is_use = k >= end && code_.is(k, code_[name].text);
    if (code_.is(k, "extern") || (is_use && !code_.is(k + 1, "["))) return;
    // A plane by itself is no array then.
    const std::size_t close = is_use ? code_.partner(k + 1) : none;
    if (is_use && extents.size() == 3 && (close == none || !code_.is(close + 1, "["))) return;
  }
  const std::string text = code_.text(name, end), type = code_[begin + 1].text, own_name = code_[name].text;
  const std::string id = std::to_string(begin), own = "simt_small_" + id, larger = "simt_large_" + id;
  const std::string more = std::to_string(add(ChangeKind::too_small, code_[name].line, text, "more"));
  code_.replace(name, own);
  const std::string room = "simt_variants::times_larger<sizeof " + own + ">";
  std::string all = " __shared__ " + type + " " + larger + "[" + room + " > 1 ? " + room + " * sizeof " + own +
                    " / sizeof(" + type + ") : 1]; ";
  if (extents.size() == 1) {
    all += type + "* const " + own_name + " = simt_variants::is(" + more + ") && " + room + " > 1 ? " + larger + " : " +
           own + ";";
  } else {
    const std::string wider = std::to_string(add(ChangeKind::too_small, code_[name].line, text, "wider"));
    std::string is_wider = "simt_variants::is(" + wider + ")", longer, is_longer;
    if (is_slow_ && has_room(1)) {
      is_longer =
          "simt_variants::is(" + std::to_string(add(ChangeKind::row_length, code_[name].line, text, "+ 1")) + ")";
      longer = " + (" + is_longer + " && " + room + " > 1 ? 1 : 0)";
      is_longer = " || " + is_longer;
    }
    const bool has_planes = extents.size() == 3;
    all += std::string("const simt_variants::") + (has_planes ? "planes<" : "rows<") + type + "> " + own_name +
           "{(simt_variants::is(" + more + ") || " + is_wider + is_longer + ") && " + room + " > 1 ? " + larger +
           " : " + own + (has_planes ? "[0][0], (" + extents[1] + ")" : "[0]") + ", (" + extents.back() + ") * (" +
           is_wider + " ? " + room + " : 1)" + longer + "};";
  }
  after(end, all);
}

bool VariantWriter::offer_thread(std::size_t begin, std::size_t value, std::size_t stop) {
  bool has_block = false, has_thread = false;
  for (std::size_t i = value + 1; i < stop; ++i) {
    has_block = has_block || code_.is(i, "blockIdx");
    has_thread = has_thread || code_.is(i, "threadIdx") || code_.is(i, "?") || code_.is(i, "<");
  }
  const bool is_number = is_one_of(code_[begin].text, integers) || is_one_of(code_[begin + 1].text, integers);
  if (!is_device_ || !has_block || has_thread || !is_number || !is_open(value + 1) || !has_room(1)) return false;
  const std::string text = code_.text(value + 1, stop);
  before(value + 1, "simt_variants::plus(" +
                        std::to_string(add(ChangeKind::lacks_term, code_[value].line, text, "+ threadIdx.x")) + ", ");
  return true;
}

std::string VariantWriter::offer_zero_first(const std::string& name, std::size_t begin, std::size_t end) {
  const std::string text = code_.text(begin, end);
  if (!is_device_ || is_slow_ || text.find('[') == std::string::npos || !is_open(begin) || !has_room(1)) return "";
  const bool is_sum = std::any_of(index_.assignments.begin(), index_.assignments.end(), [&](const auto& one) {
    return one.is_combined && one.name == name && one.line > code_[begin].line && one.line <= function_->last_line;
  });
  if (!is_sum) return "";
  const int variant = add(ChangeKind::first_value, code_[begin].line, text, "0");
  before(begin, "simt_variants::any(" + std::to_string(variant) + ", ");
  return ", 0)";
}

void VariantWriter::begin_with_zero(bool is_plain, std::size_t name, std::size_t stop) {
  const TypeClass kind = variables_.back().kind;
  const bool is_number = kind == TypeClass::integer || kind == TypeClass::real;
  if (!is_plain && is_number && name + 1 == stop && is_open(name)) after(name, "{}");
}

void VariantWriter::offer_zeros(std::size_t begin, std::size_t end, std::size_t known) {
  const bool has_value = code_.text(begin, end).find_first_of("={") != std::string::npos;
  const bool is_kept = code_.is(begin, "__shared__") || code_.is(begin, "extern") || code_.is(begin, "static");
  if (!is_device_ || has_value || is_kept || !is_open(begin) || follows_directive(begin)) return;
  for (std::size_t k = known; k < variables_.size(); ++k) {
    const Variable& one = variables_[k];
    if (one.kind != TypeClass::array || one.extents.empty() || !has_room(1)) continue;
    const int variant = add(ChangeKind::no_first_value, one.line, one.name, "0");
    after(end, " if (simt_variants::is(" + std::to_string(variant) + ")) __builtin_memset((void*)&" + one.name +
                   ", 0, sizeof(" + one.name + "));");
  }
}

void VariantWriter::simple(std::size_t begin, std::size_t end) {
  sign_variant_ = 0;
  statement_begin_ = begin;
  statement_end_ = end;
  plan_line_terms(begin, end);
  plan_equal_indices(begin, end);
  plan_exchanges_here(begin, end);
  plan_turned_threads(begin, end, begin);
  // Of a launch, what it is given may be right, and only its grid turned.
  for (std::size_t i = begin; i < end && !is_device_; ++i) {
    if (!code_.is(i, "<<<")) continue;
    const Within within(*this, "the numbers of the launch");
    plan_exchanges_here(i + 1, std::min(end, next_comma(code_, i + 1, end)));
  }
  plan_other_sides(begin, end);
  std::size_t sign = none;
  for (std::size_t i = begin; i < end && sign == none; ++i) {
    if (code_.opens(i) && code_.partner(i) != none) {
      i = code_.partner(i);
      continue;
    }
    if (is_assignment(code_, i)) sign = i;
  }
  if (sign == none) return expression(begin, end);
  const bool sets = code_.is(sign, "=");
  bool has_second = false;
  for (std::size_t i = sign + 1; i < end; ++i) has_second = has_second || code_.is(i, "=");
  const std::vector<std::string_view> others = other_signs(code_[sign].text, /*is_name=*/begin + 1 == sign);
  const bool is_either = !others.empty() && !has_second && is_open(sign) && is_open(begin) && has_room(others.size());
  if (is_either) {
    const Within within(*this, code_[sign].text);
    std::string signs = sign_number(code_[sign].text);
    const int first = next();
    for (const std::string_view other : others) {
      add(ChangeKind::assignment, code_[sign].line, code_.text(begin, sign), std::string(other));
      signs += ", " + sign_number(other);
    }
    before(begin, "simt_variants::assign<" + signs + ">(" + std::to_string(first) + ", ");
    code_.replace(sign, ",");
  }
  if (begin + 1 < sign) parts(begin, sign);  // a plain name stays
  const bool divides = code_.is(sign, "/=") || code_.is(sign, "%=");
  if (divides) before(sign + 1, "simt_variants::divisor(");
  const bool may_be_zero = sets && !has_second && begin_zero(begin, sign);
  const bool is_name = sets && !has_second && begin + 1 == sign;
  const std::string of_warps = is_name ? offer_number_of_warps(code_[begin].text, sign + 1, end) : "";
  {
    // `description.normalizedCoords = 1`
    const bool is_member = sets && sign > begin + 1 && code_.is(sign - 2, ".");
    const Within within(*this, is_member ? "the value of " + code_[sign - 1].text : where_);
    // `start += ROWS * height`
    const Variable* const place = begin + 1 == sign ? find(code_[begin].text) : nullptr;
    const bool is_place =
        place != nullptr && (place->kind == TypeClass::integer || (place->kind == TypeClass::pointer && !sets));
    const std::string other_sums = is_place && !has_second ? offer_other_sums(sign + 1, end) : "";
    const bool has_sign = sets && !has_second && offer_other_sign(begin, sign, end);
    expression(sign + 1, end);
    if (!other_sums.empty()) after(end - 1, other_sums);
    if (has_sign) after(end - 1, ")");
  }
  if (!of_warps.empty()) after(end - 1, of_warps);
  if (may_be_zero) end_zero(end);
  if (divides) after(end - 1, ")");
  if (is_either) before(end, ")");
}

std::string VariantWriter::offer_longer_step(std::size_t loop, std::size_t begin, std::size_t end) {
  const bool is_behind = code_[begin].kind == TokenKind::identifier;
  const std::string counter = is_behind ? code_[begin].text : code_[end - 1].text;
  if (is_slow_ || !is_device_ || !is_open(begin)) return "";
  if (code_.text(begin, end) != (is_behind ? counter + " + +" : "+ +" + counter) &&
      code_.text(begin, end) != (is_behind ? counter + "++" : "++" + counter))
    return "";
  std::vector<std::string> steps{"2"};
  const std::string start = code_.text(loop, begin);
  if (start.find("threadIdx.x") != std::string::npos) steps.emplace_back("blockDim.x");
  if (start.find("threadIdx.y") != std::string::npos) steps.emplace_back("blockDim.y");
  std::string tail;
  for (const std::string& step : steps) {
    if (!has_room(1)) break;
    const int variant = add(ChangeKind::longer_step, code_[begin].line, counter, step);
    before(begin, "simt_variants::is(" + std::to_string(variant) + ") ? (void)(" + counter + " = " + counter + " + " +
                      step + ") : (void)(");
    tail += ")";
  }
  return tail;
}

bool VariantWriter::offer_other_sign(std::size_t begin, std::size_t sign, std::size_t end) {
  const Variable* const array = code_[begin].kind == TokenKind::identifier ? find(code_[begin].text) : nullptr;
  const bool is_real = array != nullptr && (array->type.find("float ") != std::string::npos ||
                                            array->type.find("double ") != std::string::npos);
  const std::size_t value = sign + 1;
  if (!is_device_ || is_slow_ || !is_real || !code_.is(begin + 1, "[") || code_.is(value, "{") || !is_open(value) ||
      !has_room(1))
    return false;
  const bool is_negative = code_.is(value, "-");
  const int variant = add(ChangeKind::negated, code_[value].line, code_.text(value, end), is_negative ? "" : "-");
  before(value, "simt_variants::negated(" + std::to_string(variant) + ", ");
  return true;
}

void VariantWriter::plan_other_sides(std::size_t begin, std::size_t end) {
  other_sides_.clear();
  const std::size_t left = begin + 1, left_end = code_.is(left, "[") ? code_.partner(left) : none;
  if (left_end == none || !code_.is(left_end + 1, "=")) return;
  const std::size_t right = left_end + 3, right_end = code_.is(right, "[") ? code_.partner(right) : none;
  if (right_end == none || right_end + 1 != end) return;
  const std::string of_left = code_.text(left + 1, left_end), of_right = code_.text(right + 1, right_end);
  if (of_left == of_right || !is_known_here(left + 1, left_end) || !is_known_here(right + 1, right_end)) return;
  other_sides_ = {{left, of_right}, {right, of_left}};
}

std::string VariantWriter::offer_number_of_warps(const std::string& name, std::size_t begin, std::size_t end) {
  const Variable* const array = end > begin + 3 && code_.is(begin + 1, "[") ? find(code_[begin].text) : nullptr;
  const bool is_element = array != nullptr && array->kind == TypeClass::array && code_.partner(begin + 1) + 1 == end;
  if (!is_device_ || is_slow_ || !is_element || !is_open(begin) || !has_room(1)) return "";
  const std::string index = code_.text(begin + 2, end - 1);
  const std::vector<std::string> known = lanes();
  const bool is_lane = std::find(known.begin(), known.end(), index) != known.end();
  if (!is_lane && index != "threadIdx.x") return "";
  const std::string condition = index + " < blockDim.x / 32";
  const int variant = add(ChangeKind::lacks_zero, code_[begin].line, name, condition);
  // What no thread has stored is not read.
  before(begin, "(simt_variants::is(" + std::to_string(variant) + ") && int(" + index +
                    ") >= int(blockDim.x * blockDim.y * blockDim.z + 31) / 32 ? decltype(" + code_.text(begin, end) +
                    " + 0)(0) : ");
  return ")";
}

bool VariantWriter::begin_zero(std::size_t begin, std::size_t sign) {
  const Variable* const array = find(code_[begin].text);
  const bool is_element = is_device_ && code_.is(begin + 1, "[") && array != nullptr && array->kind == TypeClass::array;
  const std::vector<std::string> conditions = guards();
  if (!is_element || !is_open(sign) || !has_room(conditions.size())) return false;
  before(sign + 1, "simt_variants::zero_unless(" + std::to_string(next()) + ", ");
  for (const std::string& condition : conditions) {
    add(ChangeKind::lacks_zero, code_[begin].line, code_[begin].text, condition);
  }
  return true;
}

void VariantWriter::end_zero(std::size_t end) {
  std::string conditions;
  for (const std::string& condition : guards()) conditions += ", " + condition;
  after(end - 1, conditions + ")");
}

}  // namespace simt::detail
