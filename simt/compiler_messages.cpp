#include "simt/compiler_messages.hpp"

#include <array>
#include <charconv>
#include <regex>
#include <sstream>

#include "simt/translate/missing_features.hpp"

namespace simt {
namespace {

/// How a launch came to call a kernel: all of it the emulator's doing.
bool is_about_the_emulator(std::string_view line) {
  return line.find("note: in instantiation of") != std::string_view::npos ||
         line.find("/simt/include/") != std::string_view::npos;
}

std::string quoted_at_the_end(std::string_view line) {
  const std::size_t open = line.find('"');
  return open + 1 < line.size() && line.ends_with('"') ? std::string(line.substr(open + 1, line.size() - open - 2))
                                                       : "";
}

/// What one of the emulator's headers says in an #error, by which it refuses to be included; empty for other lines.
std::string refused_header(std::string_view line) {
  const bool is_refusal = is_about_the_emulator(line) && line.find(": error: \"") != std::string_view::npos;
  return is_refusal ? quoted_at_the_end(line) : "";
}

/// What clang finds wrong in one of the emulator's headers, in an assertion's own words if it is one; empty for other
/// lines. The line of the source that led there comes later.
std::string error_in_header(std::string_view line) {
  constexpr std::string_view error = ": error: ";
  const std::size_t at = line.find(error);
  if (!is_about_the_emulator(line) || at == std::string_view::npos) return "";
  const std::string_view message = line.substr(at + error.size());
  if (message.starts_with("static_assert failed")) return quoted_at_the_end(line);
  const bool is_assertion = message.starts_with("static assertion failed");
  return std::string(is_assertion ? line.substr(line.rfind(": ") + 2) : message);
}

/// The text between the first two apostrophes of `text` after `start`; empty where there are none.
std::string_view quoted_after(std::string_view text, std::size_t start) {
  const std::size_t open = text.find('\'', start);
  if (open == std::string_view::npos) return "";
  const std::size_t close = text.find('\'', open + 1);
  return close == std::string_view::npos ? "" : text.substr(open + 1, close - open - 1);
}

/// Of "no member named 'a' in namespace 'b'", or "… in 'b::c<int>'", the namespace b; empty where no scope is named.
/// The members of a class without a namespace are of no namespace of CUDA's.
std::string_view scope_of(std::string_view message) {
  constexpr std::string_view in_namespace = " in namespace '", in_class = " in '";
  if (const std::size_t at = message.find(in_namespace); at != std::string_view::npos) return quoted_after(message, at);
  const std::size_t at = message.find(in_class);
  if (at == std::string_view::npos) return "";
  const std::string_view name = quoted_after(message, at), plain = name.substr(0, name.find('<'));
  const std::size_t colons = plain.rfind("::");
  return colons == std::string_view::npos ? plain : plain.substr(0, colons);
}

/// What is missing when clang says that it does not know a name of CUDA; empty when CUDA has no such name.
std::string missing_by_message(std::string_view message) {
  constexpr std::array unknown{"use of undeclared identifier '",
                               "unknown type name '",
                               "unknown class name '",
                               "no member named '",
                               "no type named '",
                               "no template named '"};
  for (const std::string_view start : unknown) {
    if (!message.starts_with(start)) continue;
    return missing_name(quoted_after(message, 0), scope_of(message));
  }
  return message.ends_with("' file not found") ? missing_header(quoted_after(message, 0)) : "";
}

/// "a.cu:3: error: the emulator has no CUB …" where clang does not know a name of CUDA, else the line as it is.
std::string naming_what_is_missing(const std::string& line) {
  constexpr std::string_view error = "error: ";
  const std::size_t at = line.find(error);
  const std::size_t colon = line.rfind(": ", at);
  if (at == std::string::npos || colon == std::string::npos) return line;
  const std::string missing = missing_by_message(std::string_view(line).substr(at + error.size()));
  return missing.empty() ? line : line.substr(0, colon) + ": error: " + missing;
}

/// Of "In file included from a.cu:2:" the "a.cu:2:"; empty for other lines.
std::string includer(std::string_view line) {
  constexpr std::string_view start = "In file included from ";
  return line.starts_with(start) ? std::string(line.substr(start.size())) : "";
}

/// "a.cu:1: error: [line 7] text": the emulator's plugin names a place that clang cannot (instrument/kernel_types.cpp).
std::string at_its_own_line(const std::string& line) {
  static const std::regex unknown(R"((.+: )warning: \[line 0\] (.+?)( \[-W.*)?)");
  static const std::regex form(R"((.+):\d+: warning: \[line (\d+)\] (.+?)( \[-W.*)?)");
  // A search would begin at each letter of a line, and so take as long as its length squared.
  std::smatch parts;
  if (line.find(": warning: [line ") == std::string::npos) return line;
  if (std::regex_match(line, parts, unknown)) return parts.format("$1error: $2");
  return std::regex_match(line, parts, form) ? parts.format("$1:$2: error: $3") : line;
}

}  // namespace

std::vector<std::string> lines_of(std::string_view text) {
  constexpr std::size_t most_bytes = 4096;
  std::vector<std::string> lines;
  std::istringstream stream{std::string(text)};
  for (std::string line; std::getline(stream, line);) lines.push_back(line.substr(0, most_bytes));
  return lines;
}

std::string about_the_source(std::string_view messages, std::string_view source, std::string_view name) {
  const std::vector<std::string> source_lines = lines_of(source);
  const std::string start = std::string(name) + ":";
  std::string result;
  std::string included;  // the lines that say by whom the file of the next message is included,
  std::string place;     // and the last of them that is the student's: "a.cu:2:"
  std::string refused;   // what a header found wrong, for a line of the source that is still to come
  for (std::string line : lines_of(messages)) {
    if (const std::string by = includer(line); !by.empty()) {
      included += line + "\n";
      if (by.starts_with(start)) place = by;
      continue;
    }
    if (const std::string words = refused_header(line); !words.empty() && !place.empty()) {
      line = place + " error: " + words;
      included.clear();
    } else if (line.starts_with(start) && is_about_the_emulator(line) && !refused.empty()) {
      line = line.substr(0, line.find(' ')) + " error: " + refused;
      refused.clear();
    } else if (const std::string wrong = error_in_header(line); !wrong.empty()) {
      refused = wrong;
    }
    line = at_its_own_line(line);
    const bool is_left_out = is_about_the_emulator(line);
    if (!is_left_out) result += included;
    included.clear();
    place.clear();
    if (is_left_out) continue;
    line = naming_what_is_missing(line);
    result += line + "\n";
    std::size_t number = 0;
    if (!line.starts_with(start)) continue;
    std::from_chars(line.data() + start.size(), line.data() + line.size(), number);
    if (number >= 1 && number <= source_lines.size()) result += "    " + source_lines[number - 1] + "\n";
  }
  // No line of the source was named: a failure must not be silent.
  if (!refused.empty()) result += std::string(name) + ": error: " + refused + "\n";
  return result;
}

std::string MissingFeature::place(std::string_view source) const {
  const std::string at = "line " + std::to_string(line);
  return file == source ? at : file + ", " + at;
}

std::optional<MissingFeature> missing_feature(std::string_view messages) {
  const std::string start = ": error: " + std::string(missing_feature_start);
  for (const std::string& line : lines_of(messages)) {
    const std::size_t at = line.find(start);
    const std::size_t colon = at == std::string::npos || at == 0 ? at : line.rfind(':', at - 1);
    if (colon == std::string::npos) continue;
    MissingFeature missing{line.substr(0, colon), 0, line.substr(at + start.size())};
    std::from_chars(line.data() + colon + 1, line.data() + at, missing.line);
    return missing;
  }
  return std::nullopt;
}

}  // namespace simt
