// Comma-separated values (RFC 4180), read and written.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace batch::csv {

using Row = std::vector<std::string>;

/// Rows of fields; the separator is a comma, or a semicolon where the first line has more of these. Empty lines are
/// left out. A byte order mark is skipped.
std::vector<Row> parse(std::string_view text);

/// One line, with its end. What a spreadsheet would take for a formula gets an apostrophe in front: a whole text, and
/// what stands behind a semicolon in it, which separates fields in some countries.
std::string line(const Row& fields);

/// The same with each text unchanged: for files that another program wrote and reads again.
std::string line_as_it_is(const Row& fields);

}  // namespace batch::csv
