// A helper counts the bytes of characters, and floats are copied.
#include "streams.cuh"

void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }
void unpin(void* memory, size_t bytes) { cudaHostUnregister(memory); }

static size_t bytes_of(int n) { return static_cast<size_t>(n) * sizeof(char); }  // @bytes

void upload(float* device, const float* host_in, int n) {
  cudaMemcpyAsync(device, host_in, bytes_of(n), cudaMemcpyHostToDevice);
}
