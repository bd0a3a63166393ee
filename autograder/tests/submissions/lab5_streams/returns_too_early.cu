// All is in one stream, and the function returns before the copy back has ended.
#include "streams.cuh"

__global__ void process_all(float* out, const float* in, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = process(in[i], rounds);
}

void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }
void unpin(void* memory, size_t) { cudaHostUnregister(memory); }

int whole_program(float* host_out, const float* host_in, int n, int rounds, int threads) {
  static cudaStream_t stream = nullptr;
  if (stream == nullptr) cudaStreamCreate(&stream);
  float* device = nullptr;
  cudaError_t error = cudaMallocAsync(&device, n * sizeof(float), stream);
  if (error != cudaSuccess) return error;
  cudaMemcpyAsync(device, host_in, n * sizeof(float), cudaMemcpyHostToDevice, stream);
  process_all<<<(n + threads - 1) / threads, threads, 0, stream>>>(device, device, n, rounds);
  error = cudaGetLastError();
  if (error == cudaSuccess) {
    cudaMemcpyAsync(host_out, device, n * sizeof(float), cudaMemcpyDeviceToHost, stream);  // @copy
  }
  cudaFreeAsync(device, stream);
  return error;
}
