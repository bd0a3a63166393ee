// Gives one of its two arrays back, and keeps the other one.
#include "streams.cuh"

__global__ void process_all(float* out, const float* in, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = process(in[i], rounds);
}

void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }
void unpin(void* memory, size_t) { cudaHostUnregister(memory); }

int whole_program(float* host_out, const float* host_in, int n, int rounds, int threads) {
  const size_t bytes = n * sizeof(float);
  float *in = nullptr, *out = nullptr;
  cudaMalloc(&in, bytes);
  cudaMalloc(&out, bytes);  // @malloc
  cudaMemcpy(in, host_in, bytes, cudaMemcpyHostToDevice);
  process_all<<<(n + threads - 1) / threads, threads>>>(out, in, n, rounds);
  const cudaError_t error = cudaGetLastError();
  cudaMemcpy(host_out, out, bytes, cudaMemcpyDeviceToHost);
  cudaFree(in);
  return error;
}
