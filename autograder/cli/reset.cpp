#include "cli/reset.hpp"

#include <fmt/format.h>

#include <ctime>
#include <system_error>

#include "grader/errors.hpp"
#include "support/files/whole_file.hpp"

namespace cli {
namespace {

namespace fs = std::filesystem;

std::string handed_out(const fs::path& root, const course::Lab& lab) {
  const fs::path file = fs::path("labs") / lab.folder / "original" / lab.source;
  try {
    return files::read_file(root / file);
  } catch (const std::system_error&) {
    throw grader::CannotGrade(
        fmt::format("reset takes {}, and it is not here; fetch it from where you got the course", file.string()));
  }
}

/// A new name beside `file`; it does not end in .cu.
fs::path backup_of(const fs::path& file) {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  localtime_r(&now, &parts);
  char stamp[32];
  std::strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", &parts);
  const std::string name = file.string() + "." + stamp;
  fs::path backup = name;
  for (int i = 2; fs::exists(fs::symlink_status(backup)); ++i) backup = fmt::format("{}-{}", name, i);
  return backup;
}

}  // namespace

std::string reset_lab(const fs::path& root, const course::Lab& lab) {
  const fs::path relative = fs::path("labs") / lab.folder / lab.source;
  const fs::path file = root / relative;
  const std::string original = handed_out(root, lab);
  if (!fs::exists(fs::symlink_status(file))) {
    files::write_atomically(file, original);
    return fmt::format("{} is back as it was handed out", relative.string());
  }
  if (files::read_file(file) == original) return fmt::format("{} is as it was handed out already", relative.string());
  const fs::path backup = backup_of(file);
  fs::copy_file(file, backup);  // at no moment is there no file
  files::write_atomically(file, original);
  return fmt::format("{} is as it was handed out; your version is {} beside it", relative.string(),
                     backup.filename().string());
}

}  // namespace cli
