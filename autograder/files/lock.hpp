// What only one process at a time may do, on this machine. Here as a whole, so that programs that nvcc compiles have it
// without a library.
#pragma once

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <functional>

namespace files {

/// Held by this object alone until it ends, however its process ends. A folder must be there; a file is made. Where it
/// cannot be opened, nothing is kept apart.
class Lock {
 public:
  /// Calls `waiting` once, before it waits for another.
  explicit Lock(const std::filesystem::path& path, const std::function<void()>& waiting = {})
      : descriptor_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    // Not created by the first call: where many may write, systems refuse O_CREAT on another user's file.
    if (descriptor_ < 0) descriptor_ = open(path.c_str(), O_RDONLY | O_CREAT | O_CLOEXEC, 0644);
    if (descriptor_ < 0 || flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
    if (waiting) waiting();
    while (flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) {
    }
  }
  ~Lock() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  int descriptor_;
};

}  // namespace files
