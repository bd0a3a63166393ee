// POSIX only, like the rest of the grader.
#include "support/files/whole_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <sstream>
#include <string>
#include <system_error>
#include <utility>

namespace files {
namespace {

namespace fs = std::filesystem;

/// what() is only this message: std::system_error would append the system's message a second time.
class FileError : public std::system_error {
 public:
  FileError(int error, std::string message)
      : std::system_error(error, std::generic_category()), message_(std::move(message)) {}
  const char* what() const noexcept override { return message_.c_str(); }

 private:
  std::string message_;
};

[[noreturn]] void fail(const fs::path& path, int error, std::string_view advice) {
  throw FileError(error, path.string() + " could not be written: " + std::generic_category().message(error) + "; " +
                             std::string(advice));
}

/// False, with errno set, if not all bytes could be written.
bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

/// A file that is removed again unless it gets its final name.
class TemporaryFile {
 public:
  explicit TemporaryFile(const fs::path& target) : target_(target), name_(target.string() + ".XXXXXX") {
    descriptor_ = ::mkostemp(name_.data(), O_CLOEXEC);
    if (descriptor_ < 0) fail(target_, errno, "the folder must exist and be writable");
    ::fchmod(descriptor_, masked(0666));  // mkostemp gives 0600
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!renamed_) ::unlink(name_.c_str());
  }

  void write(std::string_view text) {
    if (!write_all(descriptor_, text)) fail(target_, errno, "nothing was changed");
    if (::fsync(descriptor_) != 0) fail(target_, errno, "nothing was changed");
    // Some network file systems report a full disk only here.
    if (::close(std::exchange(descriptor_, -1)) != 0) fail(target_, errno, "nothing was changed");
  }

  void rename() {
    if (::rename(name_.c_str(), target_.c_str()) != 0) fail(target_, errno, "give the name of a file");
    renamed_ = true;
  }

 private:
  const fs::path& target_;
  std::string name_;
  int descriptor_ = -1;
  bool renamed_ = false;
};

void write_to_other(const fs::path& path, std::string_view text) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) fail(path, errno, "give the name of a file");
  const bool is_written = write_all(descriptor, text);
  const int error = errno;
  ::close(descriptor);
  if (!is_written) fail(path, error, "part of it may have been");
}

// Syncs the folder, so that the new name survives a power failure. Errors are ignored: some file systems cannot sync a
// folder, and the content is already synced.
void sync_folder(const fs::path& folder) {
  const int descriptor = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::fsync(descriptor);
  ::close(descriptor);
}

}  // namespace

std::string read_file(const fs::path& path) {
  errno = 0;
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  // A folder can be opened but not read. For an empty file, `<<` reports a failure although nothing is wrong.
  const bool is_empty = stream && stream.peek() == std::ifstream::traits_type::eof() && errno == 0;
  if (!stream.is_open() || (!is_empty && !(text << stream.rdbuf()))) {
    const int error = errno == 0 ? EIO : errno;
    throw FileError(error, path.string() + " cannot be read: " + std::generic_category().message(error));
  }
  return text.str();
}

std::string why_not_writable(const fs::path& path) {
  std::error_code ignored;
  if (!fs::is_directory(path.has_parent_path() ? path.parent_path() : ".", ignored)) {
    return "its folder does not exist; make it first";
  }
  return fs::is_directory(path, ignored) ? "it is a folder; give the name of a file" : "";
}

mode_t masked(mode_t mode) {
  // It can be read only by setting it, which other threads would notice: once, since nothing here changes it.
  static const mode_t mask = [] {
    const mode_t found = ::umask(022);
    ::umask(found);
    return found;
  }();
  return mode & ~mask;
}

void write_atomically(const fs::path& name, std::string_view text) {
  // A symbolic link stays a link; devices, pipes and the like are written directly.
  std::error_code ignored;
  const fs::path path = fs::is_symlink(name, ignored) ? fs::weakly_canonical(name) : name;
  if (fs::exists(path, ignored) && !fs::is_regular_file(path, ignored) && !fs::is_directory(path, ignored)) {
    write_to_other(path, text);
    return;
  }
  TemporaryFile file(path);
  file.write(text);
  file.rename();
  sync_folder(path.parent_path());
}

}  // namespace files
