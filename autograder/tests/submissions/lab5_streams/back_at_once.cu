// Right, but the results come back in one copy, when all kernels are over.
#include "streams.cuh"

void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }

void unpin(void* memory, size_t bytes) { cudaHostUnregister(memory); }

__global__ void process_all(float* out, const float* in, int n, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = process(in[i], rounds);
}

void pipeline(float* host_out, const float* host_in, float* device, int n, int rounds) {
  const int chunks = 16;
  cudaStream_t s[chunks];
  for (int c = 0; c < chunks; c++) cudaStreamCreate(&s[c]);
  int size = (n + chunks - 1) / chunks;
  for (int c = 0; c < chunks; c++) {
    int first = c * size;
    int count = min(size, n - first);
    if (count <= 0) break;
    cudaMemcpyAsync(device + first, host_in + first, count * sizeof(float), cudaMemcpyHostToDevice, s[c]);
    process_all<<<(count + 255) / 256, 256, 0, s[c]>>>(device + first, device + first, count, rounds);
  }
  for (int c = 0; c < chunks; c++) cudaStreamSynchronize(s[c]);
  cudaMemcpyAsync(host_out, device, n * sizeof(float), cudaMemcpyDeviceToHost, s[0]);  // @back
  cudaStreamSynchronize(s[0]);
  for (int c = 0; c < chunks; c++) cudaStreamDestroy(s[c]);
}
