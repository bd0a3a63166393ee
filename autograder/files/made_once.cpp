#include "files/made_once.hpp"

#include <stdlib.h>

#include <cerrno>
#include <string>
#include <system_error>

#include "files/whole_file.hpp"

namespace files {
namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder(const fs::path& parent) {
  std::error_code ignored;  // mkdtemp says what is wrong
  fs::create_directories(parent, ignored);
  std::string pattern = (parent / ".making-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) {
    throw std::system_error(errno, std::generic_category(), "cannot write to " + parent.string());
  }
  path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

bool made_once(const fs::path& folder, std::string_view product, std::string_view key,
               const std::function<bool(const fs::path& work)>& make) {
  std::error_code error;
  const auto is_there = [&] { return fs::exists(folder / product, error); };
  if (is_there() && fs::exists(folder / "key", error) && read_file(folder / "key") == key) return true;
  const TemporaryFolder work(folder.parent_path());
  if (!make(work.path())) return false;
  write_atomically(work.path() / "key", key);
  fs::remove_all(folder, error);
  fs::rename(work.path(), folder, error);
  // Somebody else may have been faster.
  if (error && !is_there()) throw std::system_error(error, "cannot keep what was made in " + folder.string());
  return true;
}

}  // namespace files
