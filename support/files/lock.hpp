// A lock between the processes of this machine, held through a file or folder.
#pragma once

#include <filesystem>
#include <functional>

namespace files {

/// Holds the lock on `path` as long as the object lives; the system releases it when the process ends in any way. A
/// missing file is created; a folder must exist. If the path cannot be opened, the object holds no lock and does not
/// wait.
class Lock {
 public:
  /// While another process holds the lock, calls `waiting` repeatedly; an exception from it ends the wait.
  explicit Lock(const std::filesystem::path& path, const std::function<void()>& waiting = {});
  ~Lock();
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  int descriptor_;
};

}  // namespace files
