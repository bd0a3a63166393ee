// A bracket is in the wrong place: the variable gets the comparison, and not the error (5.6).
#include "streams.cuh"

// Part 5.1, pageable against pinned: what the operating system may move, no copy engine can read by itself.
void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }

void unpin(void* memory, size_t bytes) { cudaHostUnregister(memory); }

void upload(float* device, const float* host_in, int n) {
  cudaMemcpyAsync(device, host_in, n * sizeof(float), cudaMemcpyHostToDevice);
}

// For parts 5.2 to 5.6.
__global__ void process_all(float* out, const float* in, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = process(in[i], rounds);
}

// Part 5.6, a whole program: memory, copy in, launch, copy out, and what each of them returns.
int whole_program(float* host_out, const float* host_in, int n, int rounds, int threads) {
  const size_t size = n * sizeof(float);
  const int blocks = (n - 1) / threads + 1;
  float* d = nullptr;
  int error = cudaSuccess;

  if ((error = cudaMalloc(&d, size)) != cudaSuccess) goto done;
  if ((error = cudaMemcpy(d, host_in, size, cudaMemcpyHostToDevice)) != cudaSuccess) goto done;
  process_all<<<blocks, threads>>>(d, d, n, rounds);
  if ((error = cudaGetLastError() != cudaSuccess)) goto done;  // @error
  if ((error = cudaMemcpy(host_out, d, size, cudaMemcpyDeviceToHost)) != cudaSuccess) goto done;

done:
  cudaFree(d);
  return error;
}
