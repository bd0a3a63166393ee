// The kernel is given the two addresses the wrong way round.
#include "streams.cuh"

__global__ void work(float* out, const float* in, int n, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = process(in[i], rounds);
  }
}

void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }

void unpin(void* memory, size_t bytes) { cudaHostUnregister(memory); }

void zero_copy(float* host_out, const float* host_in, int n, int rounds) {
  float* out = nullptr;
  float* in = nullptr;
  cudaHostGetDevicePointer((void**)&out, host_out, 0);
  cudaHostGetDevicePointer((void**)&in, (void*)host_in, 0);
  work<<<(n + 255) / 256, 256>>>(in, out, n, rounds);  // @change
}
