// A quotient that is always 0 chooses the stream.
#include "streams.cuh"

void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }

void unpin(void* memory, size_t bytes) { cudaHostUnregister(memory); }

__global__ void process_all(float* out, const float* in, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = process(in[i], rounds);
}

constexpr int CHUNKS = 16;

void pipeline(float* host_out, const float* host_in, float* device, int n, int rounds) {
  cudaStream_t streams[4];
  for (int i = 0; i < 4; ++i) cudaStreamCreate(&streams[i]);
  const int size = (n + CHUNKS - 1) / CHUNKS;
  for (int c = 0; c < CHUNKS; ++c) {
    const int offset = c * size;
    if (offset >= n) break;
    const int count = n - offset < size ? n - offset : size;
    const cudaStream_t mine = streams[c / CHUNKS];  // @stream
    cudaMemcpyAsync(device + offset, host_in + offset, count * sizeof(float), cudaMemcpyHostToDevice, mine);
    process_all<<<(count + 255) / 256, 256, 0, mine>>>(device + offset, device + offset, count, rounds);
    cudaMemcpyAsync(host_out + offset, device + offset, count * sizeof(float), cudaMemcpyDeviceToHost, mine);
  }
  for (int i = 0; i < 4; ++i) cudaStreamDestroy(streams[i]);
}
