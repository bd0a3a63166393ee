#include "cli/output.hpp"

#include "support/files/whole_file.hpp"

namespace cli {
namespace fs = std::filesystem;

void print_complaint(std::string_view text) { fmt::print(stderr, "grade: {}\n", report::printable(text)); }

void check_can_hold(std::string_view option, const fs::path& file) {
  if (file.empty()) return;
  if (file == "-") throw CallError(fmt::format("{} - is not a file; for standard output give /dev/stdout", option));
  const std::string why = files::why_not_writable(file);
  if (!why.empty()) throw CallError(fmt::format("{} {} cannot be written: {}", option, file.string(), why));
}

}  // namespace cli
