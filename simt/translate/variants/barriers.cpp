// Barriers that wait for fewer threads than are needed.
#include <algorithm>

#include "simt/translate/variants/syntax.hpp"
#include "simt/translate/variants/writer.hpp"

namespace simt::detail {
namespace {

/// Whether `name` gets a value before the token at `i`: `cg::grid_group grid = cg::this_grid();`
bool gets_value_before(const Code& code, const std::string& name, int first_line, std::size_t i) {
  while (i-- > 1 && code[i].line >= first_line) {
    if (code.is(i, name) && (code.is(i + 1, "=") || code.is(i + 1, "(") || code.is(i + 1, "{"))) return true;
  }
  return false;
}

/// Whether the call that ends before `end` is `.sync()`.
bool ends_with_sync(const Code& code, std::size_t end) {
  return end > 4 && code.is(end - 1, ")") && code.is(end - 2, "(") && code.is(end - 3, "sync") && code.is(end - 4, ".");
}

}  // namespace

bool VariantWriter::has_barrier(const SourceFunction& function) const {
  return std::any_of(index_.names.begin(), index_.names.end(),
                     [&](const SourceName& one) { return one.name == "__syncthreads" && function.has(one.line); });
}

std::vector<std::string> VariantWriter::barriers_beside(const Statement& one) const {
  constexpr std::size_t most = 3;
  const std::string own = code_.text(one.begin, one.end);
  std::vector<std::string> found;
  for (std::size_t i = 1; i + 1 < code_.size() && found.size() < most; ++i) {
    const bool is_begin = code_.is(i - 1, ";") || code_.is(i - 1, "{") || code_.is(i - 1, "}");
    const bool is_call = code_.is(i + 1, ".") || code_.is(i + 1, "::") || code_.is(i + 1, "(");
    if (!is_begin || !is_call || !function_->has(code_[i].line) || code_[i].kind != TokenKind::identifier) continue;
    const std::size_t end = plain_end(code_, i, code_.size());
    if (end == none) continue;
    const bool is_sync =
        ends_with_sync(code_, end) &&
        (gets_value_before(code_, code_[i].text, function_->first_line, one.begin) || code_.is(i + 1, "::"));
    // `barrier.wait();`
    const bool is_member = code_.is(i + 1, ".") && code_.is(i + 3, "(");
    const std::size_t name = is_member ? i + 2 : i;
    const auto called = std::find_if(index_.functions.begin(), index_.functions.end(), [&](const SourceFunction& one) {
      return one.name == code_[name].text && !one.is_kernel && has_barrier(one);
    });
    const bool is_own = called != index_.functions.end() && code_.is(name + 1, "(") &&
                        code_.partner(name + 1) == end - 1 && is_known_here(is_member ? i : name + 2, end - 1);
    const std::string text = code_.text(i, end);
    if ((is_sync || is_own) && text != own && std::find(found.begin(), found.end(), text) == found.end())
      found.push_back(text);
  }
  return found;
}

void VariantWriter::offer_wider_barrier(const Statement& one) {
  const std::string own = code_.text(one.begin, one.end);
  const bool is_of_warp = code_.is(one.begin, "__syncwarp"), is_of_block = code_.is(one.begin, "__syncthreads");
  const bool is_of_group = ends_with_sync(code_, one.end) && own.find("grid") == std::string::npos;
  // A fence waits for no other thread.
  const bool is_fence = code_.is(one.begin, "__threadfence_block") || code_.is(one.begin, "__threadfence");
  if (!is_device_ || is_slow_ || (!is_of_warp && !is_of_block && !is_of_group && !is_fence)) return;
  std::vector<std::string> others = barriers_beside(one);
  if (is_fence) others = {"__syncthreads()"};
  const bool is_of_tile = is_of_group && own.find("block") == std::string::npos;
  if (is_of_warp || is_of_tile) others.insert(others.begin(), "__syncthreads()");
  for (const std::string& other : others) {
    if (!has_room(1)) return;
    const int variant = add(ChangeKind::weak_barrier, code_[one.begin].line, own, other);
    before(one.begin, "if (simt_variants::is(" + std::to_string(variant) + ")) { " + other + "; } else ");
  }
}

}  // namespace simt::detail
