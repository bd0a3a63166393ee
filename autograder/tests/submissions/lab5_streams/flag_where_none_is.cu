// The flag of cudaHostRegister is given to cudaHostGetDevicePointer.
#include "streams.cuh"
void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }
void unpin(void* memory, size_t bytes) { cudaHostUnregister(memory); }
__global__ void process_all(float* out, const float* in, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = process(in[i], rounds);
}
void zero_copy(float* host_out, const float* host_in, int n, int rounds) {
  float *to = nullptr, *from = nullptr;
  cudaHostGetDevicePointer((void**)&to, host_out, cudaHostRegisterMapped);  // @address
  cudaHostGetDevicePointer((void**)&from, (void*)host_in, cudaHostRegisterMapped);
  process_all<<<(n + 255) / 256, 256>>>(to, from, n, rounds);
}
