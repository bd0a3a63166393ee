// New memory is pinned, and not that which exists.
#include "streams.cuh"
void pin(void* memory, size_t bytes) {
  cudaHostAlloc(&memory, bytes, cudaHostAllocMapped);
}
void unpin(void* memory, size_t bytes) {
  cudaFreeHost(memory);  // @free
}
void upload(float* device, const float* host_in, int n) {
  cudaMemcpyAsync(device, host_in, n * sizeof(float), cudaMemcpyHostToDevice);
}
