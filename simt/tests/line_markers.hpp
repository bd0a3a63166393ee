// Names for lines of a source: a comment `// @store` names the line on which it stands. Tests name lines by these
// markers and not by numbers, so that a line can be added above.
#pragma once

#include <map>
#include <stdexcept>
#include <string>

namespace simt::test {

/// A marker that is missing, or that stands twice.
class LineMarkerError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class LineMarkers {
 public:
  /// Throws LineMarkerError when one name marks two lines, or when one line has two names.
  explicit LineMarkers(const std::string& source);

  /// The number of the line that `name` marks; the first line is 1. Throws LineMarkerError when there is none.
  int line_of(const std::string& name) const;

  /// The name of a line; "line 7" for a line 7 that has none.
  std::string name_of(int line) const;

  /// `text` with the number of the line in place of each "@name". Throws as line_of() does.
  std::string with_numbers(const std::string& text) const;

 private:
  std::map<std::string, int> lines_;
};

}  // namespace simt::test
