#include "line_markers.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>

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
      throw LineMarkerError("line " + std::to_string(number) + " has two markers; one line has one name");
    }
    const std::string name = name_at(line, at + start.size());
    const auto [other, is_new] = lines_.emplace(name, number);
    if (!is_new) {
      throw LineMarkerError("the marker @" + name + " stands on line " + std::to_string(other->second) +
                            " and on line " + std::to_string(number) + "; rename one of them");
    }
  }
}

int LineMarkers::line_of(const std::string& name) const {
  const auto found = lines_.find(name);
  if (found == lines_.end()) throw LineMarkerError("no line has the marker @" + name);
  return found->second;
}

std::string LineMarkers::name_of(int line) const {
  const auto found =
      std::find_if(lines_.begin(), lines_.end(), [&](const auto& marker) { return marker.second == line; });
  return found != lines_.end() ? found->first : "line " + std::to_string(line);
}

std::string LineMarkers::with_numbers(const std::string& text) const {
  std::string result;
  std::size_t done = 0;
  for (std::size_t at = text.find('@'); at != std::string::npos; at = text.find('@', done)) {
    const std::string name = name_at(text, at + 1);
    result += text.substr(done, at - done) + std::to_string(line_of(name));
    done = at + 1 + name.size();
  }
  return result + text.substr(done);
}

}  // namespace simt::test
