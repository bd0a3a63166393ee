#include "simt/translate/variants/writer.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

/// The sign of the assignment [begin, end), outside of brackets; none where it is no assignment.
std::size_t sign_of_assignment(const Code& code, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    if (code.opens(i) && code.partner(i) != none) {
      i = code.partner(i);
    } else if (is_assignment(code, i)) {
      return i;
    }
  }
  return none;
}

}  // namespace

void VariantWriter::simple(std::size_t begin, std::size_t end) {
  sign_variant_ = 0;
  statement_begin_ = begin;
  statement_end_ = end;
  plan_line_terms(begin, end);
  plan_equal_indices(begin, end);
  plan_exchanges_here(begin, end);
  plan_exchanged_factors(begin, end);
  plan_turned_threads(begin, end, begin);
  // Of a launch, what it is given may be right, and only its grid turned.
  for (std::size_t i = begin; i < end && !is_device_; ++i) {
    if (!code_.is(i, "<<<")) continue;
    const Within within(*this, "the numbers of the launch");
    plan_exchanges_here(i + 1, std::min(end, next_comma(code_, i + 1, end)));
  }
  plan_other_sides(begin, end);
  const std::size_t sign = sign_of_assignment(code_, begin, end);
  if (sign == none) return expression(begin, end);
  const bool sets = code_.is(sign, "=");
  bool has_second = false;
  for (std::size_t i = sign + 1; i < end; ++i) has_second = has_second || code_.is(i, "=");
  const bool is_either = !has_second && offer_other_assignments(begin, sign);
  const std::string of_macro = offer_brackets_of_target(begin, sign);
  if (begin + 1 < sign) parts(begin, sign);  // a plain name stays
  if (!of_macro.empty()) after(sign - 1, of_macro);
  const bool divides = code_.is(sign, "/=") || code_.is(sign, "%=");
  if (divides) before(sign + 1, "simt_variants::divisor(");
  const bool may_be_zero = sets && !has_second && begin_zero(begin, sign);
  assigned_value(begin, sign, end, has_second);
  if (may_be_zero) end_zero(end);
  if (divides) after(end - 1, ")");
  if (is_either) before(end, ")");
}

bool VariantWriter::offer_other_assignments(std::size_t begin, std::size_t sign) {
  const std::vector<std::string_view> others = other_signs(code_[sign].text, /*is_name=*/begin + 1 == sign);
  if (others.empty() || !is_open(sign) || !is_open(begin) || !has_room(others.size())) return false;
  const Within within(*this, code_[sign].text);
  std::string signs = sign_number(code_[sign].text);
  const int first = next();
  for (const std::string_view other : others) {
    add(ChangeKind::assignment, code_[sign].line, code_.text(begin, sign), std::string(other));
    signs += ", " + sign_number(other);
  }
  before(begin, "simt_variants::assign<" + signs + ">(" + std::to_string(first) + ", ");
  code_.replace(sign, ",");
  return true;
}

void VariantWriter::assigned_value(std::size_t begin, std::size_t sign, std::size_t end, bool has_second) {
  const bool sets = code_.is(sign, "=");
  // `description.normalizedCoords = 1`
  const bool is_member = sets && sign > begin + 1 && code_.is(sign - 2, ".");
  const Within within(*this, is_member ? "the value of " + code_[sign - 1].text : where_);
  // `start += ROWS * height`
  const Variable* const place = begin + 1 == sign ? find(code_[begin].text) : nullptr;
  const bool is_place =
      place != nullptr && (place->kind == TypeClass::integer || (place->kind == TypeClass::pointer && !sets));
  const std::string other_sums = is_place && !has_second ? offer_other_sums(sign + 1, end) : "";
  const std::string other_step = is_place && !has_second ? offer_other_step(begin, sign, end) : "";
  const bool is_first = place != nullptr && place->kind == TypeClass::real && sets && !has_second;
  const std::string factor = is_first ? offer_factor_of_first(place->name, sign + 1, end) : "";
  const bool has_sign = sets && !has_second && offer_other_sign(begin, sign, end);
  const std::string addends = sets && !has_second ? offer_stored_addends(begin, sign, end) : "";
  expression(sign + 1, end);
  if (!addends.empty()) after(end - 1, addends);
  if (!factor.empty()) after(end - 1, factor);
  if (!other_step.empty()) after(end - 1, other_step);
  if (!other_sums.empty()) after(end - 1, other_sums);
  if (has_sign) after(end - 1, ")");
}

