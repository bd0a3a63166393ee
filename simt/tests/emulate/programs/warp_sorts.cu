// Sorts: bitonic by shuffles in a warp and in shared memory, and a radix sort of a block by ballots.
#include <algorithm>
#include <vector>

#include "check.hpp"

__global__ void sort_warps(unsigned* data) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  unsigned value = data[i];
  for (unsigned size = 2; size <= 32; size *= 2) {
    for (unsigned step = size / 2; step > 0; step /= 2) {
      const unsigned other = __shfl_xor_sync(0xffffffffu, value, step);
      const bool ascending = (lane & size) == 0, is_lower = (lane & step) == 0;
      value = ascending == is_lower ? min(value, other) : max(value, other);
    }
  }
  data[i] = value;
}

__global__ void sort_block(unsigned* data) {
  __shared__ unsigned part[512];
  const unsigned t = threadIdx.x;
  part[t] = data[t];
  part[t + 256] = data[t + 256];
  for (unsigned size = 2; size <= 512; size *= 2) {
    for (unsigned step = size / 2; step > 0; step /= 2) {
      __syncthreads();
      const unsigned low = 2 * t - (t & (step - 1)), high = low + step;
      const bool ascending = (low & size) == 0;
      const unsigned a = part[low], b = part[high];
      if ((a > b) == ascending) {
        part[low] = b;
        part[high] = a;
      }
    }
  }
  __syncthreads();
  data[t] = part[t];
  data[t + 256] = part[t + 256];
}

__global__ void radix_sort(unsigned* data) {
  __shared__ unsigned part[128];
  __shared__ int zeros_of_warp[4];
  const int t = static_cast<int>(threadIdx.x), warp = t / 32, lane = t % 32;
  part[t] = data[t];
  __syncthreads();
  for (int bit = 0; bit < 16; ++bit) {
    const unsigned value = part[t];
    const bool is_zero = (value >> bit & 1) == 0;
    const unsigned zeros = __ballot_sync(0xffffffffu, is_zero);
    if (lane == 0) zeros_of_warp[warp] = __popc(zeros);
    __syncthreads();
    int before = 0, all = 0;
    for (int w = 0; w < 4; ++w) {
      if (w < warp) before += zeros_of_warp[w];
      all += zeros_of_warp[w];
    }
    before += __popc(zeros & ((1u << lane) - 1));
    part[is_zero ? before : all + t - before] = value;
    __syncthreads();
  }
  data[t] = part[t];
}

int main() {
  constexpr int n = 512;
  std::vector<unsigned> values(n), sorted(n);
  unsigned seed = 7;
  for (unsigned& value : values) value = (seed = seed * 1103515245u + 12345u) >> 16 & 0xffff;
  unsigned* data;
  CHECK(cudaMalloc(&data, n * sizeof(unsigned)));
  const auto run = [&](const char* name, void (*launch)(unsigned*), int piece, int used) {
    CHECK(cudaMemcpy(data, values.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice));
    launch(data);
    CHECK_LAUNCH();
    CHECK(cudaMemcpy(sorted.data(), data, n * sizeof(unsigned), cudaMemcpyDeviceToHost));
    std::vector<unsigned> expected = values;
    for (int i = 0; i < used; i += piece) std::sort(expected.begin() + i, expected.begin() + i + piece);
    std::printf("%s: %s\n", name, expected == sorted ? "sorted" : "wrong");
  };
  run(
      "warps", [](unsigned* all) { sort_warps<<<4, 128>>>(all); }, 32, n);
  run(
      "block", [](unsigned* all) { sort_block<<<1, 256>>>(all); }, n, n);
  run(
      "radix", [](unsigned* all) { radix_sort<<<1, 128>>>(all); }, 128, 128);
  CHECK(cudaFree(data));
}
