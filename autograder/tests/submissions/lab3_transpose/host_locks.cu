// A right program whose host code locks what several threads could use.
#include "transpose.cuh"

#include <mutex>
#include <shared_mutex>

__global__ void transpose(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * 16 + threadIdx.x;
  const int y = blockIdx.y * 16 + threadIdx.y;
  if (x < width && y < height) out[x * height + y] = in[y * width + x];
}

namespace {
std::mutex guard, other;
std::recursive_mutex again;
std::shared_mutex readers;
std::once_flag once;
int calls = 0;
}  // namespace

void transpose_naive(float* out, const float* in, int width, int height) {
  std::call_once(once, [] { cudaFuncSetCacheConfig(transpose, cudaFuncCachePreferL1); });
  const std::lock_guard<std::mutex> lock(guard);
  const std::unique_lock<std::mutex> second(other, std::try_to_lock);
  const std::scoped_lock both(again);
  const std::lock_guard<std::recursive_mutex> once_more(again);
  {
    const std::shared_lock reading(readers);
    if (calls < 0 || !second.owns_lock()) return;
  }
  const std::unique_lock writing(readers);
  ++calls;
  const dim3 blocks((width + 15) / 16, (height + 15) / 16);
  transpose<<<blocks, dim3(16, 16)>>>(out, in, width, height);
}