std::string VariantWriter::offer_other_step(std::size_t begin, std::size_t sign, std::size_t end) {
  constexpr std::size_t most = 2;
  // `source += hop; target += blockDim.x;`, or both in the head of a loop, with a comma between them
  std::vector<std::pair<std::size_t, std::size_t>> beside;
  const auto ends_before = [&](std::size_t k) { return code_.is(k, ";") || code_.is(k, ",") || code_.is(k, "{"); };
  std::size_t first = begin;
  while (beside.size() < most && first > 1 && (code_.is(first - 1, ";") || code_.is(first - 1, ","))) {
    const std::size_t last = first - 1;
    for (--first; first > 0 && !ends_before(first - 1) && !code_.is(first - 1, "}") && !code_.is(first - 1, ")");) {
      --first;
    }
    beside.emplace_back(first, last);
  }
  std::size_t last = end;
  for (std::size_t count = 0; count < most && (code_.is(last, ";") || code_.is(last, ",")); ++count) {
    const std::size_t next = last + 1;
    if (next + 2 >= code_.size()) break;
    last = std::min(semicolon(code_, next), next_comma(code_, next, code_.size()));
    // The head of a loop ends with a bracket.
    for (std::size_t k = next; k < last; ++k) {
      if (code_.opens(k) && code_.partner(k) != none) k = code_.partner(k);
      if (code_.closes(k)) last = k;
    }
    beside.emplace_back(next, last);
  }
  const Variable* const own = find(code_[begin].text);
  const std::string step = code_.text(sign + 1, end);
  std::string tail;
  std::set<std::string> offered{step};
  for (const auto& [from, to] : beside) {
    const Variable* const other = from + 2 < to ? find(code_[from].text) : nullptr;
    const bool walks = other != nullptr && own != nullptr && other->kind == TypeClass::pointer &&
                       own->kind == TypeClass::pointer && other->name != own->name &&
                       code_.is(from + 1, code_[sign].text) && is_known_here(from + 2, to);
    const std::string text = walks ? code_.text(from + 2, to) : "";
    if (!walks || is_slow_ || !is_open(begin) || !has_room(1) || !offered.insert(text).second) continue;
    const int variant = add(ChangeKind::other_step, code_[begin].line, step, text, code_[from].line);
    list_.back().where = own->name + " and " + other->name;
    before(sign + 1, "simt_variants::any(" + std::to_string(variant) + ", ");
    tail = ", " + text + ")" + tail;
  }
  return tail;
}

std::string VariantWriter::offer_stored_addends(std::size_t begin, std::size_t sign, std::size_t end) {
  constexpr std::size_t most = 3;
  const std::size_t value = sign + 1;
  const Variable* const own = value + 1 == end ? find(code_[value].text) : nullptr;
  const bool is_number = own != nullptr && (own->kind == TypeClass::integer || own->kind == TypeClass::real);
  const bool is_element = code_.is(sign - 1, "]") || code_.is(begin, "*");
  std::string tail;
  if (!is_device_ || is_slow_ || !is_number || !is_element || own->is_parameter || !is_open(value)) return tail;
  const Within within(*this, "the value that is stored");
  std::size_t offered = 0;
  for (auto other = variables_.rbegin(); other != variables_.rend() && offered < most; ++other) {
    const bool is_like = other->type == own->type && other->kind == own->kind && !other->is_parameter;
    if (!is_like || other->name == own->name || !has_room(1)) continue;
    const int variant = add(ChangeKind::lacks_term, code_[value].line, own->name, "+ " + other->name);
    before(value, "simt_variants::plus(" + std::to_string(variant) + ", ");
    tail = ", " + other->name + ")" + tail;
    ++offered;
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

void VariantWriter::offer_exchanged_sides(std::size_t begin, std::size_t end) {
  // `p[partner(j, n)] = -in[j];`
  const std::size_t left_end = code_.is(begin + 1, "[") ? code_.partner(begin + 1) : none;
  if (left_end == none || !code_.is(left_end + 1, "=") || !is_device_ || is_slow_ || !is_open(begin) ||
      follows_directive(begin) || !has_room(1))
    return;
  std::size_t right = none, elements = 0;
  for (std::size_t k = left_end + 2; k < end; ++k) {
    if (code_.is(k, "[") && ++elements == 1) right = k;
    // What is done once must not be done elsewhere.
    if (is_assignment(code_, k) || code_.is(k, "++") || code_.is(k, "--") || code_.is(k, "{") || code_.is(k, "?") ||
        code_[k].text.starts_with("atomic"))
      return;
  }
  const std::size_t right_end = right == none || elements != 1 ? none : code_.partner(right);
  const auto is_pointer = [&](std::size_t k) {
    const Variable* const variable = code_[k].kind == TokenKind::identifier ? find(code_[k].text) : nullptr;
    return variable != nullptr && variable->kind == TypeClass::pointer;
  };
  const bool is_element = right_end != none && is_pointer(begin) && is_pointer(right - 1) &&
                          !code_.is(right_end + 1, ".") && !code_.is(right - 1, code_[begin].text);
  const std::string of_left = code_.text(begin + 2, left_end),
                    of_right = right_end == none ? "" : code_.text(right + 1, right_end);
  if (!is_element || of_left == of_right || of_right.empty()) return;
  const int variant = add(ChangeKind::exchanged_sides, code_[begin].line, of_left, of_right);
  before(begin, "if (simt_variants::is(" + std::to_string(variant) + ")) { " + code_.text(begin, begin + 2) + of_right +
                    code_.text(left_end, right + 1) + of_left + code_.text(right_end, end) + "; } else ");
}

std::string VariantWriter::offer_number_of_warps(std::size_t i, std::size_t close) {
  const Variable* const array = find(code_[i].text);
  const bool is_element = array != nullptr && array->kind == TypeClass::array && !is_changed(code_, i, close) &&
                          !code_.is(close + 1, "[") && !code_.is(close + 1, ".");
  if (!is_device_ || is_slow_ || !is_element || !is_open(i) || !has_room(1)) return "";
  const std::string index = code_.text(i + 2, close), element = code_.text(i, close + 1);
  const std::vector<std::string> known = lanes();
  const bool is_lane = std::find(known.begin(), known.end(), index) != known.end();
  if (!is_lane && index != "threadIdx.x") return "";
  const int variant = add(ChangeKind::lacks_zero, code_[i].line, element, index + " < blockDim.x / 32");
  // What no thread has stored is not read.
  before(i, "(simt_variants::is(" + std::to_string(variant) + ") && int(" + index +
                ") >= int(blockDim.x * blockDim.y * blockDim.z + 31) / 32 ? decltype(" + element + " + 0)(0) : ");
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
