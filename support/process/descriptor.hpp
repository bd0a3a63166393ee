// Owns a file descriptor.
#pragma once

#include <unistd.h>

#include <utility>

namespace process {

/// A file descriptor that is closed when its owner ends.
class Descriptor {
 public:
  Descriptor() = default;
  /// Takes over an open descriptor; -1: none.
  explicit Descriptor(int value) : value_(value) {}
  ~Descriptor() { reset(); }
  /// Leaves -1 behind.
  Descriptor(Descriptor&& other) noexcept : value_(std::exchange(other.value_, -1)) {}
  /// Exchanges the two.
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }

  /// The descriptor, or -1.
  int get() const { return value_; }
  /// Closes it, if there is one.
  void reset() {
    if (value_ >= 0) close(std::exchange(value_, -1));
  }

 private:
  int value_ = -1;
};

}  // namespace process
