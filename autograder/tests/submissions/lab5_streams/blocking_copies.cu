// Chunks and streams, but cudaMemcpy, which holds the host until it is done.
#include "streams.cuh"

void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }
void unpin(void* memory, size_t) { cudaHostUnregister(memory); }

__global__ void all(float* out, const float* in, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = process(in[i], rounds);
}

void pipeline(float* host_out, const float* host_in, float* device, int n, int rounds) {
  cudaStream_t streams[2];
  for (cudaStream_t& stream : streams) cudaStreamCreate(&stream);
  const int size = n / 8 + 1;
  int chunk = 0;
  for (int first = 0; first < n; first += size) {
    const int count = min(size, n - first);
    cudaMemcpy(device + first, host_in + first, count * sizeof(float), cudaMemcpyHostToDevice);
    all<<<(count + 255) / 256, 256, 0, streams[chunk++ % 2]>>>(device + first, device + first, count, rounds);
    cudaMemcpy(host_out + first, device + first, count * sizeof(float), cudaMemcpyDeviceToHost);
  }
  for (cudaStream_t stream : streams) cudaStreamDestroy(stream);
}
