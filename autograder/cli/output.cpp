#include "cli/output.hpp"

namespace cli {
namespace fs = std::filesystem;

void check_can_hold(std::string_view option, const fs::path& file) {
  if (file.empty()) return;
  if (file == "-") throw CallError(fmt::format("{} - is no file; for standard output give /dev/stdout", option));
  const fs::path folder = file.has_parent_path() ? file.parent_path() : ".";
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored)) {
    throw CallError(fmt::format("the folder of {} {} does not exist; make it first", option, file.string()));
  }
  if (fs::is_directory(file, ignored)) {
    throw CallError(fmt::format("{} {} is a folder; give the name of a file", option, file.string()));
  }
}

}  // namespace cli
