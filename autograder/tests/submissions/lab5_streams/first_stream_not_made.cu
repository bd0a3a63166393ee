// The loop that makes the streams begins with 1: the first one stays the default stream (5.2).
#include "streams.cuh"

#define CHUNKS 16
#define STREAMS 4

__global__ void work(float* data, int n, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = process(data[i], rounds);
}

void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }
void unpin(void* memory, size_t) { cudaHostUnregister(memory); }

void overlap(float* device, const float* host_in, int n, int rounds) {
  static cudaStream_t streams[STREAMS] = {};
  if (streams[0] == nullptr) {
    for (int s = 1; s < STREAMS; s++) cudaStreamCreate(&streams[s]);  // @loop
  }
  int size = (n + CHUNKS - 1) / CHUNKS;
  for (int c = 0; c < CHUNKS; c++) {
    int first = c * size;
    if (first >= n) break;
    int count = n - first < size ? n - first : size;
    cudaStream_t s = streams[c % STREAMS];
    cudaMemcpyAsync(device + first, host_in + first, count * sizeof(float), cudaMemcpyHostToDevice, s);
    work<<<(count + 255) / 256, 256, 0, s>>>(device + first, count, rounds);
  }
}
