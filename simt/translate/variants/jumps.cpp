// Statements that end a round, a loop or a function: others than are meant, and those that are missing.
#include <string>
#include <vector>

#include "simt/translate/variants/syntax.hpp"
#include "simt/translate/variants/writer.hpp"

namespace simt::detail {
namespace {

bool is_jump(const Code& code, std::size_t i) {
  return code.is(i, "return") || code.is(i, "break") || code.is(i, "continue") || code.is(i, "goto");
}

}  // namespace

std::vector<std::string> VariantWriter::jumps_here() const {
  std::vector<std::string> jumps;
  if (can_continue_) jumps.emplace_back("continue");
  if (can_break_) jumps.emplace_back("break");
  if (returns_nothing_) jumps.emplace_back("return");
  return jumps;
}

void VariantWriter::offer_other_jump(std::size_t i) {
  if (is_slow_ || asked_line_ == 0 || !is_open(i) || follows_directive(i) || !code_.is(i + 1, ";")) return;
  for (const std::string& jump : jumps_here()) {
    if (jump == code_[i].text || !has_room(1)) continue;
    const int variant = add(ChangeKind::other_jump, code_[i].line, code_[i].text, jump, asked_line_);
    // With `else`, all of it is one statement, which needs no braces.
    before(i, "if (simt_variants::is(" + std::to_string(variant) + ")) " + jump + "; else ");
  }
}

std::string VariantWriter::offer_jump_behind(std::size_t begin, std::size_t close) {
  const std::size_t body = close + 1;
  const bool is_block = code_.is(body, "{") && code_.partner(body) != none;
  const std::size_t last = is_block ? code_.partner(body) : plain_end(code_, body, code_.size());
  if (is_slow_ || last == none || !is_open(last) || !is_open(body) || follows_directive(body) ||
      follows_directive(last) || last < body + 2)
    return "";
  // The block ends already: `return;`, or `return value;`.
  for (std::size_t i = last - 1; i > body && !code_.is(i, "}"); --i) {
    if (is_jump(code_, i)) return "";
    if (i < last - 1 && code_.is(i, ";")) break;
  }
  const bool is_last = code_.is(last + 1, "}");  // of the loop's body or the function: it ends there anyway
  std::string behind;
  for (const std::string& jump : jumps_here()) {
    const bool is_idle = is_last && (jump == "continue" || (jump == "return" && !can_continue_));
    if (is_idle || !has_room(1)) continue;
    const int line = is_block ? code_[last - 1].line : code_[last].line;
    const int variant = add(ChangeKind::lacks_jump, line, code_.text(begin, close), jump, code_[begin].line);
    behind += " if (simt_variants::is(" + std::to_string(variant) + ")) " + jump + ";";
  }
  if (behind.empty()) return "";
  before(body, "{ ");
  return behind + " }";
}

}  // namespace simt::detail
