#include "simt/translate/variants/writer.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "simt/translate/variants/syntax.hpp"

namespace simt::detail {

constexpr std::size_t most_guards = 9;

std::vector<std::string> VariantWriter::guards() const {
  std::vector<std::string> extents, indices, all;
  if (is_slow_) return all;  // what is right lacks none
  for (const Variable& variable : variables_) {
    if (variable.kind == TypeClass::integer) (variable.is_parameter ? extents : indices).push_back(variable.name);
  }
  if (indices.size() > 4) indices.erase(indices.begin(), indices.end() - 4);
  for (const std::string& index : indices) {
    for (const std::string& extent : extents) all.push_back(index + " < " + extent);
  }
  if (is_device_) all.insert(all.begin(), "threadIdx.x == 0");
  if (all.size() > most_guards) all.resize(most_guards);
  const auto add = [&](const std::string& one) {
    if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
  };
  for (const std::string& sum : sums_here("")) {
    for (const std::string& extent : extents) {
      if (all.size() < most_guards + 4) add(sum.substr(1, sum.size() - 2) + " < " + extent);
    }
  }
  if (is_device_) add("blockIdx.x == 0");
  if (is_device_) {
    for (const std::string& lane : lanes()) add(lane + " == 0");
  }
  for (const std::string& known : known_conditions()) add(known);
  // What is left of a tile: a number of the function's own that something is compared with.
  std::vector<std::string> lengths;
  for (auto one = variables_.rbegin(); one != variables_.rend(); ++one) {
    const bool is_own = one->kind == TypeClass::integer && !one->is_parameter && !is_constant_name(one->name);
    if (is_own && limits_.contains(one->name)) lengths.push_back(one->name);
  }
  for (std::size_t i = indices.size(); i-- > 0 && i + 2 >= indices.size();) {
    for (std::size_t k = 0; k < std::min<std::size_t>(lengths.size(), 2); ++k) {
      if (indices[i] != lengths[k]) add(indices[i] + " < " + lengths[k]);
    }
  }
  // A place that is counted on in a loop.
  for (std::size_t i = 0; i + 1 < indices.size(); ++i) {
    for (const std::string& extent : extents) {
      if (all.size() < most_guards + 8) add(indices[i] + " + " + indices.back() + " < " + extent);
    }
  }
  return all;
}

void VariantWriter::find_limits(std::size_t open, std::size_t close) {
  limits_.clear();
  for (std::size_t i = open + 1; i + 1 < close; ++i) {
    if (!code_.is(i, "<")) continue;
    const bool is_whole = code_.is(i + 2, ")") || code_.is(i + 2, ";") || code_.is(i + 2, "*") || code_.is(i + 2, "&&");
    if (is_whole) limits_.insert(code_[i + 1].text);
  }
}

std::vector<std::string> VariantWriter::lanes() const {
  constexpr std::size_t most = 2;
  std::vector<std::string> found;
  for (std::size_t i = 0; i + 1 < code_.size() && found.size() < most; ++i) {
    const bool is_here = code_[i].line >= function_->first_line && code_[i].line <= function_->last_line;
    const Variable* const variable = is_here && code_.is(i + 1, "=") ? find(code_[i].text) : nullptr;
    if (variable == nullptr || variable->kind != TypeClass::integer || variable->line != code_[i].line) continue;
    bool is_of_thread = false, is_rest = false;
    for (std::size_t k = i + 2; k < semicolon(code_, i); ++k) {
      is_of_thread = is_of_thread || code_.is(k, "threadIdx");
      is_rest = is_rest || ((code_.is(k, "%") || code_.is(k, "&")) && !is_unary_ampersand(code_, k));
    }
    if (is_of_thread && is_rest) found.push_back(variable->name);
  }
  return found;
}

std::vector<std::string> VariantWriter::known_conditions() const {
  constexpr std::size_t most = 4;
  std::vector<std::string> found;
  const auto is_part = [&](std::size_t i) {
    if (code_[i].kind == TokenKind::number || code_.is(i, ".")) return true;
    if (code_[i].kind != TokenKind::identifier) {
      return code_.is(i, "+") || code_.is(i, "-") || code_.is(i, "*") || code_.is(i, "/") || code_.is(i, "%");
    }
    const Variable* const variable = find(code_[i].text);
    return is_one_of(code_[i].text, places) || (code_.is(i - 1, ".") && is_one_of(code_[i - 2].text, places)) ||
           (variable != nullptr && variable->kind == TypeClass::integer) || is_constant_name(code_[i].text);
  };
  for (std::size_t i = 1; i + 1 < code_.size() && found.size() < most; ++i) {
    const bool is_here = code_[i].line >= function_->first_line && code_[i].line <= function_->last_line;
    // `if (row >= rows) return;` leaves those with row < rows.
    const bool is_opposite = code_.is(i, ">=");
    if (!is_here || (!code_.is(i, "<") && !is_opposite)) continue;
    std::size_t begin = i, end = i + 1;
    while (begin > 0 && is_part(begin - 1)) --begin;
    while (end < code_.size() && is_part(end)) ++end;
    const bool is_whole = code_.is(begin - 1, "(") || code_.is(begin - 1, "&&") || code_.is(begin - 1, "=") ||
                          code_.is(begin - 1, "||") || code_.is(begin - 1, "[") || code_.is(begin - 1, ";");
    const std::string text =
        is_opposite ? code_.text(begin, i) + " < " + code_.text(i + 1, end) : code_.text(begin, end);
    if (is_whole && begin < i && end > i + 1 && std::find(found.begin(), found.end(), text) == found.end())
      found.push_back(text);
  }
  return found;
}

void VariantWriter::guard(const Statement& one) {
  const std::vector<std::string> all = guards();
  if (!has_room(all.size() + 1) || code_.is(one.end + 1, "else")) return;
  const int first = next();
  const std::string text = code_.text(one.begin, one.end);
  std::string arguments = ", false";
  add(ChangeKind::surplus, code_[one.begin].line, text, "");
  if (is_device_) {
    for (const std::string& condition : all) {
      arguments += ", " + condition;
      const bool is_of_loop = ends_loop(one, condition);
      const Within within(*this, is_of_loop ? "the loop" : where_);
      add(ChangeKind::lacks_condition, code_[is_of_loop ? loop_.begin : one.begin].line, text, condition);
    }
    for (const auto& [asked, sum, extent] : sums_beyond(one)) {
      if (!has_room(1)) break;
      arguments += ", " + sum + " < " + extent;
      add(ChangeKind::asks_for_other, asked_line_, asked, sum);
    }
  }
  before(one.begin, "if (simt_variants::guard(" + std::to_string(first) + arguments + ")) ");
}

bool VariantWriter::ends_loop(const Statement& one, const std::string& condition) {
  const std::size_t sign = condition.find(" < ");
  if (one.begin != loop_.only || sign == std::string::npos) return false;
  if (!place_names_) place_names_.emplace(code_, index_);
  bool has_counter = false;
  for (std::size_t i = 0; i < condition.size();) {
    const auto is_of_word = [&](std::size_t at) {
      return at < condition.size() &&
             (std::isalnum(static_cast<unsigned char>(condition[at])) != 0 || condition[at] == '_');
    };
    std::size_t end = i;
    while (is_of_word(end)) ++end;
    const std::string name = condition.substr(i, end - i);
    i = end + 1;
    if (name.empty() || std::isdigit(static_cast<unsigned char>(name.front())) != 0 || is_constant_name(name)) continue;
    if (name == loop_.counter) {
      has_counter = has_counter || end <= sign;
      continue;
    }
    if (is_one_of(name, places) || find(name) == nullptr || place_names_->is_of_thread(name, loop_.begin)) return false;
    for (std::size_t k = loop_.begin; k <= one.end; ++k) {
      if (code_.is(k, name) && is_changed(code_, k, k)) return false;
    }
  }
  return has_counter;
}

std::string VariantWriter::asked_extent(const std::string& name) const {
  const auto [begin, end] = asked_range_;
  for (std::size_t i = begin; i + 2 < end; ++i) {
    const bool is_whole = i == begin || code_.is(i - 1, "&&") || code_.is(i - 1, "(");
    if (!code_.is(i, name) || !is_whole || !code_.is(i + 1, "<")) continue;
    std::size_t last = i + 2;
    while (last < end && !code_.is(last, "&&") && !code_.is(last, "||") && !code_.is(last, ")")) ++last;
    return is_known_here(i + 2, last) ? code_.text(i + 2, last) : "";
  }
  return "";
}

std::vector<VariantWriter::SumBeyond> VariantWriter::sums_beyond(const Statement& one) const {
  constexpr std::size_t most = 2;
  std::vector<SumBeyond> found;
  if (is_slow_ || counters_.empty() || asked_line_ == 0) return found;
  const auto is_part = [&](std::size_t i) {
    return code_[i].kind == TokenKind::number || code_.is(i, "+") || code_.is(i, "*") ||
           is_constant_name(code_[i].text) ||
           (code_[i].kind == TokenKind::identifier && is_known_here(i, i + 1) && !code_.is(i + 1, "["));
  };
  for (std::size_t i = one.begin + 1; i + 1 < one.end && found.size() < most; ++i) {
    if (std::find(asked_.begin(), asked_.end(), code_[i].text) == asked_.end()) continue;
    std::size_t begin = i, end = i + 1;
    while (begin > one.begin && is_part(begin - 1)) --begin;
    while (end < one.end && is_part(end)) ++end;
    const bool is_whole = (code_.is(begin - 1, "(") || code_.is(begin - 1, "[") || code_.is(begin - 1, ",")) &&
                          (code_.is(end, ")") || code_.is(end, "]") || code_.is(end, ","));
    const bool is_addend = (i == begin || code_.is(i - 1, "+")) && (i + 1 == end || code_.is(i + 1, "+"));
    const std::set<std::string> names = names_in(begin, end);
    // A counter that the condition itself knows is tried there.
    const bool is_counted = std::any_of(counters_.begin(), counters_.end(), [&](const std::string& counter) {
      const Variable* const variable = find(counter);
      return names.contains(counter) && variable != nullptr && variable->line > asked_line_;
    });
    if (!is_whole || !is_addend || !is_counted) continue;
    const std::string sum = code_.text(begin, end), extent = asked_extent(code_[i].text);
    const bool is_new =
        std::none_of(found.begin(), found.end(), [&](const SumBeyond& other) { return other.sum == sum; });
    if (!extent.empty() && is_new) found.push_back({code_[i].text, sum, extent});
  }
  return found;
}

int VariantWriter::widest_vector() const {
  constexpr std::array<std::string_view, 3> of_four{"float4", "int4", "uint4"}, of_two{"float2", "int2", "uint2"};
  int widest = 0;
  for (std::size_t i = 0; i < code_.size(); ++i) {
    const SourceFunction* const around =
        code_[i].kind == TokenKind::identifier ? index_.function_around(code_[i].line) : nullptr;
    if (around == nullptr || !used_.contains(around->first_line)) continue;
    widest = std::max(widest, is_one_of(code_[i].text, of_four) ? 4 : is_one_of(code_[i].text, of_two) ? 2 : 0);
  }
  return widest;
}

std::vector<std::string> VariantWriter::also_multiples(std::size_t begin, std::size_t end) const {
  constexpr std::size_t most = 3;
  std::vector<std::string> all;
  for (std::size_t i = begin; i + 4 < end; ++i) {
    const Variable* const own = code_[i].kind == TokenKind::identifier ? find(code_[i].text) : nullptr;
    if (own == nullptr || !code_.is(i + 1, "%") || !code_.is(i + 3, "==")) continue;
    for (const Variable& other : variables_) {
      if (other.kind == TypeClass::integer && other.is_parameter && other.name != own->name && all.size() < most)
        all.push_back(other.name + " % " + code_.text(i + 2, i + 5));
    }
  }
  // Wide accesses need rows that begin at a multiple of their width.
  const int width = widest_vector();
  for (const Variable& variable : variables_) {
    if (all.size() >= most) break;
    if (width == 0 || variable.kind != TypeClass::integer || !variable.is_parameter) continue;
    const std::string one = variable.name + " % " + std::to_string(width) + " == 0";
    if (std::find(all.begin(), all.end(), one) == all.end() && code_.text(begin, end).find(one) == std::string::npos)
      all.push_back(one);
  }
  return all;
}

bool VariantWriter::is_of_template(std::string_view name) const {
  for (std::size_t i = 2; i + 1 < code_.size(); ++i) {
    if (code_.is(i, name) && code_.is(i - 1, "bool") && (code_.is(i - 2, "<") || code_.is(i - 2, ","))) {
      return code_.is(i + 1, ">") || code_.is(i + 1, ",") || code_.is(i + 1, "=");
    }
  }
  return false;
}

void VariantWriter::condition(std::size_t begin, std::size_t end) {
  if (begin >= end) return;
  if (end == begin + 1 && find(code_[begin].text) == nullptr && is_of_template(code_[begin].text)) return;
  const Within within(*this, "the condition");
  const std::size_t first = list_.size();
  condition_parts(begin, end);
  const bool is_path = code_.text(begin, end).find(" % ") != std::string::npos;
  for (std::size_t i = first; i < list_.size(); ++i) list_[i].is_path = is_path;
}

void VariantWriter::condition_parts(std::size_t begin, std::size_t end) {
  plan_exchanges_here(begin, end);
  std::vector<std::string> all = also_multiples(begin, end);
  std::vector<std::string> known = guards();
  if (ends_work_) {
    // More threads may be meant to end.
    std::erase_if(known, [](const std::string& one) { return one.find('<') == std::string::npos; });
    all.clear();
  }
  all.insert(all.end(), known.begin(), known.end() - std::min(std::ssize(all), std::ssize(known)));
  if (!is_open(begin) || !has_room(all.size() + 1)) return expression(begin, end);
  const std::string text = code_.text(begin, end);
  const int always = add(ChangeKind::condition, code_[begin].line, text, "always");
  const int first = next();
  std::string arguments;
  for (const std::string& one : all) {
    arguments += ", " + one;
    add(ChangeKind::condition, code_[begin].line, text, (ends_work_ ? "|| !" : "&& ") + one);
  }
  before(begin, "simt_variants::is(" + std::to_string(always) + ") || " + offer_last_elements(begin, end) + "((");
  const std::string joint = ends_work_ ? ") || !" : ") && ";
  const std::string tail = ends_work_ ? "" : offer_other_condition(begin, end);
  comparisons(begin, end);
  after(end - 1, tail + joint + "simt_variants::guard(" + std::to_string(first) + arguments + "))");
}

std::string VariantWriter::offer_last_elements(std::size_t begin, std::size_t end) {
  const std::string text = code_.text(begin, end);
  const bool asks_for_last_lane = text.find("== 31") != std::string::npos ||
                                  text.find("== 32 - 1") != std::string::npos ||
                                  text.find("== warpSize - 1") != std::string::npos;
  std::string offered;
  for (const std::string& known : asks_for_last_lane && !ends_work_ ? known_conditions() : std::vector<std::string>{}) {
    const std::size_t sign = known.find(" < ");
    if (sign == std::string::npos || !has_room(1)) continue;
    const std::string last = known.substr(0, sign) + " + 1 == " + known.substr(sign + 3);
    if (text.find(known.substr(sign + 3)) != std::string::npos) continue;  // it asks for something of that already
    const int variant = add(ChangeKind::condition, code_[begin].line, text, "|| " + last);
    offered += "(simt_variants::is(" + std::to_string(variant) + ") && " + last + ") || ";
  }
  return offered;
}

void VariantWriter::loop_condition(std::size_t begin, std::size_t end, std::size_t outer_loops) {
  std::vector<std::string> all;
  // What is left for the last round of the loop around it may be less than for the others.
  for (std::size_t outer = 0; outer < outer_loops && loops_.size() > outer_loops; ++outer) {
    for (const Variable& variable : variables_) {
      if (variable.kind == TypeClass::integer && variable.is_parameter && !loops_[outer].starts_with("simt_"))
        all.push_back(loops_[outer] + " + " + loops_.back() + " < " + variable.name);
    }
  }
  if (all.empty() || begin >= end || !is_open(begin) || !has_room(all.size())) return comparisons(begin, end);
  const int first = next();
  const std::string text = code_.text(begin, end);
  std::string arguments;
  for (const std::string& one : all) {
    arguments += ", " + one;
    add(ChangeKind::condition, code_[begin].line, text, "&& " + one);
  }
  before(begin, "(");
  comparisons(begin, end);
  after(end - 1, ") && simt_variants::guard(" + std::to_string(first) + arguments + ")");
}

std::string VariantWriter::with_other_joints(std::size_t begin, std::size_t end) const {
  std::string text;
  bool has_and = false, has_or = false;
  std::size_t from = begin;
  for (std::size_t i = begin; i < end; ++i) {
    if (code_.opens(i) && code_.partner(i) != none) {
      i = code_.partner(i);
      continue;
    }
    if (code_.is(i, "?") || is_assignment(code_, i)) return "";
    const bool is_and = code_.is(i, "&&"), is_or = code_.is(i, "||");
    if (!is_and && !is_or) continue;
    has_and = has_and || is_and;
    has_or = has_or || is_or;
    text += code_.text(from, i) + (is_and ? " || " : " && ");
    from = i + 1;
  }
  return has_and != has_or ? text + code_.text(from, end) : "";
}

std::string VariantWriter::with_other_ends(std::size_t begin, std::size_t end) const {
  constexpr std::array<std::string_view, 4> signs{"<", "<=", ">", ">="}, others{"<=", "<", ">=", ">"};
  std::string text;
  std::string_view own;
  int count = 0;
  std::size_t from = begin;
  for (std::size_t i = begin; i < end; ++i) {
    if (code_.opens(i) && code_.partner(i) != none) {
      i = code_.partner(i);
      continue;
    }
    if (code_.is(i, "?") || is_assignment(code_, i)) return "";
    const std::size_t close = code_[i].kind == TokenKind::identifier ? template_end(code_, i + 1, end) : none;
    if (close != none) {
      i = close;
      continue;
    }
    const auto sign = std::find(signs.begin(), signs.end(), code_[i].text);
    if (sign == signs.end()) continue;
    if (count++ != 0 && own != *sign) return "";
    own = *sign;
    text += code_.text(from, i) + " " + std::string(others[static_cast<std::size_t>(sign - signs.begin())]) + " ";
    from = i + 1;
  }
  return count > 1 ? text + code_.text(from, end) : "";
}

void VariantWriter::comparisons(std::size_t begin, std::size_t end) {
  const std::string ends = !is_slow_ && begin < end && is_open(begin) && has_room(1) ? with_other_ends(begin, end) : "";
  if (!ends.empty()) {
    const int variant = add(ChangeKind::comparison, code_[begin].line, code_.text(begin, end), ends);
    before(begin, "(simt_variants::is(" + std::to_string(variant) + ") ? (" + ends + ") : (");
  }
  const std::string other = begin < end && is_open(begin) && has_room(1) ? with_other_joints(begin, end) : "";
  if (!other.empty()) {
    const int variant = add(ChangeKind::joint, code_[begin].line, code_.text(begin, end), other);
    before(begin, "(simt_variants::is(" + std::to_string(variant) + ") ? (" + other + ") : (");
  }
  const std::string factors = begin < end && is_open(begin) && has_room(1) ? with_each_factor(begin, end) : "";
  if (!factors.empty()) {
    const int variant = add(ChangeKind::product_asked, code_[begin].line, code_.text(begin, end), factors);
    before(begin, "(simt_variants::is(" + std::to_string(variant) + ") ? (" + factors + ") : (");
  }
  each_comparison(begin, end);
  if (!factors.empty()) after(end - 1, "))");
  if (!other.empty()) after(end - 1, "))");
  if (!ends.empty()) after(end - 1, "))");
}

std::string VariantWriter::with_each_factor(std::size_t begin, std::size_t end) const {
  // `width * height % 4 == 0`, `(width * height) % 4 == 0`, or `(width * height & 3) == 0`
  if (is_slow_ || end < begin + 7 || !code_.is(end - 1, "0")) return "";
  const bool is_equal = code_.is(end - 2, "==");
  if (!is_equal && !code_.is(end - 2, "!=")) return "";
  std::size_t first = begin, last = end - 2;
  if (code_.is(first, "(") && code_.partner(first) == last - 1) {
    ++first;
    --last;
  }
  const bool is_rest = code_.is(last - 2, "%") || code_.is(last - 2, "&");
  if (!is_rest) return "";
  const std::string asked = " " + code_.text(last - 2, last);
  last -= 2;
  if (code_.is(first, "(") && code_.partner(first) == last - 1) {
    ++first;
    --last;
  }
  const bool is_product = last == first + 3 && code_.is(first + 1, "*") && find(code_[first].text) != nullptr &&
                          find(code_[first + 2].text) != nullptr;
  if (!is_product) return "";
  const std::string sign = is_equal ? " == 0" : " != 0";
  return "(" + code_[first].text + asked + ")" + sign + (is_equal ? " && (" : " || (") + code_[first + 2].text + asked +
         ")" + sign;
}

std::string VariantWriter::offer_other_condition(std::size_t begin, std::size_t end) {
  if (!is_device_ || is_slow_ || begin >= end || !is_open(begin) || joins_only_and(begin, end)) return "";
  const std::string own = code_.text(begin, end);
  std::string tail;
  for (const std::string& other : known_conditions()) {
    if (own.find(other) != std::string::npos || !has_room(1)) continue;
    const int variant = add(ChangeKind::asks_otherwise, code_[begin].line, own, other);
    before(begin, "(simt_variants::is(" + std::to_string(variant) + ") ? (" + other + ") : (");
    tail += "))";
  }
  return tail;
}

std::string VariantWriter::offer_used(std::size_t begin, std::size_t sign) {
  std::string tail;
  if (!code_.is(sign, "<")) return tail;
  const std::string asked = code_.text(begin, sign);
  for (const std::string& index : used_there_) {
    if (index == asked || !is_open(begin) || !has_room(1)) continue;
    const int variant = add(ChangeKind::asks_for_other, code_[begin].line, asked, index);
    before(begin, "simt_variants::any(" + std::to_string(variant) + ", ");
    tail = ", " + index + ")" + tail;
  }
  return tail;
}

std::string VariantWriter::without_term(std::size_t begin, std::size_t sign, std::size_t end) {
  const auto term = [&](std::size_t from, std::size_t to, std::string_view kind) {
    std::size_t found = none;
    for (std::size_t i = from; i < to; ++i) {
      if (code_.opens(i) && code_.partner(i) != none) i = code_.partner(i);
      if (code_.is(i, kind) && i > from) found = found == none ? i : to;
    }
    return found;
  };
  const bool is_less = code_.is(sign, "<") || code_.is(sign, "<="), is_end = code_.is(sign, ">=");
  const std::size_t added = term(begin, sign, "+"), subtracted = term(sign + 1, end, "-");
  const bool is_added = added < sign, is_subtracted = subtracted < end;
  if ((!is_less && !is_end) || is_added == is_subtracted || !has_room(1)) return "";
  const std::string left = code_.text(begin, is_added ? added : sign);
  const std::string right = code_.text(sign + 1, is_subtracted ? subtracted : end);
  const std::string surplus = is_added ? code_.text(added + 1, sign) : code_.text(subtracted + 1, end);
  // A number that is written out is changed by itself.
  if (surplus.find_first_not_of("0123456789") == std::string::npos) return "";
  const int variant = add(ChangeKind::surplus_term, code_[sign].line, code_.text(begin, end), surplus);
  return "(simt_variants::is(" + std::to_string(variant) + ") ? (" + left + (is_end ? " >= " : " < ") + right + ") : ";
}

bool VariantWriter::joins_only_and(std::size_t begin, std::size_t end) const {
  bool has_and = false;
  for (std::size_t i = begin; i < end; ++i) {
    if (code_.opens(i) && code_.partner(i) != none) i = code_.partner(i);
    if (code_.is(i, "||") || code_.is(i, "?") || is_assignment(code_, i)) return false;
    has_and = has_and || code_.is(i, "&&");
  }
  return has_and;
}

void VariantWriter::each_comparison(std::size_t begin, std::size_t end) {
  constexpr std::array<std::string_view, 6> all{"<", "<=", ">", ">=", "==", "!="};
  constexpr int signs_with_bits = 3;
  const bool all_must_hold = is_device_ && joins_only_and(begin, end);
  std::size_t i = begin;
  while (i < end) {
    std::size_t stop = i, sign = none;
    int signs = 0;
    for (; stop < end && !code_.is(stop, "&&") && !code_.is(stop, "||"); ++stop) {
      const std::size_t close = code_[stop].kind == TokenKind::identifier ? template_end(code_, stop + 1, end) : none;
      if (close != none) {
        stop = close;
      } else if (code_.opens(stop) && code_.partner(stop) != none) {
        stop = code_.partner(stop);
      } else if (is_one_of(code_[stop].text, all) || code_.is(stop, "?")) {
        sign = stop;
        ++signs;
      } else if (code_.is(stop, "&") || code_.is(stop, "|") || code_.is(stop, "^") || is_assignment(code_, stop)) {
        signs += 2;  // these come after a comparison
      }
    }
    const bool may_hold = all_must_hold && stop > i && is_open(i) && has_room(1);
    if (may_hold) {
      const int variant = add(ChangeKind::surplus_part, code_[i].line, code_.text(i, stop), "");
      before(i, "(simt_variants::is(" + std::to_string(variant) + ") || (");
    }
    const std::string end_of_part = may_hold ? "))" : "";
    // `(…)` and `!(…)`
    const std::size_t open = code_.is(i, "!") ? i + 1 : i;
    if (open < stop && code_.is(open, "(") && code_.partner(open) == stop - 1) {
      comparisons(open + 1, stop - 1);
      if (may_hold) after(stop - 1, end_of_part);
      i = stop + 1;
      continue;
    }
    if (signs == 1 && !code_.is(sign, "?") && is_open(i) && has_room(all.size() + 1) && sign > i && sign + 1 < stop) {
      const auto own = std::find(all.begin(), all.end(), code_[sign].text) - all.begin();
      const bool is_end = code_.is(sign, "<") || code_.is(sign, ">=");
      const std::string below_zero = offer_difference_below_zero(i, sign, stop);
      const std::string shorter = without_term(i, sign, stop);
      if (!shorter.empty()) before(i, shorter);
      before(i,
             "simt_variants::compare<" + std::to_string(static_cast<int>(own)) + ">(" + std::to_string(next()) + ", ");
      for (const std::string_view other : all) {
        add(ChangeKind::comparison, code_[sign].line, code_.text(i, stop), std::string(other));
        list_.back().is_same = other == code_[sign].text;
      }
      std::string tail = offer_used(i, sign);
      tail = offer_other_sums(i, sign) + tail;
      expression(i, sign);
      if (!tail.empty()) after(sign - 1, tail);
      code_.replace(sign, ",");
      const std::string end_of_piece = offer_end_of_piece(sign + 1, stop);
      tail = offer_other_sums(sign + 1, stop) + end_of_piece;
      if (!is_end || !offer_whole_pieces(sign + 1, stop)) expression(sign + 1, stop);
      if (!tail.empty()) after(stop - 1, tail);
      after(stop - 1, (shorter.empty() ? ")" : "))") + below_zero);
    } else if (const std::string whole = signs == signs_with_bits ? offer_brackets_of_bits(i, stop) : "";
               !whole.empty()) {
      expression(i, stop);
      after(stop - 1, whole);
    } else {
      expression(i, stop);
    }
    if (may_hold) after(stop - 1, end_of_part);
    i = stop + 1;
  }
}

std::string VariantWriter::offer_end_of_piece(std::size_t begin, std::size_t end) {
  // `for (int i = piece.first + threadIdx.x; i < piece.count; …)`
  const auto [start, start_end] = start_of_loop_;
  const bool is_member = end == begin + 3 && code_.is(begin + 1, ".") && start + 2 < start_end &&
                         code_.is(start, code_[begin].text) && code_.is(start + 1, ".");
  if (!is_member || is_slow_ || !is_open(begin) || !has_room(1)) return "";
  const std::string own = code_.text(begin, end), first = code_.text(start, start + 3);
  if (own == first) return "";
  const int variant = add(ChangeKind::lacks_term, code_[begin].line, own, "+ " + first);
  before(begin, "simt_variants::any(" + std::to_string(variant) + ", ");
  return ", " + own + " + " + first + ")";
}

std::string VariantWriter::offer_brackets_of_bits(std::size_t begin, std::size_t end) {
  // `n & 1 == 0`: a comparison comes before `&`.
  std::size_t bits = none, sign = none;
  for (std::size_t i = begin; i < end; ++i) {
    if (code_.opens(i) && code_.partner(i) != none) i = code_.partner(i);
    if (code_.is(i, "&") || code_.is(i, "|") || code_.is(i, "^")) bits = i;
    if (code_.is(i, "==") || code_.is(i, "!=")) sign = i;
  }
  if (bits == none || sign == none || bits > sign || bits == begin || is_slow_ || !is_open(begin) || !has_room(1))
    return "";
  const std::string inner = code_.text(begin, sign);
  const int variant = add(ChangeKind::brackets, code_[begin].line, code_.text(begin, end), inner);
  before(begin,
         "(simt_variants::is(" + std::to_string(variant) + ") ? (" + inner + ") " + code_.text(sign, end) + " : ");
  return ")";
}

std::string VariantWriter::offer_difference_below_zero(std::size_t begin, std::size_t sign, std::size_t stop) {
  const auto end_of_side = [&](std::size_t from) { return from < sign ? sign : stop; };
  std::size_t minus = none;
  for (std::size_t k = begin; k < stop; ++k) {
    const bool is_plain = k == sign || code_[k].kind != TokenKind::punctuation || code_.is(k, ".");
    const bool is_minus = code_.is(k, "-") && k > begin && k != sign + 1 && minus == none;
    if (is_minus) minus = k;
    if (!is_plain && !is_minus) return "";
  }
  const std::size_t from = minus == none ? none : minus < sign ? begin : sign + 1;
  const Variable* const variable = minus == from + 1 ? find(code_[from].text) : nullptr;
  const auto has = [&](std::string_view text) { return variable->type.find(text) != std::string::npos; };
  const bool is_order = code_[sign].text.starts_with("<") || code_[sign].text.starts_with(">");
  if (minus == none || variable == nullptr || (!has("unsigned") && !has("size_t") && !has("uint")) || !is_order ||
      is_slow_ || !is_open(begin) || !has_room(1))
    return "";
  const auto side = [&](std::size_t at, std::size_t end) {
    if (at != from) return "(long long)(" + code_.text(at, end) + ")";
    return "(long long)(" + code_.text(at, minus) + ") - (long long)(" + code_.text(minus + 1, end) + ")";
  };
  const int variant =
      add(ChangeKind::below_zero, code_[begin].line, code_.text(from, end_of_side(from)), variable->name);
  before(begin, "(simt_variants::is(" + std::to_string(variant) + ") ? " + side(begin, sign) + " " + code_[sign].text +
                    " " + side(sign + 1, stop) + " : ");
  return ")";
}

}  // namespace simt::detail
