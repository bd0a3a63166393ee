#include "batch/archive.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <system_error>

#include "support/process/child.hpp"
#include "support/process/confinement.hpp"

namespace batch {
namespace fs = std::filesystem;
namespace {

constexpr std::array<std::string_view, 10> suffixes = {".zip",  ".tar",    ".tar.gz", ".tgz",     ".tar.bz2",
                                                       ".tbz2", ".tar.xz", ".txz",    ".tar.zst", ".tzst"};
constexpr std::uintmax_t largest_archive = std::uintmax_t{64} << 20;
constexpr units::Seconds deadline{20};
constexpr units::Bytes most_memory{std::int64_t{512} << 20};
constexpr units::Bytes most_output{1 << 14};

std::string_view suffix_of(const fs::path& file) {
  std::string name = file.filename();
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
  const auto found = std::find_if(suffixes.begin(), suffixes.end(), [&](std::string_view suffix) {
    return name.size() > suffix.size() && name.ends_with(suffix);
  });
  return found == suffixes.end() ? "" : *found;
}

}  // namespace

bool is_archive(const fs::path& file) { return !suffix_of(file).empty(); }

std::string name_without_suffix(const fs::path& file) {
  const std::string name = file.filename();
  return is_archive(file) ? name.substr(0, name.size() - suffix_of(file).size()) : file.stem().string();
}

std::string unpack_confined(const fs::path& archive, const fs::path& folder) {
  std::error_code error;
  if (fs::file_size(archive, error) > largest_archive && !error) return "the archive is larger than 64 MiB";
  // A copy, because the user that unpacks it may read nothing else.
  const fs::path copy = folder / ".archive";
  if (error || !fs::copy_file(archive, copy, error)) return "the archive cannot be read: " + error.message();
  fs::permissions(copy, fs::perms(0644), error);

  process::ChildOptions options;
  options.command = {(fs::read_symlink("/proc/self/exe").parent_path() / "unpack-submission").string(), copy.string(),
                     folder.string()};
  options.environment = process::minimal_environment();
  options.address_space = most_memory;
  options.file_size = units::Bytes{static_cast<std::int64_t>(largest_archive)};
  options.confinement.emplace().writable = {folder};
  options.confinement->memory = most_memory;
  const process::Completed done = process::run(options, deadline, most_output);
  process::take_back(folder);
  fs::remove(copy, error);
  if (done.succeeded()) return "";
  if (done.was_killed() || done.ending.by_signal) return "the archive takes too much time or memory to be unpacked";
  return done.output.substr(0, done.output.find('\n'));
}

}  // namespace batch
