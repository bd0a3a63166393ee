// Right in another style: a block goes down 64 rows and keeps the last five of them, blurred along x, in registers
// (8.7).
#include <type_traits>

#include "spaces.cuh"

namespace {

constexpr int THREADS = 128, ROWS = 64;

__device__ __forceinline__ int inside(int i, int count) { return i < 0 ? 0 : i >= count ? count - 1 : i; }

template <class T>
__device__ T* row_of(T* image, size_t pitch, int y) {
  using Byte = std::conditional_t<std::is_const_v<T>, const char, char>;
  return reinterpret_cast<T*>(reinterpret_cast<Byte*>(image) + static_cast<size_t>(y) * pitch);
}

__device__ __forceinline__ float mean(float a, float b, float c, float d, float e) {
  return 0.0625f * (a + e) + 0.25f * (b + d) + 0.375f * c;
}

__global__ void __launch_bounds__(THREADS)
    columns(float* __restrict__ out, const float* __restrict__ in, size_t pitch, int width, int height) {
  __shared__ float lines[2][THREADS + 4];
  const int t = threadIdx.x, left = blockIdx.x * THREADS, x = left + t;
  const int first = blockIdx.y * ROWS, end = min(height, first + ROWS);
  float a = 0, b = 0, c = 0, d = 0;
  for (int y = first - 2; y < end + 2; ++y) {
    float* const line = lines[y & 1];  // the other one may still be read
    const float* const row = row_of(in, pitch, inside(y, height));
    line[t + 2] = row[inside(x, width)];
    if (t < 2) line[t] = row[inside(x - 2, width)];
    if (t >= THREADS - 2) line[t + 4] = row[inside(x + 2, width)];
    __syncthreads();
    const float e = mean(line[t], line[t + 1], line[t + 2], line[t + 3], line[t + 4]);
    if (y >= first + 2 && x < width) row_of(out, pitch, y - 2)[x] = mean(a, b, c, d, e);
    a = b, b = c, c = d, d = e;
  }
}

}  // namespace

void blur(float* out, const float* in, size_t pitch, int width, int height) {
  const dim3 grid((width + THREADS - 1) / THREADS, (height + ROWS - 1) / ROWS);
  columns<<<grid, THREADS>>>(out, in, pitch, width, height);
}
