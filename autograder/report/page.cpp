#include "report/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <vector>

#include "report/text.hpp"

namespace report {

std::string tinted(std::string_view text, Tint tint, const TerminalStyle& style) {
  if (!style.colour || tint == Tint::plain || text.empty()) return std::string(text);
  static constexpr std::string_view codes[] = {"0", "1", "2", "32", "33", "31", "35"};
  return fmt::format("\x1b[{}m{}\x1b[0m", codes[static_cast<int>(tint)], text);
}

std::string bar(double share) {
  const int filled = static_cast<int>(std::lround(10 * std::clamp(share, 0.0, 1.0)));
  std::string result;
  for (int i = 0; i < 10; ++i) result += i < filled ? "█" : "░";
  return result;
}

void Page::line(std::string_view text) {
  out_ += text;
  out_ += '\n';
}

void Page::paragraph(std::string_view lead, std::string_view text, Tint lead_tint, Tint tint, std::string_view tail) {
  const int indent = display_width(lead);
  const int width = std::max(20, style_.width - indent);
  std::vector<std::string> lines = wrapped(printable_line(text), width);
  if (!tail.empty()) {
    const bool fits = display_width(lines.back()) + 1 + display_width(tail) <= width;
    fits ? lines.back().append(" ").append(tail) : lines.emplace_back(tail);
  }
  std::string start = tinted(lead, lead_tint, style_);
  for (const std::string& words : lines) {
    line(start + tinted(words, tint, style_));
    start = std::string(static_cast<std::size_t>(indent), ' ');
  }
}

int Page::height(std::string_view lead, std::string_view text) const {
  return static_cast<int>(wrapped(printable_line(text), std::max(20, style_.width - display_width(lead))).size());
}

void Page::quote(std::string_view text) {
  std::istringstream lines(printable(text));
  for (std::string words; std::getline(lines, words);) line(tinted("  > ", Tint::quiet, style_) + words);
}

void Page::fact(std::string_view name, std::string_view value) {
  if (!value.empty()) paragraph(fmt::format("  {:<12}", name), value, Tint::quiet, Tint::plain);
}

std::string Page::text() const { return style_.unicode ? out_ : in_ascii(out_); }

}  // namespace report
