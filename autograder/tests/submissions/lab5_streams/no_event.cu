// A stream for the copies and one for the kernels, and nothing that says which copy a kernel needs.
#include "streams.cuh"

void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }
void unpin(void* memory, size_t) { cudaHostUnregister(memory); }

__global__ void all(float* out, const float* in, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = process(in[i], rounds);
}

void overlap(float* device, const float* host_in, int n, int rounds) {
  cudaStream_t copies, kernels;
  cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&kernels, cudaStreamNonBlocking);
  const int size = n / 16 + 1;
  for (int first = 0; first < n; first += size) {
    const int count = min(size, n - first);
    cudaMemcpyAsync(device + first, host_in + first, count * sizeof(float), cudaMemcpyHostToDevice, copies);
    all<<<(count + 255) / 256, 256, 0, kernels>>>(device + first, device + first, count, rounds);  // @race
  }
  cudaStreamDestroy(copies);
  cudaStreamDestroy(kernels);
}
