// The list of experiments. Each one is a file in the top-level folder experiments/ and a row in list.cpp.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace experiments {

/// One experiment.
struct Entry {
  std::string_view name;         ///< "S2.9"; the file is experiments/<name>.cu
  std::string_view title;        ///< one line
  bool needs_gpu = false;        ///< it measures time, which the emulator cannot do
  bool needs_solutions = false;  ///< it includes files of solutions/, which students do not have
  bool tests_claims = true;      ///< of the sources, so that the ledger names it
};

/// In the order of the course's sources.
std::span<const Entry> all();

/// Null if there is no experiment with this name.
const Entry* find(std::string_view name);

/// "S1.2, S1.7 …", for messages.
std::string names();

}  // namespace experiments
