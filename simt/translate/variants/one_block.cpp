#include <algorithm>
#include <string>

#include "simt/translate/variants/syntax.hpp"
#include "simt/translate/variants/writer.hpp"

namespace simt::detail {

std::string VariantWriter::asked_of_block(std::size_t i) {
  if (!is_of_every_block(i) || !has_room(1)) return "";
  // Of a condition around a loop, and nothing else, the loop is what does it.
  std::size_t head = i;
  for (std::size_t inner = i; inner != none;) {
    head = inner;
    std::size_t body = code_.partner(inner + 1) + 1;
    const std::size_t last = end_of_statement(code_, body);
    if (code_.is(body, "{")) ++body;
    const bool is_loop = code_.is(body, "for") || code_.is(body, "while");
    const bool is_all = is_loop && (code_.is(body - 1, "{") ? end_of_statement(code_, body) + 1 : last) == last;
    inner = code_.is(inner, "if") && is_all && code_.is(body + 1, "(") ? body : none;
  }
  const std::size_t close = code_.partner(head + 1);
  const int variant = add(ChangeKind::in_one_block, code_[head].line, code_.text(head + 2, close), "blockIdx.x == 0");
  const std::string of_y = has_place("blockIdx.y") ? " && blockIdx.y == 0" : "";
  return "(!simt_variants::is(" + std::to_string(variant) + ") || (blockIdx.x == 0" + of_y + "))";
}

bool VariantWriter::is_of_every_block(std::size_t i) {
  const std::size_t close = code_.is(i + 1, "(") ? code_.partner(i + 1) : none;
  if (close == none || !is_device_ || is_slow_ || !is_open(i)) return false;
  // A kernel in which nothing depends on the block is launched with too many of them.
  const auto names_block = [&](const Token& token) {
    return token.text == "blockIdx" && (!function_->is_kernel || function_->has(token.line));
  };
  if (std::none_of(tokens_.code.begin(), tokens_.code.end(), names_block)) return false;
  if (!place_names_) place_names_.emplace(code_, index_);
  const std::size_t end = end_of_statement(code_, i);
  std::set<std::string> changed;  // numbers that something is added to
  for (std::size_t k = close + 1; k < end; ++k) {
    const Variable* const variable = code_[k].kind == TokenKind::identifier ? find(code_[k].text) : nullptr;
    const bool is_number =
        variable != nullptr && (variable->kind == TypeClass::integer || variable->kind == TypeClass::real);
    if (is_number && is_changed(code_, k, k)) changed.insert(variable->name);
  }
  bool is_of_thread = false, has_memory = false;
  int depth = 0;  // of subscripts
  for (std::size_t k = i + 2; k <= end; ++k) {
    if (code_.is(k, "[")) ++depth;
    if (code_.is(k, "]")) --depth;
    const bool ends_work = code_.is(k, "return") || code_.is(k, "continue") || code_.is(k, "break");
    if (ends_work || code_.is(k, "else") || code_.is(k, "gridDim")) return false;
    if (code_[k].kind != TokenKind::identifier) continue;
    const bool is_place = k < close || depth > 0;
    const Variable* const variable = find(code_[k].text);
    const bool is_real = variable != nullptr && variable->kind == TypeClass::real;
    const bool is_value = !is_place && (is_real || changed.contains(code_[k].text));
    if (place_names_->is_of_block(k) && !is_value) return false;
    is_of_thread = is_of_thread || (is_place && place_names_->is_of_thread(k));
    has_memory = has_memory || (variable != nullptr && variable->kind == TypeClass::pointer) ||
                 (variable == nullptr && code_.is(k + 1, "[")) || code_[k].text.starts_with("atomic");
  }
  return is_of_thread && has_memory;
}

}  // namespace simt::detail
