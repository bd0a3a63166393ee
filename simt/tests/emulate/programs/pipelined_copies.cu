// cuda::pipeline of one thread: several stages in flight, each wait is for one more stage, releases may be left out.
#include <cuda/pipeline>
#include <vector>

#include "check.hpp"

constexpr int threads = 64, stages = 3;

template <bool releases>
__global__ void sum_tiles(const int* in, int* out, int tiles) {
  __shared__ int tile[stages][threads];
  cuda::pipeline<cuda::thread_scope_thread> pipeline = cuda::make_pipeline();
  const int t = threadIdx.x;
  int sum = 0;
  for (int next = 0, used = 0; used < tiles; ++used) {
    for (; next < tiles && next < used + stages; ++next) {
      pipeline.producer_acquire();
      cuda::memcpy_async(&tile[next % stages][t], &in[next * threads + t], sizeof(int), pipeline);
      pipeline.producer_commit();
    }
    pipeline.consumer_wait();
    __syncthreads();
    sum += tile[used % stages][(t + 1) % threads] * (used + 1);
    __syncthreads();
    if (releases) pipeline.consumer_release();
  }
  out[t] = sum;
}

int main() {
  constexpr int tiles = 11;
  std::vector<int> in(tiles * threads), out(threads);
  for (int i = 0; i < tiles * threads; ++i) in[i] = i * 13 % 101;
  int *device_in, *device_out;
  CHECK(cudaMalloc(&device_in, in.size() * sizeof(int)));
  CHECK(cudaMalloc(&device_out, out.size() * sizeof(int)));
  CHECK(cudaMemcpy(device_in, in.data(), in.size() * sizeof(int), cudaMemcpyHostToDevice));
  for (const bool releases : {true, false}) {
    if (releases) {
      sum_tiles<true><<<1, threads>>>(device_in, device_out, tiles);
    } else {
      sum_tiles<false><<<1, threads>>>(device_in, device_out, tiles);
    }
    CHECK_LAUNCH();
    CHECK(cudaMemcpy(out.data(), device_out, out.size() * sizeof(int), cudaMemcpyDeviceToHost));
    int wrong = 0;
    for (int t = 0; t < threads; ++t) {
      int sum = 0;
      for (int tile = 0; tile < tiles; ++tile) sum += in[tile * threads + (t + 1) % threads] * (tile + 1);
      wrong += sum != out[t];
    }
    std::printf("%s: %d wrong\n", releases ? "released" : "not released", wrong);
  }
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
}
