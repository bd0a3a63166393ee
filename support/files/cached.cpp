#include "support/files/cached.hpp"

#include <stdlib.h>
#include <sys/stat.h>

#include <cerrno>
#include <string>
#include <system_error>

#include "support/files/lock.hpp"
#include "support/files/whole_file.hpp"

namespace files {
namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder(const fs::path& parent) {
  std::error_code ignored;  // mkdtemp reports the error
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

bool make_cached(const fs::path& folder, std::string_view product, std::string_view key,
                 const std::function<bool(const fs::path& work)>& make, const std::function<void()>& waiting) {
  const fs::path parent = folder.parent_path();
  std::error_code error;
  fs::create_directories(parent, error);  // TemporaryFolder reports the error
  const auto is_made = [&] {
    return fs::exists(folder / product, error) && fs::exists(folder / "key", error) && read_file(folder / "key") == key;
  };
  {
    const Lock lock(parent, waiting);  // held briefly: no process may replace the folder while it is checked
    if (is_made()) return true;
  }
  const TemporaryFolder work(parent);
  if (!make(work.path())) return false;
  write_atomically(work.path() / "key", key);
  // mkdtemp allows only the owner; the folder gets the usual permissions, like the files in it.
  ::chmod(work.path().c_str(), masked(0777));
  const Lock lock(parent, waiting);
  // Another process was faster and may already use the folder.
  if (is_made()) return true;
  fs::remove_all(folder, error);
  fs::rename(work.path(), folder, error);
  if (error) throw std::system_error(error, "cannot rename the finished folder " + folder.string());
  return true;
}

}  // namespace files
