#include "files/made_once.hpp"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>

#include "files/whole_file.hpp"

namespace files {
namespace fs = std::filesystem;

namespace {

/// Nobody else looks at, or swaps, what is in a folder meanwhile. Held for moments only. Where the folder cannot be
/// opened there is nothing to keep apart.
class Locked {
 public:
  explicit Locked(const fs::path& folder) : folder_(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    while (folder_ >= 0 && flock(folder_, LOCK_EX) != 0 && errno == EINTR) {
    }
  }
  ~Locked() {
    if (folder_ >= 0) close(folder_);
  }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;

 private:
  int folder_;
};

}  // namespace

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
  const fs::path parent = folder.parent_path();
  const auto is_made = [&] {
    std::error_code error;
    return fs::exists(folder / product, error) && fs::exists(folder / "key", error) && read_file(folder / "key") == key;
  };
  {
    const Locked locked(parent);
    if (is_made()) return true;
  }
  const TemporaryFolder work(parent);
  if (!make(work.path())) return false;
  write_atomically(work.path() / "key", key);
  const Locked locked(parent);
  // Somebody else was faster, and may be using it.
  if (is_made()) return true;
  std::error_code error;
  fs::remove_all(folder, error);
  fs::rename(work.path(), folder, error);
  if (error) throw std::system_error(error, "cannot keep what was made in " + folder.string());
  return true;
}

}  // namespace files
