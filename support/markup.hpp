// Text in HTML, XML and SVG.
#pragma once

#include <string>
#include <string_view>

namespace markup {

/// `text` with `&`, `<`, `>` and `"` by their names, and `line_end` for the end of a line.
inline std::string escaped(std::string_view text, std::string_view line_end = "\n") {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\n':
        result += line_end;
        break;
      default:
        result += c;
    }
  }
  return result;
}

}  // namespace markup
