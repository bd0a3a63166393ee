// Characters, and other numbers, whose sign sets bits that belong to others.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "simt/translate/variants/syntax.hpp"
#include "simt/translate/variants/writer.hpp"

namespace simt::detail {
namespace {

/// Of what a variable is declared with: "char ", "signed char ".
bool is_signed_character(std::string_view type) {
  return type == "char " || type == "signed char " || type == "int8_t " || type == "std :: int8_t ";
}

/// Of an array or a pointer, whether its elements are such characters: "__shared__ char ", "char * ".
bool has_signed_characters(std::string_view type) {
  const bool is_character =
      type.find("char ") != std::string_view::npos || type.find("int8_t ") != std::string_view::npos;
  return is_character && type.find('u') == std::string_view::npos;  // unsigned, uint8_t
}

/// "char4 ", or an array of it.
bool is_character_vector(std::string_view type) {
  return type.find("uchar") == std::string_view::npos &&
         (type.find("char4 ") != std::string_view::npos || type.find("char2 ") != std::string_view::npos);
}

/// Behind `char` or `signed char` at `i`, with or without const; none where another type stands there.
std::size_t end_of_character_type(const Code& code, std::size_t i) {
  if (code.is(i, "const")) ++i;
  if (code.is(i, "signed") && code.is(i + 1, "char")) ++i;
  if (!code.is(i, "char") && !code.is(i, "int8_t")) return none;
  return code.is(i + 1, "const") ? i + 2 : i + 1;
}

}  // namespace

int VariantWriter::variant_of_sign(std::size_t i, std::size_t last, std::size_t begin, std::size_t end) {
  // All characters of a statement are changed together.
  int& variant = i == begin && last + 1 == end ? later_sign_variant_ : sign_variant_;
  if (variant == 0) variant = add(ChangeKind::sign, code_[i].line, code_.text(i, last + 1), "unsigned");
  return variant;
}

bool VariantWriter::returns_character(std::string_view name) {
  return std::any_of(index_.functions.begin(), index_.functions.end(), [&](const SourceFunction& one) {
    if (one.name != name || one.is_kernel) return false;
    const std::string& types = known_types_of(one);
    const bool is_character =
        types.starts_with("char ") || types.starts_with("signed char ") || types.starts_with("int8_t ");
    return is_character && !types.starts_with("char *") && !types.starts_with("char &");
  });
}

bool VariantWriter::is_sum_of_bits(std::size_t begin, std::size_t end) const {
  // `(word << 8) + c`, or `word * 256 + c`
  for (std::size_t k = begin; k + 1 < end; ++k) {
    if (code_.is(k, "<<") || (code_.is(k, "*") && (code_.is(k + 1, "256") || code_.is(k + 1, "256u")))) return true;
  }
  return false;
}

bool VariantWriter::is_character_at(std::size_t i, std::size_t last) {
  const Variable* const variable = find(code_[i].text);
  if (variable != nullptr && last == i) return is_signed_character(variable->type);
  if (variable != nullptr && code_.is(i + 1, "[")) return has_signed_characters(variable->type);
  return end_of_character(i, last + 1) == last;
}

bool VariantWriter::is_character_field(std::size_t member) const {
  // `char cells[SIDE][SIDE + 4];`
  for (std::size_t k = 2; k + 1 < code_.size(); ++k) {
    const bool is_declared = code_.is(k - 1, "char") && !code_.is(k - 2, "unsigned") && code_.is(k, code_[member].text);
    if (is_declared && (code_.is(k + 1, ";") || code_.is(k + 1, "["))) return true;
  }
  return false;
}

std::size_t VariantWriter::end_of_character(std::size_t i, std::size_t end) {
  const auto in_brackets = [&](std::size_t open) {
    const std::size_t close = open < end && code_.is(open, "(") ? code_.partner(open) : none;
    return close < end ? close : none;
  };
  const auto with_subscripts = [&](std::size_t last) {
    std::size_t found = last;
    while (found + 1 < end && code_.is(found + 1, "[") && code_.partner(found + 1) < end)
      found = code_.partner(found + 1);
    return found;
  };
  const bool is_member = i > 0 && (code_.is(i - 1, ".") || code_.is(i - 1, "->") || code_.is(i - 1, "::"));
  if (is_member || i >= end) return none;
  // `letter(tile, k)` and `char(x)`
  if (code_[i].kind == TokenKind::identifier && code_.is(i + 1, "(")) {
    return code_.is(i, "char") || returns_character(code_[i].text) ? in_brackets(i + 1) : none;
  }
  if (const Variable* const variable = find(code_[i].text); variable != nullptr) {
    // `quad.x`, `tile.cells[k]`
    std::size_t at = with_subscripts(i), member = none;
    while (at + 2 < end && (code_.is(at + 1, ".") || code_.is(at + 1, "->"))) {
      member = at + 2;
      at = with_subscripts(member);
    }
    const bool is_character = member != none && (is_character_vector(variable->type) ? code_[member].text.size() == 1
                                                                                     : is_character_field(member));
    return is_character ? at : none;
  }
  // `static_cast<char>(x)`, `reinterpret_cast<const char*>(p)[k]`
  if (is_one_of(code_[i].text, casts) && code_.is(i + 1, "<")) {
    const std::size_t type_end = end_of_character_type(code_, i + 2);
    if (type_end == none) return none;
    const bool is_pointer = code_.is(type_end, "*");
    const std::size_t close = code_.is(is_pointer ? type_end + 1 : type_end, ">")
                                  ? in_brackets(is_pointer ? type_end + 2 : type_end + 1)
                                  : none;
    if (close == none || !is_pointer) return close;
    const std::size_t last = with_subscripts(close);
    return last == close ? none : last;
  }
  // `*reinterpret_cast<const char*>(p)`, `*(const char*)p`
  const bool is_dereferenced = code_.is(i, "*") && i > 0 && code_[i - 1].kind == TokenKind::punctuation &&
                               !code_.is(i - 1, ")") && !code_.is(i - 1, "]");
  const std::size_t type = is_dereferenced ? i + 1 : i;
  if (is_dereferenced && is_one_of(code_[type].text, casts) && code_.is(type + 1, "<")) {
    const std::size_t type_end = end_of_character_type(code_, type + 2);
    const bool is_pointer = type_end != none && code_.is(type_end, "*") && code_.is(type_end + 1, ">");
    return is_pointer ? in_brackets(type_end + 2) : none;
  }
  // `(char)x`, `((const char*)p)[k]`
  const bool has_two = !is_dereferenced && code_.is(type, "(") && code_.is(type + 1, "(");
  const std::size_t open = has_two ? type + 1 : type;
  const std::size_t type_end = code_.is(open, "(") ? end_of_character_type(code_, open + 1) : none;
  if (type_end == none) return none;
  const bool is_pointer = code_.is(type_end, "*");
  if (!code_.is(is_pointer ? type_end + 1 : type_end, ")") || is_pointer != (is_dereferenced || has_two)) return none;
  if (has_two) {
    const std::size_t close = in_brackets(type), last = close == none ? none : with_subscripts(close);
    return last == close ? none : last;
  }
  const std::size_t operand = is_pointer ? type_end + 2 : type_end + 1;
  if (operand >= end) return none;
  if (code_.is(operand, "(")) return in_brackets(operand);
  return code_[operand].kind == TokenKind::identifier && !code_.is(operand + 1, "(") ? with_subscripts(operand) : none;
}

std::size_t VariantWriter::offer_unsigned_character(std::size_t i, std::size_t begin, std::size_t end) {
  const bool is_new = i != offered_character_ && !is_slow_ && is_device_ && is_open(i) &&
                      (sign_variant_ != 0 || later_sign_variant_ != 0 || has_room(1));
  const std::size_t last = is_new ? end_of_character(i, end) : none;
  if (last == none || is_changed(code_, i, last) || code_.is(last + 1, ".") || code_.is(last + 1, "->")) return none;
  const bool is_all = i == begin && last + 1 == end;
  if (!(is_all && (is_shifted_later(i) || is_returned_as_number(i, last))) &&
      !is_among_bits(i, last, begin, end, /*may_be_shifted=*/true))
    return none;
  before(i, "simt_variants::without_sign(" + std::to_string(variant_of_sign(i, last, begin, end)) + ", ");
  offered_character_ = i;
  parts(i, last + 1);
  after(last, ")");
  return last;
}

std::size_t VariantWriter::offer_unsigned(std::size_t i, std::size_t begin, std::size_t end) {
  const Variable* const variable = find(code_[i].text);
  const bool is_member = i > 0 && (code_.is(i - 1, ".") || code_.is(i - 1, "->"));
  if (variable == nullptr || is_slow_ || is_member || !is_open(i) || !has_room(1)) return none;
  const bool is_character = is_signed_character(variable->type);
  bool has_long = false;
  for (std::size_t k = statement_begin_; k < statement_end_; ++k) {
    const Variable* const beside = find(code_[k].text);
    const bool is_long =
        beside != nullptr && beside->kind == TypeClass::integer &&
        (beside->type.find("long") != std::string::npos || beside->type.find("64_t") != std::string::npos);
    // `state << 32`
    const bool is_far = code_.is(k, "<<") && code_[k + 1].text == "32";
    has_long =
        has_long || is_long || is_far || code_.is(k, "long") || code_.is(k, "uint64_t") || code_.is(k, "int64_t");
  }
  const bool is_extended = variable->type == "int " && has_long;
  // `(state << 32) + value`
  const bool is_sum = is_extended && (code_.is(i + 1, "+") || code_.is(i - 1, "+")) &&
                      code_.text(statement_begin_, statement_end_).find("<< 32") != std::string::npos;
  if ((!is_character && !is_extended) || is_changed(code_, i, i) ||
      !(is_sum || is_among_bits(i, i, begin, end, is_character)))
    return none;
  const int variant = is_character ? variant_of_sign(i, i, begin, end)
                                   : add(ChangeKind::sign, code_[i].line, code_[i].text, "unsigned long long");
  before(i, (is_character ? "simt_variants::without_sign(" : "simt_variants::zero_extended(") +
                std::to_string(variant) + ", ");
  const std::size_t last = name(i, end);
  after(last, ")");
  return last;
}

std::size_t VariantWriter::element_among_bits(std::size_t i, std::size_t begin, std::size_t end) {
  const bool is_open_here = is_open(i) && (sign_variant_ != 0 || later_sign_variant_ != 0 || has_room(1));
  const bool is_member = i > 0 && (code_.is(i - 1, ".") || code_.is(i - 1, "->"));
  std::size_t last = i;
  while (code_.is(last + 1, "[") && code_.partner(last + 1) != none) last = code_.partner(last + 1);
  if (last == i || last >= end || is_member || !is_open_here || is_changed(code_, i, last)) return none;
  if (code_.is(last + 1, ".") || code_.is(last + 1, "->")) return none;
  if (i == begin && last + 1 == end && (is_shifted_later(i) || is_returned_as_number(i, last))) return last;
  return is_among_bits(i, last, begin, end, /*may_be_shifted=*/true) ? last : none;
}

bool VariantWriter::is_returned_as_number(std::size_t i, std::size_t last) {
  const bool is_returned = i > 0 && code_.is(i - 1, "return") && code_.is(last + 1, ";");
  if (!is_returned || !is_character_at(i, last)) return false;
  const std::string& types = known_types_of(*function_);
  return types.starts_with("int ") || (types.starts_with("unsigned ") && !types.starts_with("unsigned char")) ||
         types.starts_with("uint32_t ");
}

bool VariantWriter::is_shifted_later(std::size_t value) const {
  // `int c = text[k];`
  const bool is_declared = value > statement_begin_ + 2 && code_.is(value - 1, "=") &&
                           code_[value - 2].kind == TokenKind::identifier && is_one_of(code_[value - 3].text, integers);
  constexpr std::size_t reach = 12;  // tokens
  int depth = 0;
  for (std::size_t k = value; is_declared && k < code_.size() && depth >= 0; ++k) {
    if (code_.is(k, "{")) ++depth;
    if (code_.is(k, "}")) --depth;
    if (code_[k].text != code_[value - 2].text) continue;
    if (code_.is(k - 1, "|") || code_.is(k + 1, "|") || code_.is(k + 1, "<<")) return true;
    // `word = (word << 8) + c;`
    const bool is_summed = code_.is(k - 1, "+") || code_.is(k + 1, "+");
    if (is_summed && is_sum_of_bits(k - std::min(k, reach), std::min(semicolon(code_, k), k + reach))) return true;
  }
  return false;
}

bool VariantWriter::is_among_bits(std::size_t i, std::size_t last, std::size_t begin, std::size_t end,
                                  bool may_be_shifted) {
  // `static_cast<unsigned>(c[k]) << 8` and `unsigned(c[k]) << 8`: the sign is there before the conversion.
  std::size_t first = i, stop = last + 1;
  const bool is_in_brackets = i > statement_begin_ + 1 && code_.is(i - 1, "(") && code_.partner(i - 1) == stop;
  if (is_in_brackets && is_one_of(code_[i - 2].text, integers)) first = i - 2;
  if (is_in_brackets && code_.is(i - 2, ">")) {
    std::size_t open = i - 2;
    while (open > statement_begin_ && !code_.is(open, "<")) --open;
    if (is_one_of(code_[open - 1].text, casts)) first = open - 1;
  }
  if (first < i) ++stop;
  // `(unsigned)c[k] << 8`
  if (i > statement_begin_ + 2 && code_.is(i - 1, ")") && code_.is(i - 3, "(") &&
      is_one_of(code_[i - 2].text, integers))
    first = i - 3;
  const bool is_converted = first < i;
  const std::size_t from = is_converted ? statement_begin_ : begin, to = is_converted ? statement_end_ : end;
  const bool is_shifted = stop < to && code_.is(stop, "<<");
  const auto is_beside = [&](std::string_view sign) {
    return (stop < to && code_.is(stop, sign)) || (first > from && code_.is(first - 1, sign));
  };
  // `unsigned(c[0]) + (unsigned(c[1]) << 8)`; of a plain sum, `(row << 5) + t[k]`, only what is known to be a
  // character.
  const bool is_summed = (is_converted || is_character_at(i, last)) && is_beside("+") && is_sum_of_bits(from, to);
  return is_beside("|") || (may_be_shifted && (is_shifted || is_summed));
}

}  // namespace simt::detail
