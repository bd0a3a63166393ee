#include "simt/translate/macros.hpp"

#include <algorithm>

namespace simt::detail {
namespace {

// `#define DEVICE static __device__`
bool stands_for(const std::vector<Token>& line, const std::unordered_set<std::string_view>& known) {
  const auto is_known = [&](const Token& token) { return known.contains(token.text); };
  const auto is_word = [](const Token& token) { return token.kind == TokenKind::identifier; };
  return line.size() > 3 && std::all_of(line.begin() + 3, line.end(), is_word) &&
         std::any_of(line.begin() + 3, line.end(), is_known);
}

}  // namespace

Macros find_macros(const std::vector<std::vector<Token>>& directives) {
  Macros macros;
  macros.device_words.insert("__device__");
  macros.host_words.insert("__host__");
  for (const std::vector<Token>& line : directives) {
    if (line.size() <= 2 || line[1].text != "define") continue;
    macros.names.insert(line[2].text);
    macros.has_return = macros.has_return || std::any_of(line.begin() + 3, line.end(),
                                                         [](const Token& token) { return token.text == "return"; });
    if (stands_for(line, macros.device_words)) macros.device_words.insert(line[2].text);
    if (stands_for(line, macros.host_words)) macros.host_words.insert(line[2].text);
  }
  return macros;
}

}  // namespace simt::detail
