// Each kernel is given all that is left, and not its chunk.
#include "streams.cuh"

void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }
void unpin(void* memory, size_t) { cudaHostUnregister(memory); }

__global__ void process_all(float* out, const float* in, int n, int rounds) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    out[i] = process(in[i], rounds);
}

constexpr int CHUNKS = 16;

void overlap(float* device, const float* host_in, int n, int rounds) {
  static cudaStream_t streams[2] = {};
  for (auto& s : streams)
    if (!s) cudaStreamCreate(&s);
  const int size = (n + CHUNKS - 1) / CHUNKS;
  for (int c = 0; c < CHUNKS; ++c) {
    const int first = c * size;
    const int count = min(size, n - first);
    if (count <= 0) break;
    cudaStream_t stream = streams[c % 2];
    cudaMemcpyAsync(device + first, host_in + first, count * sizeof(float), cudaMemcpyHostToDevice, stream);
    process_all<<<(count + 255) / 256, 256, 0, stream>>>(device + first, device + first, n - first, rounds);  // @change
  }
}
