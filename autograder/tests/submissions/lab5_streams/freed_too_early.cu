// Frees the memory in a stream that does not wait for the copy back.
#include "streams.cuh"

__global__ void process_all(float* out, const float* in, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = process(in[i], rounds);
}

void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }
void unpin(void* memory, size_t) { cudaHostUnregister(memory); }

int whole_program(float* host_out, const float* host_in, int n, int rounds, int threads) {
  cudaStream_t work, memory;
  cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&memory, cudaStreamNonBlocking);
  float* device = nullptr;
  cudaError_t error = cudaMallocAsync(&device, n * sizeof(float), work);
  if (error == cudaSuccess) {
    cudaMemcpyAsync(device, host_in, n * sizeof(float), cudaMemcpyHostToDevice, work);
    process_all<<<(n + threads - 1) / threads, threads, 0, work>>>(device, device, n, rounds);
    error = cudaGetLastError();
    if (error == cudaSuccess) cudaMemcpyAsync(host_out, device, n * sizeof(float), cudaMemcpyDeviceToHost, work);
    cudaFreeAsync(device, memory);  // @free
  }
  cudaDeviceSynchronize();
  cudaStreamDestroy(work);
  cudaStreamDestroy(memory);
  return error;
}
