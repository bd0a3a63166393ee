// A chunk's place is counted in bytes and added to pointers to float.
#include "streams.cuh"
void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }
void unpin(void* memory, size_t bytes) { cudaHostUnregister(memory); }
__global__ void work(float* data, int n, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = process(data[i], rounds);
}

void overlap(float* device, const float* host_in, int n, int rounds) {
  static cudaStream_t s[4];
  if (!s[0])
    for (int k = 0; k < 4; ++k) cudaStreamCreateWithFlags(&s[k], cudaStreamNonBlocking);
  const int parts = 8;
  const int part = (n + parts - 1) / parts;
  for (int k = 0; k < parts; ++k) {
    const int len = min(part, n - k * part);
    if (len <= 0) break;
    const size_t off = size_t(k) * part * sizeof(float);
    cudaMemcpyAsync(device + off, host_in + off, len * sizeof(float), cudaMemcpyHostToDevice, s[k % 4]);
    work<<<(len + 255) / 256, 256, 0, s[k % 4]>>>(device + off, len, rounds);
  }
}
