// The event is recorded before the copy that the kernel waits for.
#include <algorithm>
#include <cmath>
#include "streams.cuh"

constexpr int THREADS = 256;

static size_t bytes_of(int n) { return n * sizeof(float); }

__global__ void process_all(float* out, const float* in, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = process(in[i], rounds);
}

static void launch(float* out, const float* in, int n, int rounds, cudaStream_t stream = nullptr) {
  process_all<<<(n + THREADS - 1) / THREADS, THREADS, 0, stream>>>(out, in, n, rounds);
}

template <class Step>
static void for_each_chunk(int n, int alone, Step step) {
  constexpr double CHUNK_COST = 32000;
  constexpr int ALIGNMENT = 1024;
  const int chunks = std::max(1, static_cast<int>(std::sqrt(alone * (n / CHUNK_COST))));
  const int size = (n / chunks / ALIGNMENT + 1) * ALIGNMENT;
  for (long long first = 0; first < n; first += size) {
    step(first, static_cast<int>(std::min<long long>(size, n - first)));
  }
}

void overlap(float* device, const float* host_in, int n, int rounds) {
  static cudaStream_t copies = nullptr, kernels = nullptr;
  static cudaEvent_t arrived = nullptr;
  if (copies == nullptr) {
    cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&kernels, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&arrived, cudaEventDisableTiming);
  }
  for_each_chunk(n, 1, [&](long long first, int count) {
    float* const part = device + first;
    cudaEventRecord(arrived, copies);  // @here
    cudaMemcpyAsync(part, host_in + first, bytes_of(count), cudaMemcpyHostToDevice, copies);
    cudaStreamWaitEvent(kernels, arrived, 0);
    launch(part, part, count, rounds, kernels);
  });
}
