#include "simt/translate/pragmas.hpp"

#include <cstddef>

namespace simt::detail {

void drop_void_unrolling(const std::vector<Token>& line, std::vector<Edit>& edits) {
  if (line.size() < 4 || line[1].text != "pragma" || line[2].text != "unroll") return;
  std::size_t count = 3;
  while (count + 1 < line.size() && line[count].text == "(") ++count;
  const bool is_negative =
      line[count].text == "-" && count + 1 < line.size() && line[count + 1].kind == TokenKind::number;
  if (line[count].text != "0" && !is_negative) return;
  const std::size_t after = is_negative ? count + 2 : count + 1;
  if (after < line.size() && line[after].text != ")") return;  // 0 + N
  edits.push_back({line.front().begin, line.back().end, ""});
}

}  // namespace simt::detail
