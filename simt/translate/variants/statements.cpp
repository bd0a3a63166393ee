#include "simt/translate/variants/writer.hpp"

#include <string>
#include <utility>
#include <vector>

#include "simt/translate/variants/syntax.hpp"

namespace simt::detail {

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
    if (is_in_block) offer_rest(i);
    if (is_in_block) offer_loop_of_block(i);
    const std::string of_block = is_in_block && !follows_directive(i) ? asked_of_block(i) : "";
    if (!of_block.empty()) before(i, "if (" + of_block + ") ");
    return if_statement(i, resets);
  }
  if (code_.is(i, "for") && code_.is(i + 1, "(")) return for_statement(i);
  if (code_.is(i, "while") && code_.is(i + 1, "(") && code_.partner(i + 1) != none) {
    return while_statement(i, is_in_block);
  }
  if (code_.is(i, "do")) return do_statement(i, is_in_block);
  if (code_.is(i, "switch") && code_.is(i + 1, "(") && code_.partner(i + 1) != none) {
    expression(i + 2, code_.partner(i + 1));
    const bool outer_break = std::exchange(can_break_, false);
    found.end = statement(code_.partner(i + 1) + 1, resets).end;
    can_break_ = outer_break;
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
    offer_other_jump(i);
    return found;
  }
  // `Word(*const tile)[PITCH] = tiles[warp];`: what it leads to has the type that it says.
  const std::size_t close = code_.is(i + 1, "(") && code_.is(i + 2, "*") ? code_.partner(i + 1) : none;
  if (close != none && code_.is(close + 1, "[")) return found;
  if (is_declaration(code_, i)) {
    const std::string outer = is_in_block ? use_outer(i, found.end) : "";
    const std::size_t known = variables_.size();
    declaration(i, found.end);
    if (!outer.empty()) after(found.end, outer);
    if (is_in_block) offer_zeros(i, found.end, known);
    return found;
  }
  found.is_simple = found.end > i;
  offer_exchanged_sides(i, found.end);
  const std::size_t first_edit = edits_.size();
  simple(i, found.end);
  keep_original_statement(i, found.end, first_edit);
  return found;
}

void VariantWriter::offer_rest(std::size_t i) {
  // `if (x >= width) x -= width;`
  const std::size_t close = code_.is(i + 1, "(") ? code_.partner(i + 1) : none;
  const Variable* const left = find(code_[i + 2].text);
  if (close == none || left == nullptr || left->kind != TypeClass::integer || !code_.is(i + 3, ">=")) return;
  const std::size_t at = code_.is(close + 1, "{") ? close + 2 : close + 1;
  const std::size_t end = semicolon(code_, at);
  const std::string own = code_.text(i + 4, close);
  const bool is_subtracted = code_.is(at, left->name) && code_.is(at + 1, "-=") && code_.text(at + 2, end) == own &&
                             is_known_here(i + 4, close);
  if (!is_subtracted || is_slow_ || !is_open(i) || follows_directive(i) || !has_room(1)) return;
  const int variant = add(ChangeKind::subtracted_once, code_[at].line, left->name, own);
  before(i, "if (simt_variants::is(" + std::to_string(variant) + ")) { " + left->name + " %= simt_variants::divisor(" +
                own + "); } ");
}

void VariantWriter::returned(std::size_t begin, std::size_t end) {
  sign_variant_ = 0;
  statement_begin_ = begin;
  statement_end_ = end;
  if (code_.is(begin, "{") && code_.partner(begin) == end - 1) {
    const Within within(*this, "what " + function_->name + " returns");
    return values(begin + 1, end - 1);
  }
  if (!returns_count_ || !is_open(begin) || !has_room(2)) return comparisons(begin, end);
  const Within within(*this, "what " + function_->name + " returns");
  const std::string text = code_.text(begin, end);
  const int more = add(ChangeKind::off_by_one, code_[begin].line, text, "+ 1");
  add(ChangeKind::off_by_one, code_[begin].line, text, "- 1");
  before(begin, "simt_variants::plus(" + std::to_string(more) + ", ");
  const std::string tail = offer_neighbours(begin, end);  // `return thread * each + k;`
  comparisons(begin, end);
  after(end - 1, tail + ", 1, -1)");
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

bool VariantWriter::is_known_here(std::size_t begin, std::size_t end) const {
  for (std::size_t i = begin; i < end; ++i) {
    const bool is_member = i > 0 && (code_.is(i - 1, ".") || code_.is(i - 1, "->"));
    if (code_[i].kind != TokenKind::identifier || is_member) continue;
    if (find(code_[i].text) == nullptr && !is_one_of(code_[i].text, places) && !is_constant_name(code_[i].text))
      return false;
  }
  return true;
}

bool VariantWriter::follows_directive(std::size_t i) const {
  const int from = i == 0 ? 0 : code_[i - 1].line;
  const auto found = directive_lines_.lower_bound(from);
  return found != directive_lines_.end() && *found <= code_[i].line;
}

}  // namespace simt::detail
