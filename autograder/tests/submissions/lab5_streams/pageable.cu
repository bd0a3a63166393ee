// Nothing is pinned.
#include "streams.cuh"

void pin(void*, size_t) {}
void unpin(void*, size_t) {}

__global__ void all(float* out, const float* in, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = process(in[i], rounds);  // @out_of_bounds
}

void upload(float* device, const float* host_in, int n) {
  cudaMemcpyAsync(device, host_in, n * sizeof(float), cudaMemcpyHostToDevice);
}

void zero_copy(float* host_out, const float* host_in, int n, int rounds) {
  float *out = nullptr, *in = nullptr;
  cudaHostGetDevicePointer(reinterpret_cast<void**>(&out), host_out, 0);
  cudaHostGetDevicePointer(reinterpret_cast<void**>(&in), const_cast<float*>(host_in), 0);
  all<<<(n + 255) / 256, 256>>>(out, in, n, rounds);
}
