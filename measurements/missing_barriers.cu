// What record_missing_barriers.py runs: two blocks of 64 threads change two arrays of 128 numbers in turn, P from all
// of X, then X from all of P, 50 times in one launch. Prints for each way of waiting, over many launches: numbers that
// are wrong at the end, warps and blocks whose numbers are not all the same, and whether the blocks agree.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>

namespace {

constexpr int BLOCKS = 2, THREADS = 64, NUMBERS = BLOCKS * THREADS, WARP = 32;
constexpr int STEPS = 50, LAUNCHES = 1000;

enum class Waiting { none, block };

/// All numbers are small integers: every sum is exact. 1 is added, so that each step has another result.
__device__ float mean_and_one(const volatile float* of) {
  float sum = 0;
  for (int i = 0; i < NUMBERS; ++i) sum += of[i];
  return sum / NUMBERS + 1;
}

template <Waiting waiting>
__device__ void wait() {
  if (waiting == Waiting::block) __syncthreads();
}

template <Waiting waiting>
__global__ void steps(volatile float* x, volatile float* p) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int step = 0; step < STEPS; ++step) {
    p[i] = mean_and_one(x);
    wait<waiting>();
    x[i] = mean_and_one(p);
    wait<waiting>();
  }
}

__global__ void half_a_step(float* to, const float* from) {
  to[blockIdx.x * blockDim.x + threadIdx.x] = mean_and_one(from);
}

/// The numbers of one launch.
struct Outcome {
  float x[NUMBERS];

  bool is_one_value(int first, int count) const {
    return std::all_of(x + first, x + first + count, [&](float value) { return value == x[first]; });
  }
};

/// `launch` changes X by P; both begin as zeros.
template <class Launch>
void report(const char* name, const Launch& launch, bool is_last) {
  float *x = nullptr, *p = nullptr;
  cudaMalloc(&x, sizeof(Outcome));
  cudaMalloc(&p, sizeof(Outcome));
  int wrong_launches = 0, wrong = 0, warps_apart = 0, blocks_apart = 0, blocks_disagree = 0;
  for (int run = 0; run < LAUNCHES; ++run) {
    cudaMemset(x, 0, sizeof(Outcome));
    cudaMemset(p, 0, sizeof(Outcome));
    launch(x, p);
    Outcome found;
    cudaMemcpy(&found, x, sizeof found, cudaMemcpyDeviceToHost);
    const auto here = std::count_if(found.x, found.x + NUMBERS, [](float value) { return value != 2 * STEPS; });
    wrong += static_cast<int>(here);
    wrong_launches += here != 0 ? 1 : 0;
    for (int i = 0; i < NUMBERS; i += WARP) warps_apart += found.is_one_value(i, WARP) ? 0 : 1;
    for (int i = 0; i < NUMBERS; i += THREADS) blocks_apart += found.is_one_value(i, THREADS) ? 0 : 1;
    blocks_disagree +=
        found.is_one_value(0, THREADS) && found.is_one_value(THREADS, THREADS) && found.x[0] != found.x[THREADS] ? 1
                                                                                                                 : 0;
  }
  std::printf(
      "\"%s\": {\"wrong_launches\": %d, \"wrong_numbers\": %d, \"warps_of_several_values\": %d, "
      "\"blocks_of_several_values\": %d, \"launches_where_blocks_disagree\": %d}%s\n",
      name, wrong_launches, wrong, warps_apart, blocks_apart, blocks_disagree, is_last ? "" : ",");
  cudaFree(x);
  cudaFree(p);
}

}  // namespace

int main() {
  std::printf("{\"launches\": %d, \"numbers\": %d, \"ways\": {\n", LAUNCHES, NUMBERS);
  report(
      "none", [](float* x, float* p) { steps<Waiting::none><<<BLOCKS, THREADS>>>(x, p); }, false);
  report(
      "syncthreads", [](float* x, float* p) { steps<Waiting::block><<<BLOCKS, THREADS>>>(x, p); }, false);
  report(
      "launches",
      [](float* x, float* p) {
        for (int step = 0; step < STEPS; ++step) {
          half_a_step<<<BLOCKS, THREADS>>>(p, x);
          half_a_step<<<BLOCKS, THREADS>>>(x, p);
        }
      },
      true);
  std::printf("}}\n");
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) std::fprintf(stderr, "missing_barriers: %s\n", cudaGetErrorString(error));
  return error == cudaSuccess ? 0 : 1;
}
