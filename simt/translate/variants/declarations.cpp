#include "simt/translate/variants/writer.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "simt/translate/variants/syntax.hpp"

namespace simt::detail {
namespace {

constexpr std::size_t longest_guarded = 60;  // tokens that one condition is likely to be about

/// What a declaration begins with.
struct DeclaredType {
  std::size_t end = none;  ///< the first name that is declared; none if there is none
  bool is_fixed = false;   ///< nothing in the declaration may be changed
};

DeclaredType read_type(const Code& code, std::size_t begin, std::size_t end) {
  DeclaredType type;
  for (std::size_t i = begin; i < end && type.end == none; ++i) {
    if (code.is(i, "constexpr") || code.is(i, "using") || code.is(i, "typedef") || code.is(i, "struct") ||
        code.is(i, "extern"))
      type.is_fixed = true;
    if (code.is(i, "<")) {  // template arguments
      int depth = 0;
      for (; i < end; ++i) {
        depth += code.is(i, "<") ? 1 : code.is(i, ">") ? -1 : 0;
        if (depth == 0) break;
      }
      continue;
    }
    if (code[i].kind == TokenKind::identifier && i + 1 <= end &&
        (code.is(i + 1, "=") || code.is(i + 1, ";") || code.is(i + 1, ",") || code.is(i + 1, "[") ||
         code.is(i + 1, "(") || code.is(i + 1, "{") || i + 1 == end) &&
        i > begin)
      type.end = i;
  }
  return type;
}

}  // namespace

void VariantWriter::declaration(std::size_t begin, std::size_t end) {
  sign_variant_ = 0;
  statement_begin_ = begin;
  statement_end_ = end;
  plan_exchanges_here(begin, end);
  plan_exchanged_factors(begin, end);
  plan_turned_threads(begin, end, begin);
  const auto [type_end, is_plain] = read_type(code_, begin, end);
  if (type_end == none) return;
  if (is_device_ && code_.is(begin, "__shared__")) offer_larger(begin, end, type_end);
  std::size_t name = type_end;
  while (name < end) {
    const std::size_t stop = next_comma(code_, name, end);
    std::size_t value = name + 1;
    while (code_.is(value, "[") && code_.partner(value) != none) value = code_.partner(value) + 1;
    if (!is_plain && value < stop) first_value({begin, type_end, end, name, value, stop});
    declare(begin, type_end, name, false);
    begin_with_zero(is_plain, name, stop);
    name = stop + 1;
    // `float *const a = first, *const b = second;`
    constexpr std::array<std::string_view, 4> no_names{"*", "&", "const", "__restrict__"};
    while (name < end && is_one_of(code_[name].text, no_names)) ++name;
  }
}

void VariantWriter::first_value(const Declarator& one) {
  const auto& [begin, type_end, end, name, value, stop] = one;
  const Within within(*this, where_.empty() ? "the value of " + code_[name].text : where_);
  const bool is_list = code_.is(value, "{") || (code_.is(value, "=") && code_.is(value + 1, "{"));
  if (code_.is(value, "=") && !is_list) {
    const std::string thread = offer_thread(begin, value, stop);
    if (code_.is(type_end - 1, "bool")) {
      const std::size_t first_edit = edits_.size();
      const std::vector<std::string> outer = std::exchange(used_there_, indices_where(code_[name].text, stop));
      condition(value + 1, stop);
      used_there_ = outer;
      keep_original_condition(value + 1, stop, first_edit);
    } else if (!(code_.is(begin, "const") && is_for_dimensions(code_, value + 1, stop))) {
      first_number(one);
    }
    if (!thread.empty()) after(stop - 1, ", " + thread + ")");
  } else if (const std::size_t list = code_.is(value, "=") ? value + 1 : value;
             is_list && code_.partner(list) != none) {
    const bool is_array = code_.is(name + 1, "[");
    const Within within(*this, (is_array ? "the list " : "the value of ") + code_[name].text);
    values(list + 1, code_.partner(list));
  } else if (code_.is(value, "(") && code_.partner(value) != none) {
    arguments(value, code_.partner(value));
  }
}

std::vector<std::string> VariantWriter::indices_where(const std::string& condition, std::size_t from) const {
  constexpr std::size_t most = 2;
  std::vector<std::string> found;
  int depth = 0;
  for (std::size_t k = from; k + 2 < code_.size() && depth >= 0 && found.size() < most; ++k) {
    if (code_.is(k, "{")) ++depth;
    if (code_.is(k, "}")) --depth;
    if (!code_.is(k, condition)) continue;
    // `there ? in[i + T] : 0`
    std::size_t begin = k + 1, end = k + 1;
    if (code_.is(k + 1, "?")) {
      while (end < code_.size() && !code_.is(end, ":") && !code_.is(end, ";")) {
        end = code_.opens(end) && code_.partner(end) != none ? code_.partner(end) + 1 : end + 1;
      }
    } else if (code_.is(k - 1, "(") && code_.is(k - 2, "if") && code_.is(k + 1, ")")) {
      const bool is_block = code_.is(k + 2, "{") && code_.partner(k + 2) != none;
      begin = k + 2;
      end = is_block ? std::min(code_.partner(k + 2), k + longest_guarded) : semicolon(code_, k + 2);
    }
    for (const std::string& index : indices_in(begin, end)) {
      if (std::find(found.begin(), found.end(), index) == found.end()) found.push_back(index);
    }
  }
  return found;
}

void VariantWriter::first_number(const Declarator& one) {
  const auto& [begin, type_end, end, name, value, stop] = one;
  const bool is_narrow = name == type_end && stop == end && offer_wider(begin, name, end);
  const bool is_limited = stop == end && offer_later_value(value + 1, stop);
  const std::string rest = is_one_of(code_[type_end - 1].text, integers) ? offer_rest_of_row(value + 1, stop) : "";
  std::string tail = is_one_of(code_[type_end - 1].text, integers) ? offer_other_sums(value + 1, stop) : "";
  if (is_one_of(code_[type_end - 1].text, integers)) tail = offer_neighbours(value + 1, stop) + tail;
  if (code_.is(type_end - 1, "float") || code_.is(type_end - 1, "double")) {
    tail = offer_zero_first(code_[name].text, value + 1, stop);
    tail = offer_factor_of_first(code_[name].text, value + 1, stop) + tail;
  }
  const bool is_cut_short = tail.empty() && offer_whole_pieces(value + 1, stop);
  if (!is_cut_short) {
    const std::size_t first_edit = edits_.size();
    expression(value + 1, stop);
    // An array's name is no pointer in a choice of two.
    const bool is_number = is_one_of(code_[type_end - 1].text, integers) || code_.is(type_end - 1, "float") ||
                           code_.is(type_end - 1, "double");
    if (is_number && name == type_end) keep_original_value(value + 1, stop, first_edit);
  }
  if (!tail.empty()) after(stop - 1, tail);
  if (!rest.empty()) after(stop - 1, rest);
  if (is_limited) after(stop - 1, "))");
  if (is_narrow) after(stop - 1, ")");
}

bool VariantWriter::offer_later_value(std::size_t begin, std::size_t stop) {
  // `const int threads = blocks * 256; if (blocks > most) blocks = most;`
  const std::size_t next = stop + 1,
                    close = code_.is(next, "if") && code_.is(next + 1, "(") ? code_.partner(next + 1) : none;
  const bool is_assigned = close != none && code_[close + 1].kind == TokenKind::identifier && code_.is(close + 2, "=");
  const std::size_t end = is_assigned ? semicolon(code_, close + 1) : none;
  const Variable* const limited = is_assigned ? find(code_[close + 1].text) : nullptr;
  if (end == none || limited == nullptr || limited->kind != TypeClass::integer || is_slow_ ||
      !names_in(begin, stop).contains(limited->name) || !is_known_here(next + 2, close) ||
      !is_known_here(close + 3, end) || !is_known_here(begin, stop) || follows_directive(next) || !is_open(begin) ||
      !has_room(1))
    return false;
  const std::string limit = code_.text(next, end) + ";", value = code_.text(begin, stop);
  const int variant = add(ChangeKind::order, code_[begin].line, value, code_.text(next, end), code_[next].line);
  before(begin, "(simt_variants::is(" + std::to_string(variant) + ") ? [=]() mutable { " + limit + " return " + value +
                    "; }() : (");
  return true;
}

std::string VariantWriter::offer_rest_of_row(std::size_t begin, std::size_t stop) {
  constexpr std::size_t most = 3;
  // `const int y = i / width;`
  const bool is_quotient = stop == begin + 3 && code_.is(begin + 1, "/") && find(code_[begin].text) != nullptr;
  if (!is_quotient || is_slow_ || !is_device_ || !is_known_here(begin, stop)) return "";
  std::string tail;
  for (const std::string& extent : extents_beside(code_[begin + 2].text, most)) {
    if (!is_open(begin) || !has_room(1)) break;
    const int variant = add(ChangeKind::lacks_rest, code_[begin].line, code_.text(begin, stop), "% " + extent);
    before(begin, "simt_variants::any(" + std::to_string(variant) + ", ");
    tail = ", " + code_.text(begin, stop) + " % simt_variants::divisor(" + extent + "))" + tail;
  }
  return tail;
}

bool VariantWriter::offer_whole_pieces(std::size_t begin, std::size_t stop) {
  const Variable* const given = find(code_[begin].text);
  const bool is_one_number =
      stop == begin + 1 && given != nullptr && given->is_parameter && given->kind == TypeClass::integer && !is_slow_;
  if (!is_one_number || !is_open(begin) || !has_room(1)) return false;
  const std::string piece = length_of_pieces(stop);
  if (piece.empty()) return false;
  const std::string own = code_[begin].text;
  const int variant = add(ChangeKind::rounded_down, code_[begin].line, own, "to a multiple of " + piece);
  before(begin, "(simt_variants::is(" + std::to_string(variant) + ") ? (" + own + " + " + piece + " - 1) / " + piece +
                    " * " + piece + " : ");
  expression(begin, stop);
  after(begin, ")");
  return true;
}

std::string VariantWriter::length_of_pieces(std::size_t from) const {
  // Behind `from`, or else in a helper that turns a place into an index: `place / BURST * BURST + place % BURST`.
  std::string elsewhere;
  const std::vector<std::string> known = constants_at(from);  // and not what another function has
  for (const std::size_t i : rests_by_constants_) {
    const std::string& length = code_[i + 1].text;
    if (i > from && function_->has(code_[i].line)) return length;
    const bool is_known = std::find(known.begin(), known.end(), length) != known.end();
    if (elsewhere.empty() && is_known && is_used_at(code_[i].line)) elsewhere = length;
  }
  return elsewhere;
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
  // A longer array of one dimension has its elements in the same banks.
  const bool is_alike = is_slow_ && extents.size() == 1;
  if (!is_array || is_alike || name != begin + 2 || !is_open(begin) || follows_directive(begin) ||
      !has_room(extents.size()))
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
  const std::string id = std::to_string(begin), own = "simt_small_" + id, place = "simt_large_" + id;
  // Otherwise the compiler may load from both arrays and choose then, and nothing is stored to the larger one.
  const std::string larger = "simt_variants::hidden(&" + place + "[0])";
  const std::string more = std::to_string(add(ChangeKind::too_small, code_[name].line, text, "more"));
  code_.replace(name, own);
  const std::string room = "simt_variants::times_larger<sizeof " + own + ">";
  std::string all = " __shared__ " + type + " " + place + "[" + room + " > 1 ? " + room + " * sizeof " + own +
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

std::string VariantWriter::offer_thread(std::size_t begin, std::size_t value, std::size_t stop) {
  bool has_block = false, has_thread = false;
  std::string thread = "threadIdx.x";
  for (std::size_t i = value + 1; i < stop; ++i) {
    if (code_.is(i, "blockIdx")) {
      has_block = true;
      if (code_.is(i + 2, "y")) thread = "threadIdx.y";
    }
    has_thread = has_thread || code_.is(i, "threadIdx") || code_.is(i, "?") || code_.is(i, "<");
  }
  const bool is_number = is_one_of(code_[begin].text, integers) || is_one_of(code_[begin + 1].text, integers);
  if (!is_device_ || !has_block || has_thread || !is_number || !is_open(value + 1) || !has_room(1)) return "";
  const std::string text = code_.text(value + 1, stop);
  const int variant = add(ChangeKind::lacks_term, code_[value].line, text, "+ " + thread);
  before(value + 1, "simt_variants::plus(" + std::to_string(variant) + ", ");
  return thread;
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

}  // namespace simt::detail
