// The size of a pointer in place of that of a float.
#include "streams.cuh"

void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }
void unpin(void* memory, size_t) { cudaHostUnregister(memory); }

void upload(float* device, const float* host_in, int n) {
  const size_t bytes = n * sizeof(host_in);  // @change
  cudaMemcpyAsync(device, host_in, bytes, cudaMemcpyHostToDevice);
}
