// What the files of the CUDA runtime API (cuda_*.cpp) share. The API's functions are in this namespace, too; with C
// linkage, they are nevertheless CUDA's functions.
#pragma once

#include <cstring>

#include "simt/emulation/emulation.hpp"

/// The instruction in student code after the call of this function.
#define SIMT_PC reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))

namespace simt::core {

/// Every call ends with this: an error stays for cudaGetLastError, and after a fatal error every call returns that one.
cudaError_t ended(cudaError_t error);

/// The device that the API describes.
cudaDeviceProp device_properties();

/// `bytes` bytes of memory that the program names are about to be read, or written, by a kernel or by host code.
inline void note(Access access, const void* address, std::size_t bytes, std::uintptr_t pc) {
  if (bytes == 0) return;
  if (in_kernel != nullptr) return in_kernel->on_range(access, reinterpret_cast<std::uintptr_t>(address), bytes, pc);
  if (Emulation* const run = current()) {
    run->on_host_access(access, reinterpret_cast<std::uintptr_t>(address), bytes, pc);
  }
}
inline void note_text(const char* text, std::uintptr_t pc) { note(Access::load, text, std::strlen(text) + 1, pc); }

/// A structure that the program hands over by its address: the host reads it. Null is nothing to read.
template <class T>
void note_read(const T* structure, std::uintptr_t pc) {
  Emulation* const run = current();
  if (run == nullptr || structure == nullptr) return;
  run->on_host_access(Access::load, reinterpret_cast<std::uintptr_t>(structure), sizeof *structure, pc);
}

/// A call that fails because a field of what it is handed has no value that is possible.
cudaError_t refuse_value(DescriptionField field, std::int64_t value);

/// How an operation is issued.
struct Asked {
  cudaStream_t stream = nullptr;
  bool is_async = false;
  std::uintptr_t pc = 0;
  std::string_view label;  ///< the function's name
};

/// Rows of bytes in planes, in memory or in an array; `x` counts bytes.
struct Box {
  char* base = nullptr;
  std::size_t pitch = 0;  ///< bytes from row to row,
  std::size_t plane = 0;  ///< and from plane to plane
  cudaArray* array = nullptr;
  std::size_t x = 0, y = 0, z = 0;

  /// The longest contiguous piece of a row from byte `column` of the box on, up to `bytes`.
  std::size_t together(std::size_t column, std::size_t bytes) const;
  char* at(std::size_t column, std::size_t row, std::size_t level) const;
};

/// A size in bytes, rows and planes.
struct Extent {
  std::size_t width = 0, height = 1, depth = 1;

  bool is_empty() const { return width == 0 || height == 0 || depth == 0; }
  std::int64_t bytes() const { return static_cast<std::int64_t>(width * height * depth); }
};

/// Carries a copy out and records the operation. Nothing is copied when a part of it is wrong.
cudaError_t copy_box(const Box& to, const Box& from, const Extent& extent, cudaMemcpyKind kind, const Asked& asked);
cudaError_t fill_box(const Box& to, int value, const Extent& extent, const Asked& asked);

}  // namespace simt::core
