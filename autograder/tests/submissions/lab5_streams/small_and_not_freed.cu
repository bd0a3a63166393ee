// cudaMalloc is given floats for bytes, and a way out after an error frees nothing.
#include "streams.cuh"
void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }
void unpin(void* memory, size_t bytes) { cudaHostUnregister(memory); }
__global__ void process_all(float* out, const float* in, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = process(in[i], rounds);
}
int whole_program(float* host_out, const float* host_in, int n, int rounds, int threads) {
  float* d = nullptr;
  cudaError_t e = cudaMalloc(&d, n);  // @malloc
  if (e != cudaSuccess) return e;
  e = cudaMemcpy(d, host_in, n * sizeof(float), cudaMemcpyHostToDevice);
  if (e != cudaSuccess) return e;
  process_all<<<(n + threads - 1) / threads, threads>>>(d, d, n, rounds);
  e = cudaGetLastError();
  if (e != cudaSuccess) return e;
  e = cudaMemcpy(host_out, d, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d);
  return e;
}
