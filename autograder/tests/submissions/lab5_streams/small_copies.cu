// Right, but many small copies where one would do.
#include "streams.cuh"

void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }

void unpin(void* memory, size_t bytes) { cudaHostUnregister(memory); }

void upload(float* device, const float* host_in, int n) {
  const int piece = 4096;
  for (int i = 0; i < n; i += piece) {
    int count = n - i < piece ? n - i : piece;
    cudaMemcpy(device + i, host_in + i, count * sizeof(float), cudaMemcpyHostToDevice);  // @copy
  }
}
