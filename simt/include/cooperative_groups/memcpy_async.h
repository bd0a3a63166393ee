// A group's asynchronous copies into shared memory. Every call is a separate batch.
#pragma once

#include "../cooperative_groups.h"
#include "../simt/memcpy_async.h"

SIMT_FOR_KERNELS_BEGIN

#define SIMT_MEMBER SIMT_ON_CALLERS_LINE

namespace cooperative_groups {

/// In pieces of the type's alignment, whatever that of the addresses is.
template <class Group, class T>
SIMT_MEMBER void memcpy_async(const Group& group, T* destination, const T* source, size_t bytes) {
  simt::copy_async(group, destination, source, bytes, alignof(T));
  simt_commit_copies();
}
template <class Group, class T, size_t Alignment>
SIMT_MEMBER void memcpy_async(const Group& group, T* destination, const T* source,
                              cuda::aligned_size_t<Alignment> bytes) {
  simt::copy_async(group, destination, source, bytes, Alignment);
  simt_commit_copies();
}

/// Waits until all copies of the group are visible to all its threads.
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

SIMT_FOR_KERNELS_END

#undef SIMT_MEMBER
