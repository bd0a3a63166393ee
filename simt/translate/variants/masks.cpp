// Changes of `x & (LENGTH - 1)`, the rest of a division where LENGTH is a power of two.
#include "simt/translate/variants/syntax.hpp"
#include "simt/translate/variants/writer.hpp"

namespace simt::detail {
namespace {

/// "RECORDS" of `(RECORDS - 1)`, and "256" of `255`; empty where [begin, last] is another mask.
std::string length_of_mask(const Code& code, std::size_t begin, std::size_t last) {
  const bool is_one_less = code.is(begin, "(") && last >= begin + 4 && code.is(last - 2, "-") &&
                           code.is(last - 1, "1") && code.is(last, ")");
  if (is_one_less) return code.text(begin + 1, last - 2);
  const std::string& text = code[begin].text;
  const bool is_plain =
      begin == last && !text.empty() && text.size() < 7 && text.find_first_not_of("0123456789") == std::string::npos;
  return is_plain ? std::to_string(std::stoll(text) + 1) : "";
}

bool is_power_of_two(const std::string& length) {
  constexpr std::size_t most_digits = 18;  // more need not fit
  if (length.size() > most_digits || length.find_first_not_of("0123456789") != std::string::npos) return false;
  const long long value = std::stoll(length);
  return (value & (value - 1)) == 0;
}

}  // namespace

std::size_t VariantWriter::masked(std::size_t i, std::size_t begin, std::size_t end) {
  constexpr std::size_t most_variants = 6;
  const std::size_t left = end_of_operand(i, end), sign = left == none ? none : left + 1;
  if (sign >= end || !code_.is(sign, "&") || !is_open(i) || is_slow_ || !has_room(most_variants)) return i;
  const std::size_t right = end_of_operand(sign + 1, end);
  if (right == none || code_[i].kind != TokenKind::identifier || is_changed(code_, i, left)) return i;
  const auto is_tighter = [&](std::size_t k) {
    return is_one_of(code_[k].text, std::array<std::string_view, 12>{"+", "-", "*", "/", "%", "<<", ">>", ".", "->",
                                                                     "::", "==", "!="});
  };
  if ((i > begin && is_tighter(i - 1)) || (right + 1 < end && is_tighter(right + 1))) return i;
  const Variable* const variable = left == i ? find(code_[i].text) : nullptr;
  const bool is_number = variable != nullptr && variable->kind == TypeClass::integer;
  const std::string length = length_of_mask(code_, sign + 1, right);
  if ((!is_number && !(left == i + 2 && is_one_of(code_[i].text, places))) || length.empty()) return i;

  const std::string whole = code_.text(i, right + 1), value = code_.text(i, sign);
  const std::string mask = "(" + code_.text(sign + 1, right + 1) + ")";
  before(i, "simt_variants::any(" + std::to_string(next()) + ", ");
  add(ChangeKind::surplus_rest, code_[i].line, whole, value);
  add(ChangeKind::other_operator, code_[i].line, whole, "% " + length);
  list_.back().is_same = is_power_of_two(length);
  add(ChangeKind::constant, code_[i].line, code_.text(sign + 1, right + 1), "2 *");
  add(ChangeKind::constant, code_[i].line, code_.text(sign + 1, right + 1), "/ 2");
  // `bits & 4` is 0 or 4.
  const std::string& bit = code_[right].text;
  const bool is_bit = sign + 1 == right && (bit == "2" || bit == "4" || bit == "8" || bit == "16");
  std::string of_bit;
  if (is_bit) {
    add(ChangeKind::factor, code_[i].line, whole, "/ 2");
    of_bit = ", (" + whole + ") / 2";
  }
  if (is_bit && bit != "2") {
    add(ChangeKind::factor, code_[i].line, whole, "/ " + bit);
    of_bit += ", (" + whole + ") / " + bit;
  }
  name(i, left + 1);
  parts(sign + 1, right + 1);
  after(right, ", " + value + ", " + value + " % (" + mask + " + 1), " + value + " & (2 * " + mask + " + 1), " + value +
                   " & (" + mask + " / 2)" + of_bit + ")");
  return right;
}

}  // namespace simt::detail
