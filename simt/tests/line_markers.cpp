#include "line_markers.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <stdexcept>

namespace simt::test {
namespace {

constexpr std::string_view start = "// @";

/// The name that begins at `at`.
std::string name_at(const std::string& line, std::size_t at) {
  const auto is_part = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  const auto begin = line.begin() + static_cast<std::ptrdiff_t>(at);
  return {begin, std::find_if_not(begin, line.end(), is_part)};
}

}  // namespace

LineMarkers::LineMarkers(const std::string& source) {
  std::istringstream text(source);
  int number = 0;
  for (std::string line; std::getline(text, line);) {
    ++number;
    const std::size_t at = line.find(start);
    if (at == std::string::npos) continue;
    if (line.find(start, at + 1) != std::string::npos) {
      throw std::runtime_error("line " + std::to_string(number) + " has two markers; one line has one name");
    }
    const std::string name = name_at(line, at + start.size());
    const auto [other, is_new] = lines_.emplace(name, number);
    if (!is_new) {
      throw std::runtime_error("the marker @" + name + " stands on line " + std::to_string(other->second) +
                               " and on line " + std::to_string(number) + "; rename one of them");
    }
  }
}

int LineMarkers::line_of(const std::string& name) const {
  const auto found = lines_.find(name);
  if (found == lines_.end()) throw std::runtime_error("no line has the marker @" + name);
  return found->second;
}

std::string LineMarkers::name_of(int line) const {
  const auto found =
      std::find_if(lines_.begin(), lines_.end(), [&](const auto& marker) { return marker.second == line; });
  return found != lines_.end() ? found->first : "line " + std::to_string(line);
}

}  // namespace simt::test
