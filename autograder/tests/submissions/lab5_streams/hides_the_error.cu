// A second variable of the same name keeps the error, and is gone at the end of its block.
#include "streams.cuh"

// For parts 5.2 to 5.6.
__global__ void process_all(float* out, const float* in, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = process(in[i], rounds);
}

// Part 5.6, a whole program: memory, copy in, launch, copy out, and what each of them returns.
int whole_program(float* host_out, const float* host_in, int n, int rounds, int threads) {
  const size_t bytes = n * sizeof(float);
  float* device = nullptr;
  cudaError_t error = cudaMalloc(&device, bytes);
  if (error == cudaSuccess) {
    cudaError_t error = cudaMemcpy(device, host_in, bytes, cudaMemcpyHostToDevice);  // @here
    if (error == cudaSuccess) {
      const int blocks = (n - 1) / threads + 1;
      process_all<<<blocks, threads>>>(device, device, n, rounds);
      error = cudaGetLastError();
    }
    if (error == cudaSuccess) {
      error = cudaMemcpy(host_out, device, bytes, cudaMemcpyDeviceToHost);
    }
    // freed on every way out
    const cudaError_t freed = cudaFree(device);
    if (error == cudaSuccess) error = freed;
  }
  return error;
}
