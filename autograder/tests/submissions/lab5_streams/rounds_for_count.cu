// The kernel gets its two numbers in the wrong order.
#include "streams.cuh"

#include <algorithm>

constexpr int CHUNKS = 8;
static cudaStream_t streams[CHUNKS];

void pin(void* memory, size_t bytes) {
  cudaHostRegister(memory, bytes, cudaHostRegisterMapped);
  for (cudaStream_t& stream : streams) cudaStreamCreate(&stream);
}

void unpin(void* memory, size_t) {
  for (cudaStream_t stream : streams) cudaStreamDestroy(stream);
  cudaHostUnregister(memory);
}

__global__ void work(float* out, const float* in, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = process(in[i], rounds);
}

void overlap(float* device, const float* host_in, int n, int rounds) {
  const int each = (n + CHUNKS - 1) / CHUNKS;
  for (int c = 0; c < CHUNKS && c * each < n; ++c) {
    const int count = std::min(each, n - c * each);
    float* const here = device + c * each;
    cudaMemcpyAsync(here, host_in + c * each, count * sizeof(float), cudaMemcpyHostToDevice, streams[c]);
    work<<<(count + 255) / 256, 256, 0, streams[c]>>>(here, here, rounds, count);  // @launch
  }
}
