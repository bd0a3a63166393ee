// Changes that come of what the rest of a function says: another line computes a place from the same numbers in another
// way, what gets a value depends on a counter that the value does not depend on, and a length leaves out where its
// piece begins. And macros, which are pasted as text.

#include <algorithm>
#include <cstdlib>

#include "simt/translate/variants/syntax.hpp"
#include "simt/translate/variants/writer.hpp"

namespace simt::detail {

std::set<std::string> VariantWriter::names_in(std::size_t begin, std::size_t end) const {
  std::set<std::string> names;
  for (std::size_t i = begin; i < end; ++i) {
    const bool is_member = i > begin && (code_.is(i - 1, ".") || code_.is(i - 1, "->"));
    if (code_[i].kind != TokenKind::identifier || is_constant_name(code_[i].text) || is_member) continue;
    const bool has_member = i + 2 < end && (code_.is(i + 1, ".") || code_.is(i + 1, "->"));
    names.insert(has_member ? code_.text(i, i + 3) : code_[i].text);
  }
  return names;
}

void VariantWriter::plan_sums(std::size_t open, std::size_t close) {
  sums_.clear();
  const auto is_part = [&](std::size_t i) {
    return code_[i].kind == TokenKind::identifier || code_[i].kind == TokenKind::number || code_.is(i, ".") ||
           code_.is(i, "+") || code_.is(i, "*") || code_.is(i, "/") || code_.is(i, "%");
  };
  for (std::size_t i = open + 1; i < close; ++i) {
    if (!code_.is(i, "+")) continue;
    std::size_t begin = i, end = i;
    while (begin > open + 1 && is_part(begin - 1)) --begin;
    while (end < close && is_part(end)) ++end;
    i = end;
    const bool is_whole = !code_.is(begin - 1, ")") && !code_.is(begin - 1, "-") && !code_.is(begin - 1, "]") &&
                          !code_.is(begin - 1, ">") && !code_.is(end, "(") && !code_.is(end, "[") &&
                          !code_.is(end, "->");
    const std::string text = code_.text(begin, end);
    const bool is_known =
        std::any_of(sums_.begin(), sums_.end(), [&](const KnownSum& one) { return one.text == text; });
    if (is_whole && !is_known && begin < end) sums_.push_back({begin, end, text, names_in(begin, end)});
  }
}

std::string VariantWriter::offer_divided_elsewhere(std::size_t begin, std::size_t end) {
  // `(r * sensors + first) / BURST`, where another line has `place / BURST`, and `place` is such a sum as well
  constexpr std::size_t most = 2;
  const std::string& divisor = code_[end + 2].text;
  const std::set<std::string> own = names_in(begin, end);
  std::string tail;
  std::set<std::string> offered;
  for (std::size_t k = 1; k + 2 < code_.size() && offered.size() < most && !is_slow_; ++k) {
    const bool is_divided = function_->has(code_[k].line) && (code_.is(k + 1, "/") || code_.is(k + 1, "%")) &&
                            code_.is(k + 2, divisor) && !code_.is(k - 1, ".") && !code_.is(k - 1, "->");
    const Variable* const other = is_divided && code_[k].kind == TokenKind::identifier ? find(code_[k].text) : nullptr;
    if (other == nullptr || other->kind != TypeClass::integer || other->start == 0 || own.contains(other->name))
      continue;
    const std::set<std::string> names = names_in(other->start, other->start_end);
    const bool is_alike = std::any_of(own.begin(), own.end(), [&](const auto& one) { return names.contains(one); });
    if (!is_alike || !is_open(begin) || !has_room(1) || !offered.insert(other->name).second) continue;
    const int variant =
        add(ChangeKind::other_form, code_[begin].line, code_.text(begin, end), other->name, code_[k].line);
    before(begin, "simt_variants::any(" + std::to_string(variant) + ", ");
    tail = ", " + other->name + ")" + tail;
  }
  return tail;
}

std::string VariantWriter::offer_other_forms(std::size_t begin, const std::vector<Product>& sum) {
  constexpr std::size_t most = 3, least_names = 2;
  std::string tail;
  if (is_slow_ || sum.size() < 2) return tail;
  std::size_t offered = 0;
  for (const KnownSum& other : sums_) {
    if (other.names.size() < least_names || offered == most || !is_open(begin) || !has_room(1)) continue;
    std::vector<Product> same, rest;
    std::set<std::string> names;
    for (const Product& term : sum) {
      const std::set<std::string> own = names_in(term.front().begin, term.back().end);
      const bool is_of_it =
          !own.empty() && std::includes(other.names.begin(), other.names.end(), own.begin(), own.end());
      (is_of_it ? same : rest).push_back(term);
      if (is_of_it) names.insert(own.begin(), own.end());
    }
    const std::string here = sum_text(same);
    if (names != other.names || same.size() < 2 || here == other.text || !is_known_here(other.begin, other.end) ||
        read_sum(other.begin, other.end).empty())
      continue;
    const int variant = add(ChangeKind::other_form, code_[begin].line, here, other.text, code_[other.begin].line);
    before(begin, "simt_variants::any(" + std::to_string(variant) + ", ");
    tail = ", " + (rest.empty() ? "" : sum_text(rest) + " + ") + other.text + ")" + tail;
    ++offered;
  }
  return tail;
}

std::string VariantWriter::with_rule_of(const KnownSum& other, const Product& of_thread, const Product& counted) const {
  const auto only_name = [&](const Product& term) {
    if (term.empty()) return std::string();
    const std::set<std::string> names = names_in(term.front().begin, term.back().end);
    return names.size() == 1 ? *names.begin() : std::string();
  };
  const std::string thread = only_name(of_thread), counter = only_name(counted);
  const bool is_counter = std::find(counters_.begin(), counters_.end(), counter) != counters_.end();
  const bool is_of_loop = std::find(counters_.begin(), counters_.end(), thread) != counters_.end();
  // Names of it may be of another loop.
  std::vector<Product> terms(1);
  for (std::size_t i = other.begin; i < other.end; ++i) {
    if (code_.is(i, "/") || code_.is(i, "%") || code_.is(i, ".")) return "";
    if (code_.is(i, "+")) terms.emplace_back();
    if (code_[i].kind != TokenKind::punctuation) terms.back().push_back({i, i + 1});
  }
  if (!is_counter || is_of_loop || thread.empty() || terms.size() != 2 || other.names.size() != 2) return "";
  const bool is_first = only_name(terms[0]) == thread;
  const Product &same = terms[is_first ? 0 : 1], &rest = terms[is_first ? 1 : 0];
  const std::string replaced = only_name(rest);
  // `for (int i = …`
  bool is_counted_there = false;
  for (std::size_t i = 0; i + 3 < code_.size(); ++i) {
    is_counted_there = is_counted_there || (code_.is(i, "for") && code_.is(i + 3, replaced));
  }
  if (only_name(same) != thread || !is_counted_there) return "";
  std::string text;
  for (const Range& factor : rest) {
    const bool is_it = factor.begin + 1 == factor.end && code_.is(factor.begin, replaced);
    text += (text.empty() ? "" : " * ") + (is_it ? counter : code_.text(factor.begin, factor.end));
  }
  // Where the thread's number has a factor in both, or in none, the rule is the same.
  return (same.size() == 1) == (of_thread.size() == 1) ? "" : text_of(same) + " + " + text;
}

std::string VariantWriter::offer_rules(std::size_t begin, const std::vector<Product>& sum) {
  constexpr std::size_t most = 2;
  std::string tail;
  if (is_slow_ || !is_device_) return tail;
  std::set<std::string> offered;
  for (const KnownSum& other : sums_) {
    for (std::size_t a = 0; a < sum.size(); ++a) {
      for (std::size_t b = 0; b < sum.size(); ++b) {
        const std::string text = a == b ? "" : with_rule_of(other, sum[a], sum[b]);
        if (text.empty() || offered.size() == most || !offered.insert(text).second || !is_open(begin) || !has_room(1))
          continue;
        std::vector<Product> rest;
        for (std::size_t k = 0; k < sum.size(); ++k) {
          if (k != a && k != b) rest.push_back(sum[k]);
        }
        const int variant =
            add(ChangeKind::other_form, code_[begin].line, sum_text({sum[a], sum[b]}), text, code_[other.begin].line);
        before(begin, "simt_variants::any(" + std::to_string(variant) + ", ");
        tail = ", " + (rest.empty() ? "" : sum_text(rest) + " + ") + text + ")" + tail;
      }
    }
  }
  return tail;
}

std::vector<std::string> VariantWriter::counters_of_target() const {
  std::vector<std::string> found;
  const std::size_t open = statement_begin_ + 1, end = code_.is(open, "[") ? code_.partner(open) : none;
  if (end == none || end >= statement_end_) return found;
  const std::set<std::string> stored = names_in(open + 1, end), used = names_in(end + 1, statement_end_);
  for (const std::string& counter : counters_) {
    if (stored.contains(counter)) found.push_back(counter);
  }
  return found;
}

std::string VariantWriter::offer_counters(std::size_t begin, std::size_t end) {
  std::string tail;
  std::size_t sign = none;
  for (std::size_t i = begin; i < end; ++i) {
    if (code_.opens(i) && code_.partner(i) != none) i = code_.partner(i);
    if (code_.is(i, "/") || code_.is(i, "%")) sign = i;
    if (code_.is(i, "+") || code_.is(i, "-")) return tail;
  }
  if (sign == none || is_slow_ || !is_device_) return tail;
  const std::set<std::string> own = names_in(begin, end);
  for (const std::string& counter : counters_of_target()) {
    if (own.contains(counter) || !is_open(begin) || !has_room(1)) continue;
    const int variant = add(ChangeKind::lacks_addend, code_[begin].line, code_.text(begin, end), "+ " + counter);
    before(begin, "simt_variants::any(" + std::to_string(variant) + ", ");
    tail = ", (" + code_.text(begin, sign) + " + " + counter + ") " + code_.text(sign, end) + ")" + tail;
  }
  return tail;
}

std::vector<std::string> VariantWriter::firsts_of_pieces() const {
  constexpr std::size_t most = 2;
  std::vector<std::string> found;
  for (auto step = steps_.rbegin(); step != steps_.rend() && found.size() < most; ++step)
    found.push_back(step->counter);
  // `while (done < n) { …; done += length; }`
  for (auto one = variables_.rbegin(); one != variables_.rend() && found.size() < most; ++one) {
    if (one->kind == TypeClass::integer && one->first_value == "0" && can_continue_ && is_stepped(one->name))
      found.push_back(one->name);
  }
  for (auto one = variables_.rbegin(); one != variables_.rend() && found.size() < most; ++one) {
    const bool is_of_block = !one->turned.empty() && one->turned.find("threadIdx") == std::string::npos;
    if (is_of_block && !one->is_parameter && is_offset(one->name)) found.push_back(one->name);
  }
  return found;
}

bool VariantWriter::is_stepped(const std::string& name) const {
  for (std::size_t i = 0; i + 1 < code_.size(); ++i) {
    if (code_.is(i, name) && code_.is(i + 1, "+=") && function_->has(code_[i].line)) return true;
  }
  return false;
}

std::string VariantWriter::offer_least_of_rest(std::size_t begin, std::size_t question, std::size_t end) {
  // `n < PIECE ? n : PIECE`
  std::size_t sign = none, colon = none;
  for (std::size_t i = begin; i < end; ++i) {
    if (code_.opens(i) && code_.partner(i) != none) i = code_.partner(i);
    const bool is_order = code_.is(i, "<") || code_.is(i, "<=") || code_.is(i, ">") || code_.is(i, ">=");
    if (is_order && i < question && sign == none) sign = i;
    if (code_.is(i, ":") && i > question && colon == none) colon = i;
  }
  if (is_slow_ || sign == none || colon == none || !is_open(begin)) return "";
  const std::string one = code_.text(begin, sign), other = code_.text(sign + 1, question);
  const std::string chosen = code_.text(question + 1, colon), else_chosen = code_.text(colon + 1, end);
  const bool is_less = code_[sign].text.starts_with("<");
  const bool is_least =
      (chosen == one && else_chosen == other && is_less) || (chosen == other && else_chosen == one && !is_less);
  if (!is_least) return "";
  const auto is_length = [&](const std::string& text) {
    const Variable* const variable = find(text);
    return variable != nullptr && variable->is_parameter && variable->kind == TypeClass::integer;
  };
  const std::string length = is_length(one) ? one : is_length(other) ? other : "";
  std::string behind;
  for (const std::string& first : length.empty() ? std::vector<std::string>{} : firsts_of_pieces()) {
    if (first == length || !has_room(1)) continue;
    const std::string left = length + " - " + first;
    const int variant = add(ChangeKind::not_shortened, code_[begin].line, length, left);
    const std::string rest = "int(" + left + ")", most = "int(" + (length == one ? other : one) + ")";
    before(begin, "(simt_variants::is(" + std::to_string(variant) + ") ? " + rest + " < " + most + " ? " + rest +
                      " : " + most + " : ");
    behind += ")";
  }
  return behind;
}

void VariantWriter::offer_left(std::size_t i, const Variable& own) {
  const bool is_argument = !call_.empty() && (code_.is(i - 1, ",") || code_.is(i - 1, "(")) &&
                           (code_.is(i + 1, ",") || code_.is(i + 1, ")"));
  const bool is_number = code_.is(i - 1, "=") && code_.is(i + 1, ";");
  if (is_slow_ || !is_device_ || !own.is_parameter || !(is_argument || is_number) || !is_open(i)) return;
  for (const std::string& first : firsts_of_pieces()) {
    if (first == own.name || !has_room(1)) continue;
    const std::string left = own.name + " - " + first;
    offer(i, add(ChangeKind::not_shortened, code_[i].line, own.name, left),
          "(int(" + own.name + ") - int(" + first + "))");
  }
}

bool VariantWriter::lacks_brackets(const std::vector<Token>& definition) {
  // "#", "define", "AT", "(", "r", ",", "c", ")", …: the first bracket stands right behind the name.
  constexpr std::size_t open = 3;
  if (definition.size() <= open + 2 || definition[open].text != "(" ||
      definition[open].begin != definition[open - 1].end)
    return false;
  std::set<std::string> given;
  std::size_t body = open + 1;
  for (; body < definition.size() && definition[body].text != ")"; ++body) given.insert(definition[body].text);
  ++body;
  if (body + 1 >= definition.size()) return false;  // all that it is given, or nothing
  // `(…)` and `check(…)` stay together whatever stands beside them.
  const std::size_t first = definition[body].kind == TokenKind::identifier ? body + 1 : body;
  bool is_one = definition[first].text == "(" && definition.back().text == ")";
  bool lacks = false;
  int depth = 0;
  for (std::size_t i = body; i < definition.size(); ++i) {
    const std::string& text = definition[i].text;
    // What has statements is no value.
    if (text == "{" || text == ";" || text == "=" || text == "#") return false;
    depth += text == "(" ? 1 : text == ")" ? -1 : 0;
    is_one = is_one && (depth > 0 || i < first || i + 1 == definition.size());
    const bool is_in_brackets = i + 1 < definition.size() &&
                                (definition[i - 1].text == "(" || definition[i - 1].text == ",") &&
                                (definition[i + 1].text == ")" || definition[i + 1].text == ",");
    lacks = lacks || (given.contains(text) && text != "," && !is_in_brackets);
  }
  return lacks || !is_one;
}

std::vector<std::string> VariantWriter::helpers_for_index(std::size_t open) const {
  constexpr std::size_t most = 2;
  std::vector<std::string> calls;
  const std::size_t close = code_.partner(open);
  const std::vector<Product> own = read_sum(open + 1, close);
  // `row * PITCH + column`
  if (own.size() != 2 || own[0].size() != 2 || own[1].size() != 1) return calls;
  const std::string row = code_.text(own[0][0].begin, own[0][0].end), column = text_of(own[1]);
  for (std::size_t i = 2; i + 1 < code_.size() && calls.size() < most; ++i) {
    const bool is_here = code_[i].line >= function_->first_line && code_[i].line <= function_->last_line;
    const bool is_call = is_here && code_.is(i - 1, "[") && code_.is(i - 2, code_[open - 1].text) &&
                         code_.is(i + 1, "(") && code_.partner(i + 1) != none &&
                         code_.is(code_.partner(i + 1) + 1, "]");
    const auto helper = std::find_if(index_.functions.begin(), index_.functions.end(), [&](const SourceFunction& one) {
      return !one.is_kernel && one.name == code_[i].text && one.parameters == 2;
    });
    if (!is_call || helper == index_.functions.end()) continue;
    const std::string call = code_[i].text + "(" + row + ", " + column + ")";
    if (std::find(calls.begin(), calls.end(), call) == calls.end()) calls.push_back(call);
  }
  return calls;
}

bool VariantWriter::is_known_but_for_casts(std::size_t begin, std::size_t end) const {
  for (std::size_t i = begin; i < end; ++i) {
    const bool is_cast =
        is_one_of(code_[i].text, integers) && i > begin && (code_.is(i - 1, "(") || code_.is(i + 1, ")"));
    if (!is_cast && !is_known_here(i, i + 1)) return false;
  }
  return true;
}

std::string VariantWriter::offer_above_zero(std::size_t open, std::size_t end) {
  const std::size_t close = code_.partner(open), sign = close == none ? none : close + 1;
  if (sign >= end || !code_.is(sign, "%") || is_slow_ || !is_open(open) || !has_room(1)) return "";
  const std::size_t last = end_of_operand(sign + 1, end);
  std::size_t minus = none;
  int depth = 0;
  for (std::size_t i = open + 1; i < close; ++i) {
    if (code_.is(i, "+")) return "";  // something may be added already
    if (depth == 0 && code_.is(i, "-") && i > open + 1) minus = i;
    depth += code_.is(i, "(") ? 1 : code_.is(i, ")") ? -1 : 0;
    // Of what is called, it is not known whether it may be asked once more.
    if (code_.is(i, "(") && code_[i - 1].kind == TokenKind::identifier) return "";
  }
  if (minus == none || last == none || !is_known_but_for_casts(open, last + 1)) return "";
  const std::string of = "(long long)(" + code_.text(sign + 1, last + 1) + ")";
  const std::string difference =
      "((long long)(" + code_.text(open + 1, minus) + ") - (long long)(" + code_.text(minus + 1, close) + "))";
  const int variant = add(ChangeKind::below_zero, code_[open].line, code_.text(open + 1, close), "");
  before(open, "simt_variants::any(" + std::to_string(variant) + ", ");
  return ", ((" + difference + " % " + of + " + " + of + ") % " + of + "))";
}

std::string VariantWriter::offer_difference_in_rest(std::size_t open, std::size_t end) {
  const std::size_t close = code_.partner(open), sign = close == none ? none : close + 1;
  if (sign >= end || !code_.is(sign, "%") || !is_device_ || is_slow_ || !is_open(open) || !has_room(1)) return "";
  // `(a + b) % c`, where both may be products
  std::size_t plus = none, others = 0;
  for (std::size_t i = open + 1; i < close; ++i) {
    if (code_.opens(i) && code_.partner(i) != none) i = code_.partner(i);
    const bool is_factor = code_[i].kind != TokenKind::punctuation || code_.is(i, "*") || code_.is(i, "/") ||
                           code_.is(i, "%") || code_.is(i, ".") || code_.is(i, ")") || code_.is(i, "]");
    if (code_.is(i, "+") && plus == none) {
      plus = i;
    } else if (!is_factor) {
      ++others;
    }
  }
  const std::size_t last = end_of_operand(sign + 1, end);
  if (plus == none || plus == open + 1 || plus + 1 == close || others != 0 || last == none) return "";
  if (!is_known_but_for_casts(open, last + 1)) return "";
  const std::string one = code_.text(open + 1, plus), other = code_.text(plus + 1, close);
  const std::string of = "(long long)(" + code_.text(sign + 1, last + 1) + ")";
  const std::string difference = "((long long)(" + one + ") - (long long)(" + other + "))";
  const int variant = add(ChangeKind::other_operator, code_[open].line, other, "-");
  before(open, "simt_variants::any(" + std::to_string(variant) + ", ");
  return ", ((" + difference + " % " + of + " + " + of + ") % " + of + "))";
}

std::size_t VariantWriter::offer_step_order(std::size_t i, std::size_t end) {
  const auto is_step = [&](std::size_t at) { return code_.is(at, "++") || code_.is(at, "--"); };
  const auto is_pointer = [&](std::size_t at) {
    const Variable* const variable = code_[at].kind == TokenKind::identifier ? find(code_[at].text) : nullptr;
    return variable != nullptr && variable->kind == TypeClass::pointer;
  };
  // What stands before a `*` that multiplies is a value.
  const bool is_unary =
      code_.is(i, "*") &&
      (i == 0 || (code_[i - 1].kind == TokenKind::punctuation && !code_.is(i - 1, ")") && !code_.is(i - 1, "]")));
  if (is_slow_ || !is_unary || i + 2 >= end || !is_open(i) || !has_room(1)) return i;
  const bool is_behind = is_pointer(i + 1) && is_step(i + 2), is_before = is_step(i + 1) && is_pointer(i + 2);
  if (!is_behind && !is_before) return i;
  const std::string here = code_[i + 1].text + code_[i + 2].text, instead = code_[i + 2].text + code_[i + 1].text;
  const int variant = add(ChangeKind::step_order, code_[i].line, "*" + here, "*" + instead);
  before(i, "(simt_variants::is(" + std::to_string(variant) + ") ? *" + instead + " : ");
  after(i + 2, ")");
  return i + 2;
}

std::string VariantWriter::offer_smaller_template(std::size_t i, std::size_t close) {
  constexpr int least = 4;
  const std::size_t number = i + 2, end = code_.partner(close + 1);
  const bool is_one = number + 1 == close && code_[number].kind == TokenKind::number;
  const bool is_own = std::any_of(index_.functions.begin(), index_.functions.end(),
                                  [&](const SourceFunction& one) { return one.name == code_[i].text; });
  // What such a function demands of its number is not known.
  const bool demands = std::any_of(index_.names.begin(), index_.names.end(),
                                   [](const SourceName& one) { return one.name == "static_assert"; });
  if (is_slow_ || !is_device_ || !is_one || !is_own || demands || !is_open(i)) return "";
  std::string tail;
  const Within within(*this, "the template argument of " + code_[i].text);
  for (int smaller = std::atoi(code_[number].text.c_str()) / 2; smaller >= least && has_room(1); smaller /= 2) {
    const std::string instead = std::to_string(smaller);
    const int variant = add(ChangeKind::constant, code_[i].line, code_[number].text, instead);
    before(i, "(simt_variants::is(" + std::to_string(variant) + ") ? " + code_[i].text + "<" + instead + ">" +
                  code_.text(close + 1, end + 1) + " : ");
    tail += ")";
  }
  return tail;
}

void VariantWriter::offer_places_in_macros() {
  constexpr std::size_t length = 3;  // "threadIdx", ".", "y"
  const auto is_used = [&](const std::string& name) {
    return std::any_of(index_.names.begin(), index_.names.end(), [&](const SourceName& use) {
      const SourceFunction* const around = use.name == name ? index_.function_around(use.line) : nullptr;
      return around != nullptr && used_.contains(around->first_line);
    });
  };
  for (const std::vector<Token>& line : tokens_.directives) {
    if (line.size() <= length || line[1].text != "define" || !is_used(line[2].text)) continue;
    if (left_out_.whole.contains(line[0].line)) continue;
    where_ = "the macro " + line[2].text;
    for (std::size_t i = length; i + length <= line.size(); ++i) {
      if (!is_one_of(line[i].text, places) || line[i + 1].text != ".") continue;
      const std::string &place = line[i].text, &dimension = line[i + 2].text;
      const std::string beside = place == "threadIdx"  ? "blockIdx"
                                 : place == "blockIdx" ? "threadIdx"
                                 : place == "gridDim"  ? "blockDim"
                                                       : "gridDim";
      const int first = next();
      std::string others;
      for (const std::string& other : {place + "." + (dimension == "x" ? "y" : "x"), beside + "." + dimension}) {
        add(ChangeKind::other_member, line[i].line, place + "." + dimension, other);
        list_.back().is_of_host = false;
        others += ", " + other;
      }
      edits_.push_back({line[i].begin, line[i].begin, "simt_variants::any(" + std::to_string(first) + ", "});
      edits_.push_back({line[i + 2].end, line[i + 2].end, others + ")"});
      i += length - 1;
    }
    where_.clear();
  }
}

const VariantWriter::TextMacro* VariantWriter::macro_at(std::size_t i) const {
  if (code_[i].kind != TokenKind::identifier || !code_.is(i + 1, "(") || code_.partner(i + 1) == none) return nullptr;
  const auto found = std::find_if(text_macros_.begin(), text_macros_.end(),
                                  [&](const TextMacro& one) { return one.name == code_[i].text; });
  return found == text_macros_.end() ? nullptr : &*found;
}

std::string VariantWriter::with_macro_brackets(std::size_t begin, std::size_t end) const {
  std::string text;
  std::size_t from = begin;
  for (std::size_t i = begin; i < end; ++i) {
    if (macro_at(i) == nullptr || code_.partner(i + 1) >= end) continue;
    const std::size_t close = code_.partner(i + 1);
    text += (i == from ? "" : code_.text(from, i) + " ") + "(" + code_[i].text + "(";
    for (std::size_t k = i + 2; k < close;) {
      const std::size_t comma = next_comma(code_, k, close);
      text += (k == i + 2 ? "(" : ", (") + with_macro_brackets(k, comma) + ")";
      k = comma + 1;
    }
    text += ")) ";
    from = close + 1;
    i = close;
  }
  return from == end ? text : text + code_.text(from, end);
}

int VariantWriter::variant_of_macro(std::size_t i) {
  const TextMacro& macro = *macro_at(i);
  const auto [known, is_new] = macro_variants_.try_emplace(macro.name, 0);
  const std::string here = code_.text(i, code_.partner(i + 1) + 1);
  if (is_new) {
    known->second = add(ChangeKind::macro_brackets, code_[i].line, here, macro.name, macro.line);
    return known->second;
  }
  // What says most is a use that is given a sum.
  Variant& first = list_[static_cast<std::size_t>(known->second) - 1];
  const auto has_sum = [](const std::string& text) { return text.find_first_of("+-*?") != std::string::npos; };
  if (!has_sum(first.here) && has_sum(here)) {
    first.line = code_[i].line;
    first.here = here;
  }
  return known->second;
}

std::string VariantWriter::offer_brackets_of_target(std::size_t begin, std::size_t sign) {
  const bool is_macro = macro_at(begin) != nullptr && code_.partner(begin + 1) + 1 == sign;
  if (!is_macro || is_slow_ || !is_open(begin) || !has_room(1)) return "";
  const int variant = variant_of_macro(begin);
  before(begin,
         "*(simt_variants::is(" + std::to_string(variant) + ") ? &" + with_macro_brackets(begin, sign) + " : &(");
  return "))";
}

std::string VariantWriter::offer_macro_brackets(std::size_t begin, std::size_t end) {
  std::size_t first = none;
  for (std::size_t i = begin; i < end && first == none; ++i) {
    if (code_.is(i, "{") || is_assignment(code_, i)) return "";
    if (macro_at(i) != nullptr && code_.partner(i + 1) < end) first = i;
  }
  if (first == none || is_slow_ || !is_open(begin) || !has_room(1)) return "";
  // Only what stands beside a sign, or has one in it, may be taken apart.
  const std::size_t close = code_.partner(first + 1);
  const bool is_alone = first == begin && close + 1 == end;
  bool has_sign = false;
  for (std::size_t i = first + 2; i < close; ++i) {
    has_sign = has_sign || code_.is(i, "+") || code_.is(i, "-") || code_.is(i, "*") || code_.is(i, "?");
  }
  if (is_alone && !has_sign) return "";
  const int variant = variant_of_macro(first);
  for (std::size_t i = close + 1; i < end; ++i) {
    if (macro_at(i) != nullptr && macro_at(i)->name == code_[first].text && code_.partner(i + 1) < end)
      variant_of_macro(i);
  }
  // What is not chosen is not read.
  if (end_of_question(begin, end) != none) {
    before(begin,
           "(simt_variants::is(" + std::to_string(variant) + ") ? (" + with_macro_brackets(begin, end) + ") : (");
    return "))";
  }
  before(begin, "simt_variants::any(" + std::to_string(variant) + ", ");
  return ", " + with_macro_brackets(begin, end) + ")";
}

}  // namespace simt::detail
