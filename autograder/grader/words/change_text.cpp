#include "grader/words/change_text.hpp"

#include <algorithm>
#include <cctype>

namespace grader {

bool is_pair_of_pointers(const simt::Variant& change) { return change.here.find(" and ") != std::string::npos; }

std::string plain_comparison(std::string text) {
  for (std::size_t at = text.find("->"); at != std::string::npos; at = text.find("->")) text.replace(at, 2, ".");
  for (std::size_t close = text.find(">("); close != std::string::npos; close = text.find(">(")) {
    const std::size_t open = text.rfind('<', close);
    if (open == std::string::npos) break;
    text.erase(open, close + 1 - open);
  }
  return text;
}

bool is_variable(const std::string& text) {
  return !text.empty() && std::islower(static_cast<unsigned char>(text.front())) != 0;
}

bool is_constant_name(const std::string& text) {
  return text.size() > 1 &&
         std::all_of(text.begin(), text.end(),
                     [](unsigned char c) { return std::isupper(c) != 0 || std::isdigit(c) != 0 || c == '_'; }) &&
         std::isupper(static_cast<unsigned char>(text.front())) != 0;
}

bool has_word(const std::string& text, const std::string& name) {
  const auto is_letter = [&](std::size_t i) {
    return i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) != 0 || text[i] == '_');
  };
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    if ((at == 0 || !is_letter(at - 1)) && !is_letter(at + name.size())) return true;
  }
  return false;
}

bool is_smallest_above_zero(const simt::Variant& change) {
  return change.kind == simt::ChangeKind::constant &&
         (change.instead == "-FLT_MAX" || change.instead == "-DBL_MAX" || change.instead.ends_with("::lowest()"));
}

}  // namespace grader
