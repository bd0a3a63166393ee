// CUDA source, built as the grader builds it and loaded into this process.
#pragma once

#include <cstdint>
#include <string>

namespace simt::benchmarks {

class Library {
 public:
  /// `path` is below the repository's root. Throws std::runtime_error when it does not build or load.
  explicit Library(const std::string& path);
  ~Library();
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  /// The address of the symbol `name`, or null.
  void* symbol(const char* name) const;
  std::uintptr_t base() const { return base_; }

 private:
  void* handle_ = nullptr;
  std::uintptr_t base_ = 0;
};

}  // namespace simt::benchmarks
