// A group's asynchronous copy into shared memory: the threads copy alternating pieces, as large as the alignment of the
// addresses and the size allow.
#pragma once

#include "../cuda_pipeline_primitives.h"

SIMT_FOR_ALL_BEGIN

namespace cuda {

/// A number of bytes; the number and both addresses are multiples of `Alignment`.
template <size_t Alignment>
struct aligned_size_t {
  size_t value;
  explicit constexpr aligned_size_t(size_t size) : value(size) {}
  constexpr operator size_t() const { return value; }
};

}  // namespace cuda

namespace simt {

/// A group of one thread.
struct OneThread {
  SIMT_ON_CALLERS_LINE static unsigned thread_rank() { return 0; }
  SIMT_ON_CALLERS_LINE static unsigned size() { return 1; }
};

// For copies without hardware support: single bytes, and copies other than from global into shared memory.
template <class Piece>
SIMT_ON_CALLERS_LINE void copy_piece(char* to, const char* from, bool is_async) {
  if (is_async && sizeof(Piece) >= 4) {
    simt_copy_async(to, from, sizeof(Piece), 0);
  } else {
    *reinterpret_cast<Piece*>(to) = *reinterpret_cast<const Piece*>(from);
  }
}

template <class Piece, class Group>
SIMT_ON_CALLERS_LINE void copy_pieces(const Group& group, char* to, const char* from, size_t bytes) {
  const bool is_async = __isShared(to) && __isGlobal(from);
  for (size_t i = group.thread_rank() * sizeof(Piece); i < bytes; i += group.size() * sizeof(Piece)) {
    copy_piece<Piece>(to + i, from + i, is_async);
  }
}

/// Starts the copy; the caller commits it. `largest` is that of a piece, in bytes.
template <class Group>
SIMT_ON_CALLERS_LINE void copy_async(const Group& group, void* destination, const void* source, size_t bytes,
                                     size_t largest = 16) {
  const unsigned long long all = reinterpret_cast<unsigned long long>(destination) |
                                 reinterpret_cast<unsigned long long>(source) | bytes | largest;
  char* const to = static_cast<char*>(destination);
  const char* const from = static_cast<const char*>(source);
  if (all % 16 == 0) {
    copy_pieces<float4>(group, to, from, bytes);
  } else if (all % 8 == 0) {
    copy_pieces<float2>(group, to, from, bytes);
  } else if (all % 4 == 0) {
    copy_pieces<float>(group, to, from, bytes);
  } else {
    copy_pieces<char>(group, to, from, bytes);
  }
}

}  // namespace simt

SIMT_FOR_ALL_END
