// A right program that chooses functions by their addresses, the runtime's and the C library's too.
#include "transpose.cuh"

#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <functional>

__global__ void transpose(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * 16 + threadIdx.x;
  const int y = blockIdx.y * 16 + threadIdx.y;
  if (x < width && y < height) out[x * height + y] = in[y * width + x];
}

namespace {

using Allocate = cudaError_t (*)(void**, size_t);
using Set = cudaError_t (*)(void*, int, size_t);

int by_value(const void* a, const void* b) { return *static_cast<const int*>(a) - *static_cast<const int*>(b); }

struct Row {
  const char* name;
  double (*rounds)(double);
};
constexpr int rows = 2;
const Row table[rows] = {{"up", std::ceil}, {"down", std::floor}};

}  // namespace

void transpose_naive(float* out, const float* in, int width, int height) {
  const Allocate allocate = cudaMalloc;
  const Set set = cudaMemset;
  cudaError_t (*const release)(void*) = cudaFree;
  void* scratch = nullptr;
  if (allocate(&scratch, 64) != cudaSuccess || set(scratch, 0, 64) != cudaSuccess) return;
  release(scratch);
  std::array<int, 4> numbers{3, 1, 2, 0};
  std::qsort(numbers.data(), numbers.size(), sizeof(int), by_value);
  void* (*const copies)(void*, const void*, size_t) = std::memcpy;
  std::array<int, 4> same{};
  copies(same.data(), numbers.data(), sizeof same);
  std::function<double(double)> rounds = table[same[1] % rows].rounds;
  const int side = 15 + static_cast<int>(rounds(0.5) + table[0].rounds(0.5));
  if (side != 16) return;
  const dim3 blocks((width + 15) / 16, (height + 15) / 16);
  transpose<<<blocks, dim3(16, 16)>>>(out, in, width, height);
}
