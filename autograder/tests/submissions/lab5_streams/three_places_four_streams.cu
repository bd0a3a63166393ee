// Three places in device memory, which pieces in four streams take in turn.
#include "streams.cuh"

void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }

void unpin(void* memory, size_t bytes) { cudaHostUnregister(memory); }

__global__ void process_all(float* out, const float* in, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = process(in[i], rounds);
}

namespace {
constexpr int CHUNKS = 16;
constexpr int STREAMS = 4;
constexpr int SLOTS = 3;  // one coming in, one in the kernel, one going out

struct Lanes {
  cudaStream_t s[STREAMS];
  Lanes() {
    for (auto& one : s) cudaStreamCreate(&one);
  }
};
}  // namespace

void pipeline(float* host_out, const float* host_in, float* device, int n, int rounds) {
  static Lanes lanes;
  const int chunk = (n + CHUNKS - 1) / CHUNKS;
  for (int c = 0; c * chunk < n; ++c) {
    const int begin = c * chunk;
    const int count = begin + chunk > n ? n - begin : chunk;
    const size_t bytes = count * sizeof(float);
    cudaStream_t stream = lanes.s[c % STREAMS];
    float* slot = device + (c % SLOTS) * chunk;  // @place
    cudaMemcpyAsync(slot, host_in + begin, bytes, cudaMemcpyHostToDevice, stream);
    process_all<<<(count + 127) / 128, 128, 0, stream>>>(slot, slot, count, rounds);
    cudaMemcpyAsync(host_out + begin, slot, bytes, cudaMemcpyDeviceToHost, stream);
  }
}
