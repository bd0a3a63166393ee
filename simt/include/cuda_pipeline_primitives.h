// Asynchronous copies of one thread from global into shared memory. The thread sees the data after it has waited for
// the copies; other threads see them after a barrier that follows the wait.
#pragma once

#include "cuda_runtime.h"

SIMT_FOR_KERNELS_BEGIN

extern "C" {
/// `bytes`: 4, 8 or 16; the last `zeros` of them are not read and become zero.
void simt_copy_async(void* to, const void* from, unsigned long long bytes, unsigned long long zeros);
void simt_commit_copies();
void simt_wait_for_copies(unsigned long long but_last);
}

SIMT_ON_CALLERS_LINE void __pipeline_memcpy_async(void* dst_shared, const void* src_global, size_t size_and_align,
                                                  size_t zfill = 0) {
  simt_copy_async(dst_shared, src_global, size_and_align, zfill);
}
SIMT_ON_CALLERS_LINE void __pipeline_commit() { simt_commit_copies(); }
SIMT_ON_CALLERS_LINE void __pipeline_wait_prior(size_t prior) { simt_wait_for_copies(prior); }

SIMT_FOR_KERNELS_END
