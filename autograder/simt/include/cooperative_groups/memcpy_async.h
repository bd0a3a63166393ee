// A group's asynchronous copies into shared memory: its threads take pieces in turn, as large as addresses and size
// allow. Every call is a batch of its own.
#pragma once

#include "../cooperative_groups.h"
#include "../cuda_pipeline_primitives.h"

#define SIMT_MEMBER SIMT_ON_CALLERS_LINE

namespace cuda {

/// A number of bytes that is a multiple of `Alignment`, as both addresses are.
template <size_t Alignment>
struct aligned_size_t {
  size_t value;
  explicit constexpr aligned_size_t(size_t size) : value(size) {}
  constexpr operator size_t() const { return value; }
};

}  // namespace cuda

namespace cooperative_groups {

template <class Group, class T>
SIMT_MEMBER void memcpy_async(const Group& group, T* destination, const T* source, size_t bytes) {
  const unsigned long long all =
      reinterpret_cast<unsigned long long>(destination) | reinterpret_cast<unsigned long long>(source) | bytes;
  const size_t piece = all % 16 == 0 ? 16 : all % 8 == 0 ? 8 : all % 4 == 0 ? 4 : 1;
  char* const to = reinterpret_cast<char*>(destination);
  const char* const from = reinterpret_cast<const char*>(source);
  for (size_t i = group.thread_rank() * piece; i < bytes; i += group.size() * piece) {
    if (piece == 1) {
      to[i] = from[i];  // what hardware cannot copy by itself
    } else {
      simt_copy_async(to + i, from + i, piece, 0);
    }
  }
  simt_commit_copies();
}

/// All copies of the group are there, for all its threads.
template <class Group>
SIMT_MEMBER void wait(const Group& group) {
  simt_wait_for_copies(0);
  group.sync();
}
template <unsigned Stages, class Group>
SIMT_MEMBER void wait_prior(const Group& group) {
  simt_wait_for_copies(Stages);
  group.sync();
}

}  // namespace cooperative_groups

#undef SIMT_MEMBER
