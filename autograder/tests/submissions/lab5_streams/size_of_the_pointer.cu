// The copy back takes the size of the pointer.
#include "streams.cuh"
#define CHECK(call)         \
  do {                      \
    cudaError_t e = (call); \
    if (e != cudaSuccess) { \
      cudaFree(device);     \
      return e;             \
    }                       \
  } while (0)
__global__ void run(float* data, int n, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = process(data[i], rounds);
}
int whole_program(float* host_out, const float* host_in, int n, int rounds, int threads) {
  float* device = nullptr;
  const size_t bytes = sizeof(float) * n;
  CHECK(cudaMalloc(&device, bytes));
  CHECK(cudaMemcpy(device, host_in, bytes, cudaMemcpyHostToDevice));
  run<<<(n + threads - 1) / threads, threads>>>(device, n, rounds);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(host_out, device, sizeof(host_out), cudaMemcpyDeviceToHost));  // @here
  CHECK(cudaFree(device));
  return 0;
}
