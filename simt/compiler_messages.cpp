#include "simt/compiler_messages.hpp"

#include <charconv>
#include <sstream>
#include <vector>

namespace simt {
namespace {

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  std::istringstream stream{std::string(text)};
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

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

/// The same for what it asserts of its templates' arguments.
std::string refused_arguments(std::string_view line) {
  constexpr std::string_view newer = "error: static assertion failed";
  if (!is_about_the_emulator(line)) return "";
  if (line.find("error: static_assert failed") != std::string_view::npos) return quoted_at_the_end(line);
  return line.find(newer) == std::string_view::npos ? "" : std::string(line.substr(line.rfind(": ") + 2));
}

/// Of "In file included from a.cu:2:" the "a.cu:2:"; empty for other lines.
std::string includer(std::string_view line) {
  constexpr std::string_view start = "In file included from ";
  return line.starts_with(start) ? std::string(line.substr(start.size())) : "";
}

}  // namespace

std::string about_the_source(std::string_view messages, std::string_view source, std::string_view name) {
  const std::vector<std::string> source_lines = lines_of(source);
  const std::string start = std::string(name) + ":";
  std::string result;
  std::string included;  // the lines that say by whom the file of the next message is included,
  std::string place;     // and the last of them that is the student's: "a.cu:2:"
  std::string refused;   // by a header, for arguments that stand on a line which is still to come
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
    } else if (const std::string asserted = refused_arguments(line); !asserted.empty()) {
      refused = asserted;
    }
    const bool is_left_out = is_about_the_emulator(line);
    if (!is_left_out) result += included;
    included.clear();
    place.clear();
    if (is_left_out) continue;
    result += line + "\n";
    std::size_t number = 0;
    if (!line.starts_with(start)) continue;
    std::from_chars(line.data() + start.size(), line.data() + line.size(), number);
    if (number >= 1 && number <= source_lines.size()) result += "    " + source_lines[number - 1] + "\n";
  }
  return result;
}

}  // namespace simt
