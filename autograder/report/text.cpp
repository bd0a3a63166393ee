// Only as much Unicode as a report needs: decoding, and the width of what names and messages may contain.
#include "report/text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <utility>

#include "report/unseen_characters.hpp"

namespace report {
namespace {

struct Character {
  char32_t code = 0;
  std::size_t length = 1;  // bytes
  bool valid = false;
};

// RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF.
Character decode(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1, true};
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return {};
  char32_t code = lead & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {};
    code = (code << 6) | (byte(i) & 0x3Fu);
  }
  const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  if (overlong || (code >= 0xD800 && code < 0xE000) || code > 0x10FFFF) return {};
  return {code, length, true};
}

struct CodeRange {
  char32_t first, last;
};

template <std::size_t N>
bool is_in(char32_t code, const std::array<CodeRange, N>& ranges) {
  return std::any_of(ranges.begin(), ranges.end(), [&](CodeRange r) { return code >= r.first && code <= r.last; });
}

// Unicode 15, General_Category Mn and Cf, of the scripts one meets in names.
constexpr std::array zero_width{CodeRange{0x0300, 0x036F}, CodeRange{0x0483, 0x0489}, CodeRange{0x0591, 0x05BD},
                                CodeRange{0x064B, 0x065F}, CodeRange{0x200B, 0x200F}, CodeRange{0x202A, 0x202E},
                                CodeRange{0x2060, 0x2064}, CodeRange{0x20D0, 0x20F0}, CodeRange{0xFE00, 0xFE0F},
                                CodeRange{0xFEFF, 0xFEFF}};
// Unicode 15, East_Asian_Width W and F, by blocks.
constexpr std::array double_width{
    CodeRange{0x1100, 0x115F},   CodeRange{0x2E80, 0x303E},   CodeRange{0x3041, 0xA4CF},   CodeRange{0xAC00, 0xD7A3},
    CodeRange{0xF900, 0xFAFF},   CodeRange{0xFE30, 0xFE6F},   CodeRange{0xFF00, 0xFF60},   CodeRange{0xFFE0, 0xFFE6},
    CodeRange{0x1F300, 0x1F64F}, CodeRange{0x1F680, 0x1F6FF}, CodeRange{0x1F900, 0x1F9FF}, CodeRange{0x20000, 0x3FFFD}};
bool is_unseen(char32_t code, char32_t before) {
  return std::any_of(std::begin(unseen_characters), std::end(unseen_characters), [&](const UnseenCharacters& range) {
    const bool is_seen_here = range.seen_behind != 0 && before >= range.seen_behind && before != code;
    return code >= range.first && code <= range.last && !is_seen_here;
  });
}

void append_wrapped(std::vector<std::string>& lines, std::string_view paragraph, int width) {
  std::string line;
  while (!paragraph.empty()) {
    const std::size_t end = std::min(paragraph.find(' '), paragraph.size());
    const std::string_view word = paragraph.substr(0, end);
    paragraph.remove_prefix(std::min(end + 1, paragraph.size()));
    if (word.empty()) continue;
    if (!line.empty() && display_width(line) + 1 + display_width(word) > width)
      lines.push_back(std::exchange(line, {}));
    if (!line.empty()) line += ' ';
    line += word;
  }
  lines.push_back(std::move(line));
}

}  // namespace

int display_width(std::string_view text) {
  int width = 0;
  while (!text.empty()) {
    const Character character = decode(text);
    text.remove_prefix(character.length);
    if (is_in(character.code, double_width)) {
      width += 2;
    } else if (!is_in(character.code, zero_width)) {
      width += 1;
    }
  }
  return width;
}

std::string printable(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  char32_t before = 0;
  while (!text.empty()) {
    const Character character = decode(text);
    const bool windows_line_end = text.starts_with("\r\n");
    const bool harmless = character.valid && !is_unseen(character.code, before);
    before = character.code;
    if (harmless) result += text.substr(0, character.length);
    if (!harmless && !windows_line_end) result += "\uFFFD";
    text.remove_prefix(character.length);
  }
  return result;
}

std::string printable_line(std::string_view text) {
  std::string line = printable(text);
  std::replace_if(
      line.begin(), line.end(), [](char c) { return c == '\n' || c == '\t'; }, ' ');
  return line;
}

std::vector<std::string> wrapped(std::string_view text, int width) {
  std::vector<std::string> lines;
  for (;;) {
    const std::size_t end = text.find('\n');
    append_wrapped(lines, text.substr(0, end), width);
    if (end == std::string_view::npos) return lines;
    text.remove_prefix(end + 1);
  }
}

std::string cut(std::string_view text, int width) {
  if (display_width(text) <= width) return std::string(text);
  std::string result;
  int columns = 1;  // of the sign
  while (!text.empty()) {
    const std::string_view character = text.substr(0, decode(text).length);
    columns += display_width(character);
    if (columns > width) break;
    result += character;
    text.remove_prefix(character.size());
  }
  return result + "…";
}

std::string in_ascii(std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 20> signs{
      {{"✓", "+"},  {"│", "|"}, {"✗", "x"},   {"–", "-"},  {"—", "-"},  {"×", "x"},     {"÷", "/"},
       {"→", ">"},  {"·", "|"}, {"…", "..."}, {"█", "#"},  {"░", "."},  {"≤", "<="},    {"≥", ">="},
       {"±", "+-"}, {"µ", "u"}, {"’", "'"},   {"“", "\""}, {"”", "\""}, {"\uFFFD", "?"}}};
  std::string result;
  while (!text.empty()) {
    const auto* sign =
        std::find_if(signs.begin(), signs.end(), [&](const auto& s) { return text.starts_with(s.first); });
    if (sign == signs.end()) {
      result += text[0];
      text.remove_prefix(1);
    } else {
      result += sign->second;
      text.remove_prefix(sign->first.size());
    }
  }
  return result;
}

}  // namespace report
