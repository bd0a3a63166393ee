// Says that something failed, and not what.
#include "streams.cuh"

__global__ void process_all(float* out, const float* in, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = process(in[i], rounds);
}

void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }
void unpin(void* memory, size_t) { cudaHostUnregister(memory); }

int whole_program(float* host_out, const float* host_in, int n, int rounds, int threads) {
  float* device = nullptr;
  bool is_fine = cudaMalloc(&device, n * sizeof(float)) == cudaSuccess;
  is_fine = is_fine && cudaMemcpy(device, host_in, n * sizeof(float), cudaMemcpyHostToDevice) == cudaSuccess;
  if (is_fine) process_all<<<(n + threads - 1) / threads, threads>>>(device, device, n, rounds);
  is_fine = is_fine && cudaGetLastError() == cudaSuccess;
  is_fine = is_fine && cudaMemcpy(host_out, device, n * sizeof(float), cudaMemcpyDeviceToHost) == cudaSuccess;
  cudaFree(device);
  return is_fine ? 0 : -1;
}
