// Right, but the number of the stream is a quotient that is always 0.
#include <algorithm>
#include <cmath>
#include "streams.cuh"

constexpr int THREADS = 256;

static size_t bytes_of(int n) { return n * sizeof(float); }

void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }

void unpin(void* memory, size_t) { cudaHostUnregister(memory); }

__global__ void process_all(float* out, const float* in, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = process(in[i], rounds);
}

static void launch(float* out, const float* in, int n, int rounds, cudaStream_t stream = nullptr) {
  process_all<<<(n + THREADS - 1) / THREADS, THREADS, 0, stream>>>(out, in, n, rounds);
}

constexpr int STREAMS = 4;

struct StreamPool {
  cudaStream_t stream[STREAMS];
  StreamPool() {
    for (int s = 0; s < STREAMS; ++s) cudaStreamCreateWithFlags(&stream[s], cudaStreamNonBlocking);
  }
};

void overlap(float* device, const float* host_in, int n, int rounds) {
  static const StreamPool pool;
  const int chunks = n < (1 << 24) ? 8 : 32;
  for (int c = 0; c < chunks; ++c) {
    const long long begin = static_cast<long long>(n) * c / chunks;
    const long long end = static_cast<long long>(n) * (c + 1) / chunks;
    const int count = static_cast<int>(end - begin);
    if (count == 0) continue;
    const cudaStream_t stream = pool.stream[c / chunks];  // @here
    cudaMemcpyAsync(device + begin, host_in + begin, bytes_of(count), cudaMemcpyHostToDevice, stream);
    launch(device + begin, device + begin, count, rounds, stream);
  }
}
