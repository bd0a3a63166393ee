// Runs the program emulate, for its tests.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace simt::emulate::test {

struct Emulated {
  int status = 0;       ///< exit status of emulate; 128 and more: ended by a signal
  std::string output;   ///< on standard output
  std::string report;   ///< on standard error
  nlohmann::json json;  ///< null where none was written

  /// "shared-race 12 7", the line and the other line, for each finding; sorted.
  std::vector<std::string> findings() const;
};

/// A file of simt/tests/emulate.
std::string path_of(const std::string& file);

/// With --json and these arguments; the standard streams as a shell would redirect them. `environment` stands before
/// the command, as in "PATH=/nowhere".
Emulated emulate(const std::vector<std::string>& arguments, const std::string& environment = "");

/// The same for a program whose source is given.
Emulated emulate_source(const std::string& source, const std::vector<std::string>& options = {},
                        const std::vector<std::string>& program_arguments = {});

}  // namespace simt::emulate::test
