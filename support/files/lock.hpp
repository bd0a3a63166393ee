// What only one process at a time may do, on this machine.
#pragma once

#include <filesystem>
#include <functional>

namespace files {

/// Held by this object alone until it ends, however its process ends. A folder must be there; a file is made. Where it
/// cannot be opened, nothing is kept apart.
class Lock {
 public:
  /// Calls `waiting` again and again while another has it; what it throws ends the waiting.
  explicit Lock(const std::filesystem::path& path, const std::function<void()>& waiting = {});
  ~Lock();
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  int descriptor_;
};

}  // namespace files
