// Memory that was registered is freed.
#include "streams.cuh"
#include <cstdio>

#define OK(call) do { cudaError_t err = (call); if (err != cudaSuccess) printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(err)); } while (0)

void pin(void* memory, size_t bytes) { OK(cudaHostRegister(memory, bytes, cudaHostRegisterMapped)); }
void unpin(void* memory, size_t bytes) { OK(cudaFreeHost(memory)); }  // @free
void upload(float* device, const float* host_in, int n) {
  OK(cudaMemcpyAsync(device, host_in, sizeof(float) * n, cudaMemcpyHostToDevice));
}
