#include "backends/simt/compiler_messages.hpp"

#include <charconv>
#include <sstream>
#include <vector>

namespace backends {
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

}  // namespace

std::string about_the_source(std::string_view messages, std::string_view source, std::string_view name) {
  const std::vector<std::string> source_lines = lines_of(source);
  const std::string start = std::string(name) + ":";
  std::string result;
  for (const std::string& line : lines_of(messages)) {
    if (is_about_the_emulator(line)) continue;
    result += line + "\n";
    std::size_t number = 0;
    if (!line.starts_with(start)) continue;
    std::from_chars(line.data() + start.size(), line.data() + line.size(), number);
    if (number >= 1 && number <= source_lines.size()) result += "    " + source_lines[number - 1] + "\n";
  }
  return result;
}

}  // namespace backends
