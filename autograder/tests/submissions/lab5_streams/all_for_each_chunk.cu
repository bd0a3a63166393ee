// Each kernel gets the end of all elements as its limit.
#include "streams.cuh"

void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }
void unpin(void* memory, size_t bytes) { cudaHostUnregister(memory); }
__global__ void process_all(float* out, const float* in, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = process(in[i], rounds);
}
void pipeline(float* host_out, const float* host_in, float* device, int n, int rounds) {
  static cudaStream_t s[3];
  if (s[0] == nullptr)
    for (int k = 0; k < 3; ++k) cudaStreamCreate(&s[k]);
  const int step = (n + 15) / 16;
  for (int begin = 0, k = 0; begin < n; begin += step, ++k) {
    const int count = min(step, n - begin);
    cudaMemcpyAsync(device + begin, host_in + begin, count * 4, cudaMemcpyHostToDevice, s[k % 3]);
    process_all<<<(count + 255) / 256, 256, 0, s[k % 3]>>>(device + begin, device + begin, n, rounds);  // @launch
    cudaMemcpyAsync(host_out + begin, device + begin, count * 4, cudaMemcpyDeviceToHost, s[k % 3]);
  }
}
