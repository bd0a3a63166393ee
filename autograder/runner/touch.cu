#include "runner/touch.hpp"

namespace runner {
namespace {

// The smallest page that device memory comes in; larger ones are read more than once, which costs next to nothing.
constexpr std::int64_t page_bytes = 64 << 10;
constexpr int threads = 256;

// Every multiprocessor translates for itself: as many blocks as any GPU has of them, and more, read every page.
constexpr int blocks = 512;

// A load whose value nobody uses: only in PTX does it stay.
__device__ void load(const char* from) {
  asm volatile("{ .reg .u32 value; ld.volatile.global.u8 value, [%0]; }" ::"l"(from));
}

__global__ void touch_kernel(const char* base, std::int64_t pages) {
  for (std::int64_t page = threadIdx.x; page < pages; page += threads) load(base + page * page_bytes);
}

}  // namespace

void touch_pages(const char* base, std::int64_t bytes) {
  const std::int64_t pages = (bytes + page_bytes - 1) / page_bytes;
  if (pages > 0) touch_kernel<<<blocks, threads>>>(base, pages);
}

}  // namespace runner
