// The third time begins at the event before the kernel.
#include "streams.cuh"

void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }

void unpin(void* memory, size_t bytes) { cudaHostUnregister(memory); }

__global__ void process_all(float* out, const float* in, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = process(in[i], rounds);
}

void timed_stages(float* host_milliseconds, float* host_out, const float* host_in, float* device, int n, int rounds) {
  cudaEvent_t e[4];
  for (int i = 0; i < 4; ++i) cudaEventCreate(&e[i]);
  const size_t bytes = n * sizeof(float);
  cudaEventRecord(e[0]);
  cudaMemcpyAsync(device, host_in, bytes, cudaMemcpyHostToDevice);
  cudaEventRecord(e[1]);
  process_all<<<(n + 255) / 256, 256>>>(device, device, n, rounds);
  cudaEventRecord(e[2]);
  cudaMemcpyAsync(host_out, device, bytes, cudaMemcpyDeviceToHost);
  cudaEventRecord(e[3]);
  cudaEventSynchronize(e[3]);
  cudaEventElapsedTime(&host_milliseconds[0], e[0], e[1]);
  cudaEventElapsedTime(&host_milliseconds[1], e[1], e[2]);
  cudaEventElapsedTime(&host_milliseconds[2], e[1], e[3]);  // @elapsed
  for (int i = 0; i < 4; ++i) cudaEventDestroy(e[i]);
}
