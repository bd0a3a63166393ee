// The loop over the streams begins with 1: the first part of the work is never done (5.2).
#include "streams.cuh"

#define STREAMS 4

__global__ void work(float* data, int n, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = process(data[i], rounds);
}

void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }
void unpin(void* memory, size_t) { cudaHostUnregister(memory); }

void overlap(float* device, const float* host_in, int n, int rounds) {
  cudaStream_t streams[STREAMS];
  for (int s = 0; s < STREAMS; s++) cudaStreamCreate(&streams[s]);
  int size = (n + STREAMS - 1) / STREAMS;
  for (int s = 1; s < STREAMS; s++) {  // @loop
    int first = s * size;
    int count = n - first < size ? n - first : size;
    if (count <= 0) continue;
    cudaMemcpyAsync(device + first, host_in + first, count * sizeof(float), cudaMemcpyHostToDevice, streams[s]);
    work<<<(count + 255) / 256, 256, 0, streams[s]>>>(device + first, count, rounds);
  }
}
