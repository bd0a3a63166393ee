// Which experiments there are. Each is a file of the top-level folder experiments/ and a row here.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace experiments {

struct Entry {
  std::string_view name;         ///< "S2.9"; the file is experiments/<name>.cu
  std::string_view title;        ///< one line
  bool needs_gpu = false;        ///< it is about time; the emulator has nothing to say
  bool needs_solutions = false;  ///< it includes files of solutions/, which a handout does not have
};

/// In the order of the course's sources.
std::span<const Entry> all();

/// Null when there is none of that name.
const Entry* find(std::string_view name);

/// "S1.2, S1.7 …", for messages.
std::string names();

}  // namespace experiments
