#include "cli/reset.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <ctime>
#include <system_error>

#include "grader/errors.hpp"
#include "support/files/whole_file.hpp"
#include "support/process/child.hpp"

namespace cli {
namespace {

namespace fs = std::filesystem;

std::string from_git(const fs::path& root, const fs::path& file) {
  process::ChildOptions options;
  // "./": relative to the course's folder, wherever the repository begins. A path in `-C` may be relative.
  options.command = {"git", "-C", root.string(), "show", "HEAD:./" + file.generic_string()};
  options.environment = process::minimal_environment();
  // git reads there which repositories it may trust.
  if (const char* home = std::getenv("HOME")) options.environment.push_back(std::string("HOME=") + home);
  try {
    process::Completed shown = process::run(options, units::Seconds{30}, units::Bytes{std::int64_t{1} << 20});
    if (shown.succeeded()) return std::move(shown.output);
  } catch (const std::system_error&) {
    // no git
  }
  throw grader::CannotGrade(fmt::format(
      "reset takes {} from git, and git does not have it here; fetch the file from where you got the course",
      file.string()));
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
  const std::string original = from_git(root, relative);
  if (!fs::exists(fs::symlink_status(file))) {
    files::write_atomically(file, original);
    return fmt::format("{} is back as it was handed out", relative.string());
  }
  if (files::read_file(file) == original) return fmt::format("{} is as it was handed out already", relative.string());
  const fs::path backup = backup_of(file);
  fs::rename(file, backup);
  files::write_atomically(file, original);
  return fmt::format("{} is as it was handed out; your version is {} beside it", relative.string(),
                     backup.filename().string());
}

}  // namespace cli
