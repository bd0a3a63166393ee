// Returns the error of its last call: after a launch that failed, the copy back goes well.
#include "streams.cuh"

__global__ void process_all(float* out, const float* in, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = process(in[i], rounds);
}

void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }
void unpin(void* memory, size_t) { cudaHostUnregister(memory); }

int whole_program(float* host_out, const float* host_in, int n, int rounds, int threads) {
  float* device = nullptr;
  cudaMalloc(&device, n * sizeof(float));
  cudaMemcpy(device, host_in, n * sizeof(float), cudaMemcpyHostToDevice);
  process_all<<<(n + threads - 1) / threads, threads>>>(device, device, n, rounds);
  cudaError_t error = cudaGetLastError();
  error = cudaMemcpy(host_out, device, n * sizeof(float), cudaMemcpyDeviceToHost);  // @loses
  cudaFree(device);
  return error;
}
