// Memory that was just filled by another process is known to this one's kernels by address only: the first access to
// each page has to wait for its translation, which slows a kernel down, the more the more pages its blocks read at once.
// A program that uses its own data pays that once and never again; so must the one that is timed.
#pragma once

#include <cstdint>

namespace runner {

/// Launches, on the default stream, reads by every multiprocessor of every page of `bytes` of device memory from `base`
/// on. The caller checks cudaGetLastError.
void touch_pages(const char* base, std::int64_t bytes);

}  // namespace runner
