// A cache on disk: folders that are expensive to make and depend on a key. A folder is complete or absent, never half
// made. The caller decides what belongs in the key.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string_view>

namespace files {

/// A new folder in `parent` (created if missing). The destructor removes it with its content, unless it was moved away.
/// Throws std::system_error.
class TemporaryFolder {
 public:
  /// Makes a folder of a new name in `parent`, which exists. Throws std::system_error.
  explicit TemporaryFolder(const std::filesystem::path& parent);
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  /// Where it is, until this object ends.
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// A number that other content is unlikely to have: FNV-1a of 64 bits, which is no protection against intent.
std::uint64_t content_hash(std::string_view content);

/// Whether `folder` contains `product` as make_cached() made it for `key`; then it counts as returned now. `waiting`:
/// see Lock. Throws std::system_error, and the exceptions of `waiting`.
bool is_cached(const std::filesystem::path& folder, std::string_view product, std::string_view key,
               const std::function<void()>& waiting = {});

/// Makes sure that `folder` contains `product`, made for `key`; returns true then. If the folder was not made for this
/// key before, or its product is not what was made then, `make` fills a temporary folder, which then replaces `folder`
/// (unless another process has made it for the same key meanwhile). If `make` returns false, nothing is kept and the
/// result is false. `waiting`: see Lock. Throws std::system_error, and the exceptions of `make` and `waiting`.
bool make_cached(const std::filesystem::path& folder, std::string_view product, std::string_view key,
                 const std::function<bool(const std::filesystem::path& work)>& make,
                 const std::function<void()>& waiting = {});

/// Removes folders of `parent`, those first that make_cached() has not returned for longest, until the rest takes at
/// most `most_bytes`. What was returned within the last hour stays, because it may be in use.
void trim_cache(const std::filesystem::path& parent, std::uintmax_t most_bytes);

}  // namespace files
