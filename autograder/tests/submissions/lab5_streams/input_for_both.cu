// The address of the output is that of the input.
#include "streams.cuh"

void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }
void unpin(void* memory, size_t) { cudaHostUnregister(memory); }

__global__ void process_all(float* out, const float* in, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = process(in[i], rounds);
}


static float* on_device(const float* host) {
  void* address = nullptr;
  cudaHostGetDevicePointer(&address, const_cast<float*>(host), 0);
  return static_cast<float*>(address);
}

void zero_copy(float* host_out, const float* host_in, int n, int rounds) {
  const float* source = on_device(host_in);
  float* target = on_device(host_in);  // @change
  const int threads = 256;
  process_all<<<(n + threads - 1) / threads, threads>>>(target, source, n, rounds);
}

