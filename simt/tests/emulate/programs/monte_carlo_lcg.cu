// Random numbers without a library: a generator for each thread, jumped ahead, and an estimate from all of them.
#include "check.hpp"

__constant__ unsigned long long multiplier = 6364136223846793005ull;

__host__ __device__ inline unsigned long long jump(unsigned long long a, unsigned long long n) {
  unsigned long long result = 1;
  for (; n != 0; n >>= 1, a *= a) {
    if (n & 1) result *= a;
  }
  return result;
}

__device__ unsigned next(unsigned long long& state) {
  state *= multiplier;
  return static_cast<unsigned>(state >> 33);
}

__global__ void inside(unsigned long long seed, int draws, unsigned long long* hits) {
  const unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned long long state = (seed | 1) * jump(multiplier, 2 * i * draws);
  unsigned mine = 0;
  for (int d = 0; d < draws; ++d) {
    const unsigned long long x = next(state) >> 15, y = next(state) >> 15;
    mine += x * x + y * y < 1ull << 32;
  }
  for (int lanes = 16; lanes > 0; lanes /= 2) mine += __shfl_down_sync(0xffffffffu, mine, lanes);
  if (threadIdx.x % 32 == 0) atomicAdd(hits, mine);
}

int main() {
  constexpr int threads = 1024, draws = 16;
  unsigned long long *hits, host = 0, expected = 0;
  CHECK(cudaMalloc(&hits, sizeof host));
  CHECK(cudaMemset(hits, 0, sizeof host));
  inside<<<threads / 128, 128>>>(42, draws, hits);
  CHECK_LAUNCH();
  CHECK(cudaMemcpy(&host, hits, sizeof host, cudaMemcpyDeviceToHost));
  unsigned long long state = 43;
  for (int i = 0; i < threads * draws; ++i) {
    const auto draw = [&] { return static_cast<unsigned>((state *= 6364136223846793005ull) >> 33) >> 15; };
    const unsigned long long x = draw(), y = draw();
    expected += x * x + y * y < 1ull << 32;
  }
  std::printf("%llu of %d, %s\n", host, threads * draws, host == expected ? "as on the host" : "not as on the host");
  CHECK(cudaFree(hits));
}
