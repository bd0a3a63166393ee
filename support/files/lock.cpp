#include "support/files/lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <thread>

namespace files {

Lock::Lock(const std::filesystem::path& path, const std::function<void()>& waiting)
    : descriptor_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
  // First without O_CREAT: in folders that many users can write, some systems refuse O_CREAT on another user's file.
  if (descriptor_ < 0) descriptor_ = open(path.c_str(), O_RDONLY | O_CREAT | O_CLOEXEC, 0644);
  if (descriptor_ < 0 || flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
  // Polls instead of blocking, so that `waiting` can react to Ctrl-C.
  try {
    while (flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && (errno == EINTR || errno == EWOULDBLOCK)) {
      if (waiting) waiting();
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
  } catch (...) {
    close(descriptor_);
    throw;
  }
}

Lock::~Lock() {
  if (descriptor_ >= 0) close(descriptor_);
}

}  // namespace files
