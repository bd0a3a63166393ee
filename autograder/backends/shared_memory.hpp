// Memory of this process that can be lent to another by its descriptor.
#pragma once

#include <cstddef>
#include <cstdint>

#include "support/process/descriptor.hpp"

namespace backends {

/// Memory that this process can lend to another one.
class SharedMemory {
 public:
  /// Zeroed. Throws CannotGrade when there is not so much.
  explicit SharedMemory(std::int64_t bytes);
  ~SharedMemory();
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;

  /// Its address in this process.
  char* base() const { return base_; }
  /// The memfd to lend; it stays this object's.
  int descriptor() const { return memory_.get(); }

 private:
  process::Descriptor memory_;  // a memfd
  std::size_t bytes_;
  char* base_ = nullptr;
};

}  // namespace backends
