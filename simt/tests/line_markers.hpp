// Names for lines of a source: a comment `// @store` names the line on which it stands. Tests name lines by these
// markers and not by numbers, so that a line can be added above.
#pragma once

#include <map>
#include <string>

namespace simt::test {

class LineMarkers {
 public:
  /// Throws std::runtime_error when one name marks two lines, or when one line has two names.
  explicit LineMarkers(const std::string& source);

  /// The number of the line that `name` marks; the first line is 1. Throws std::runtime_error when there is none.
  int line_of(const std::string& name) const;

  /// The name of a line; "line 7" for a line 7 that has none.
  std::string name_of(int line) const;

 private:
  std::map<std::string, int> lines_;
};

}  // namespace simt::test
