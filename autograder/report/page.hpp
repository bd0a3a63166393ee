// What reports for a terminal are written on: lines, wrapped paragraphs, colours. Not for what they say.
#pragma once

#include <string>
#include <string_view>

#include "report/terminal.hpp"

namespace report {

enum class Tint { plain, strong, quiet, good, middling, bad, odd };

/// `text` in its colour, or as it is where `style` has none.
std::string tinted(std::string_view text, Tint tint, const TerminalStyle& style);

/// Ten signs, of which `share` are filled.
std::string bar(double share);

class Page {
 public:
  explicit Page(const TerminalStyle& style) : style_(style) {}

  void line(std::string_view text = "");

  /// As it is, without a newline.
  void append(std::string_view text) { out_ += text; }

  /// `lead` on the first line, blanks of the same width on the others; `tail` is not broken. `text` is cleaned of
  /// what could command a terminal or look like another paragraph.
  void paragraph(std::string_view lead, std::string_view text, Tint lead_tint, Tint tint, std::string_view tail = "");

  /// How many lines that paragraph takes, without a tail.
  int height(std::string_view lead, std::string_view text) const;

  /// What another program said, on lines that cannot be taken for the report's own.
  void quote(std::string_view text);

  /// "  name        value"; nothing when there is no value.
  void fact(std::string_view name, std::string_view value);

  const TerminalStyle& style() const { return style_; }

  /// All of it, in ASCII where the style asks for it.
  std::string text() const;

 private:
  TerminalStyle style_;
  std::string out_;
};

}  // namespace report
