// Text as a terminal shows it: how many columns it takes, where to break it, what must not reach a terminal.
// Not for numbers or layout; see terminal.cpp.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace report {

/// Columns a terminal uses for UTF-8 `text`: 2 for East Asian wide characters, 0 for combining ones. Invalid
/// bytes count 1 each.
int display_width(std::string_view text);

/// `text` without what could command a terminal: control characters other than newline and tab, and invalid
/// UTF-8, become U+FFFD. Student code can put anything into a message.
std::string printable(std::string_view text);

/// The same on one line, with blanks for newlines and tabs: where a second line could be taken for the report's own.
std::string printable_line(std::string_view text);

/// `text` on lines of at most `width` columns, broken at blanks; a word that is longer stands alone. Newlines
/// in `text` stay. Never empty.
std::vector<std::string> wrapped(std::string_view text, int width);

/// `text` in at most `width` columns; "…" stands for what was left out.
std::string cut(std::string_view text, int width);

/// The signs that reports use (✓ × → …) in ASCII, for terminals without UTF-8. Other characters stay.
std::string in_ascii(std::string_view text);

}  // namespace report
