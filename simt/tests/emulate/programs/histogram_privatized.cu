// A textbook's histogram: a copy of the bins for each block in dynamic shared memory, coarsened, joined by atomics.
#include "check.hpp"

constexpr int bins = 26;

__global__ void histogram(const char* text, unsigned n, unsigned* counts) {
  extern __shared__ unsigned mine[];
  for (int bin = threadIdx.x; bin < bins; bin += blockDim.x) mine[bin] = 0u;
  __syncthreads();
  const unsigned stride = blockDim.x * gridDim.x;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
    const int letter = __ldg(&text[i]) - 'a';
    if (letter >= 0 && letter < bins) atomicAdd(&mine[letter], 1);
  }
  __syncthreads();
  for (int bin = threadIdx.x; bin < bins; bin += blockDim.x) {
    if (const unsigned count = mine[bin]; count > 0) atomicAdd(&counts[bin], count);
  }
}

int main() {
  constexpr unsigned n = 10000;
  static char text[n];
  unsigned seed = 12345;
  for (char& c : text) {
    seed = seed * 1664525u + 1013904223u;
    c = static_cast<char>('a' + (seed >> 24) % 30);
  }
  char* device_text;
  unsigned *counts, host[bins];
  CHECK(cudaMalloc(&device_text, n));
  CHECK(cudaMalloc(&counts, sizeof host));
  CHECK(cudaMemcpy(device_text, text, n, cudaMemcpyHostToDevice));
  CHECK(cudaMemset(counts, 0, sizeof host));
  size_t room = 0;
  CHECK(cudaOccupancyAvailableDynamicSMemPerBlock(&room, histogram, 2, 128));
  histogram<<<8, 128, bins * sizeof(unsigned)>>>(device_text, n, counts);
  CHECK_LAUNCH();
  CHECK(cudaMemcpy(host, counts, sizeof host, cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int bin = 0; bin < bins; ++bin) {
    unsigned expected = 0;
    for (const char c : text) expected += c == 'a' + bin;
    wrong += expected != host[bin];
  }
  std::printf("%d bins wrong, room for %s\n", wrong, room >= 48 << 10 ? "more" : "less");
  CHECK(cudaFree(device_text));
  CHECK(cudaFree(counts));
  return wrong;
}
