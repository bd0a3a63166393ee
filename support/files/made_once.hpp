// Folders that are costly to make and depend on a key: a cache on disk that shows half of nothing. Not for deciding
// what belongs into the key.
#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

namespace files {

/// A new folder below `parent` (which is made if need be), removed at the end with all that is in it, unless it was
/// moved away. Throws std::system_error.
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

/// True when `folder` is there with `product` in it, made for `key`. Unless it was made for the same key before, `make`
/// fills a temporary folder beside it, which then takes its place (what another process has made for the same key in
/// the meantime stays instead); when `make` returns false, nothing is kept and the result is false. `waiting` is a
/// Lock's. Throws std::system_error, and what `make` and `waiting` do.
bool made_once(const std::filesystem::path& folder, std::string_view product, std::string_view key,
               const std::function<bool(const std::filesystem::path& work)>& make,
               const std::function<void()>& waiting = {});

}  // namespace files
