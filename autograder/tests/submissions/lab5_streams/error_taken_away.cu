// The second question about the last error finds none any more.
#include "streams.cuh"
__global__ void work(float* data, int n, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = process(data[i], rounds);
}
int whole_program(float* host_out, const float* host_in, int n, int rounds, int threads) {
  float* device;
  const size_t bytes = n * sizeof(float);
  if (cudaMalloc(&device, bytes) != cudaSuccess) return cudaGetLastError();
  cudaMemcpy(device, host_in, bytes, cudaMemcpyHostToDevice);
  work<<<(n + threads - 1) / threads, threads>>>(device, n, rounds);
  if (cudaGetLastError() != cudaSuccess) {
    cudaFree(device);
    return cudaGetLastError();  // @here
  }
  cudaMemcpy(host_out, device, bytes, cudaMemcpyDeviceToHost);
  cudaFree(device);
  return cudaSuccess;
}
