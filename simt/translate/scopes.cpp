#include "simt/translate/scopes.hpp"

namespace simt::detail {

void Scopes::pass(std::size_t i) {
  if (code_.is(i, "{")) {
    const Scope outer = scopes_.empty() ? Scope() : scopes_.back();
    const bool is_function = opens_function(i);
    scopes_.push_back({outer.is_function || is_function, outer.is_device || (is_function && is_of_device(i))});
  } else if (code_.is(i, "}") && !scopes_.empty()) {
    scopes_.pop_back();
  }
  if (code_.is(i, "{") || code_.is(i, "}") || code_.is(i, ";")) statement_ = i + 1;
}

bool Scopes::is_of_device(std::size_t brace) const {
  for (std::size_t i = statement_; i < brace; ++i) {
    if (code_.is(i, "__global__") || code_.is_device_word(i)) return true;
  }
  return false;
}

// Namespaces, linkage specifications and types are not functions; other braces belong to a function or are inside
// one.
bool Scopes::opens_function(std::size_t brace) const {
  if (code_.is(statement_, "extern") && statement_ + 2 == brace) return false;
  for (std::size_t i = statement_; i < brace; ++i) {
    if (code_.is(i, "namespace") || code_.is(i, "class") || code_.is(i, "struct") || code_.is(i, "union") ||
        code_.is(i, "enum"))
      return false;
    if (code_.is(i, "(")) return true;
    if (code_.is(i, "<") && code_.is(i - 1, "template")) i = skip_template_parameters(i, brace);
  }
  return true;
}

std::size_t Scopes::skip_template_parameters(std::size_t open, std::size_t limit) const {
  int depth = 0;
  for (std::size_t i = open; i < limit; ++i) {
    if (code_.is(i, "<")) ++depth;
    if (code_.is(i, ">") && --depth == 0) return i;
  }
  return limit;
}

}  // namespace simt::detail
