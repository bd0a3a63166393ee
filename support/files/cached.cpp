#include "support/files/cached.hpp"

#include <stdlib.h>
#include <sys/stat.h>

#include <cerrno>
#include <chrono>
#include <map>
#include <string>
#include <system_error>

#include "support/files/lock.hpp"
#include "support/files/whole_file.hpp"

namespace files {
namespace fs = std::filesystem;

namespace {

std::string hash_of(const fs::path& file) { return std::to_string(content_hash(read_file(file))); }

std::uintmax_t bytes_in(const fs::path& folder) {
  std::uintmax_t bytes = 0;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::uintmax_t size = entry.is_regular_file(error) ? entry.file_size(error) : 0;
    if (!error) bytes += size;
  }
  return bytes;
}

/// Whether the folder is complete and made for this key. Notes when it was used last.
bool is_whole(const fs::path& folder, std::string_view product, std::string_view key) {
  std::error_code error;
  const auto is_there = [&](std::string_view name) { return fs::is_regular_file(folder / name, error); };
  const bool is_whole = is_there(product) && is_there("key") && is_there("hash") && read_file(folder / "key") == key &&
                        read_file(folder / "hash") == hash_of(folder / product);
  if (is_whole) fs::last_write_time(folder, fs::file_time_type::clock::now(), error);
  return is_whole;
}

}  // namespace

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

std::uint64_t content_hash(std::string_view content) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : content) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return hash;
}

bool is_cached(const fs::path& folder, std::string_view product, std::string_view key,
               const std::function<void()>& waiting) {
  std::error_code error;
  fs::create_directories(folder.parent_path(), error);  // the lock reports the error
  const Lock lock(folder.parent_path(),
                  waiting);  // held briefly: no process may replace the folder while it is checked
  return is_whole(folder, product, key);
}

bool make_cached(const fs::path& folder, std::string_view product, std::string_view key,
                 const std::function<bool(const fs::path& work)>& make, const std::function<void()>& waiting) {
  if (is_cached(folder, product, key, waiting)) return true;
  const fs::path parent = folder.parent_path();
  const TemporaryFolder work(parent);
  if (!make(work.path())) return false;
  write_atomically(work.path() / "key", key);
  write_atomically(work.path() / "hash", hash_of(work.path() / product));
  // mkdtemp allows only the owner; the folder gets the usual permissions, like the files in it.
  ::chmod(work.path().c_str(), masked(0777));
  const Lock lock(parent, waiting);
  // Another process was faster and may already use the folder.
  if (is_whole(folder, product, key)) return true;
  std::error_code error;
  fs::remove_all(folder, error);
  fs::rename(work.path(), folder, error);
  if (error) throw std::system_error(error, "cannot rename the finished folder " + folder.string());
  return true;
}

void trim_cache(const fs::path& parent, std::uintmax_t most_bytes) {
  std::error_code error;
  const Lock lock(parent);
  std::multimap<fs::file_time_type, fs::path> by_use;
  std::uintmax_t bytes = 0;
  for (const auto& entry : fs::directory_iterator(parent, error)) {
    if (!entry.is_directory(error) || entry.path().filename().string().starts_with(".")) continue;
    by_use.emplace(entry.last_write_time(error), entry.path());
    bytes += bytes_in(entry.path());
  }
  const auto in_use_since = fs::file_time_type::clock::now() - std::chrono::hours(1);
  for (const auto& [used, folder] : by_use) {
    if (bytes <= most_bytes || used > in_use_since) return;
    bytes -= bytes_in(folder);
    fs::remove_all(folder, error);
  }
}

}  // namespace files
