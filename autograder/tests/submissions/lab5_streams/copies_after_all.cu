// Part 5.5 with copies, one after the other.
#include "streams.cuh"

void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }
void unpin(void* memory, size_t) { cudaHostUnregister(memory); }

__global__ void all(float* out, const float* in, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = process(in[i], rounds);
}

void zero_copy(float* host_out, const float* host_in, int n, int rounds) {
  const size_t bytes = n * sizeof(float);
  float* device = nullptr;
  cudaMalloc(&device, bytes);
  cudaMemcpy(device, host_in, bytes, cudaMemcpyHostToDevice);
  all<<<(n + 255) / 256, 256>>>(device, device, n, rounds);
  cudaMemcpy(host_out, device, bytes, cudaMemcpyDeviceToHost);
  cudaFree(device);
}
