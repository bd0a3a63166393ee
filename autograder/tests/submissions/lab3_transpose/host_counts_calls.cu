// A right program whose host code counts its calls, in ways that threads may share.
#include "transpose.cuh"

#include <atomic>
#include <memory>

__global__ void transpose(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * 16 + threadIdx.x;
  const int y = blockIdx.y * 16 + threadIdx.y;
  if (x < width && y < height) out[x * height + y] = in[y * width + x];
}

namespace {
std::atomic<int> calls{0};
std::atomic_flag busy = ATOMIC_FLAG_INIT;
thread_local int mine = 0;
std::shared_ptr<int> shared = std::make_shared<int>(0);
}  // namespace

void transpose_naive(float* out, const float* in, int width, int height) {
  if (busy.test_and_set(std::memory_order_acquire)) return;
  int expected = calls.fetch_add(1) + 1;
  if (!calls.compare_exchange_strong(expected, expected)) return;
  ++mine;
  const std::shared_ptr<int> again = std::atomic_load(&shared);
  ++*again;
  busy.clear(std::memory_order_release);
  const dim3 blocks((width + 15) / 16, (height + 15) / 16);
  transpose<<<blocks, dim3(16, 16)>>>(out, in, width, height);
}
