// A cache on disk: folders that are expensive to make and depend on a key. A folder is complete or absent, never half
// made. The caller decides what belongs in the key.
#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

namespace files {

/// A new folder in `parent` (created if missing). The destructor removes it with its content, unless it was moved away.
/// Throws std::system_error.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(const std::filesystem::path& parent);
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// Makes sure that `folder` contains `product`, made for `key`; returns true then. If the folder was not made for this
/// key before, `make` fills a temporary folder, which then replaces `folder` (unless another process has made it for
/// the same key meanwhile). If `make` returns false, nothing is kept and the result is false. `waiting`: see Lock.
/// Throws std::system_error, and the exceptions of `make` and `waiting`.
bool make_cached(const std::filesystem::path& folder, std::string_view product, std::string_view key,
                 const std::function<bool(const std::filesystem::path& work)>& make,
                 const std::function<void()>& waiting = {});

}  // namespace files
