// The memory is freed before the result is copied from it.
#include <algorithm>
#include <cmath>
#include "streams.cuh"

static size_t bytes_of(int n) { return n * sizeof(float); }

__global__ void process_all(float* out, const float* in, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = process(in[i], rounds);
}

static cudaError_t run_kernel(float* data, int n, int rounds, int threads) {
  process_all<<<(n + threads - 1) / threads, threads>>>(data, data, n, rounds);
  return cudaGetLastError();
}

int whole_program(float* host_out, const float* host_in, int n, int rounds, int threads) {
  const size_t bytes = bytes_of(n);
  float* device = nullptr;
  cudaError_t error = cudaMalloc(&device, bytes);
  if (error == cudaSuccess) error = cudaMemcpy(device, host_in, bytes, cudaMemcpyHostToDevice);
  if (error == cudaSuccess) error = run_kernel(device, n, rounds, threads);
  cudaFree(device);  // @here
  if (error == cudaSuccess) error = cudaMemcpy(host_out, device, bytes, cudaMemcpyDeviceToHost);
  return error;
}
