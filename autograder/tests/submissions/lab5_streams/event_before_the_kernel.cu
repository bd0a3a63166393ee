// The event that should end the kernel is recorded before it.
#include "streams.cuh"

void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }
void unpin(void* memory, size_t) { cudaHostUnregister(memory); }

__global__ void process_all(float* out, const float* in, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = process(in[i], rounds);
}

void timed_stages(float* host_milliseconds, float* host_out, const float* host_in, float* device, int n, int rounds) {
  const size_t bytes = n * sizeof(float);
  cudaEvent_t begin, copied, processed, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&copied);
  cudaEventCreate(&processed);
  cudaEventCreate(&end);
  cudaEventRecord(begin);
  cudaMemcpyAsync(device, host_in, bytes, cudaMemcpyHostToDevice);
  cudaEventRecord(copied);
  cudaEventRecord(processed);  // @change
  process_all<<<(n + 255) / 256, 256>>>(device, device, n, rounds);
  cudaMemcpyAsync(host_out, device, bytes, cudaMemcpyDeviceToHost);
  cudaEventRecord(end);
  cudaEventSynchronize(end);
  cudaEventElapsedTime(&host_milliseconds[0], begin, copied);
  cudaEventElapsedTime(&host_milliseconds[1], copied, processed);
  cudaEventElapsedTime(&host_milliseconds[2], processed, end);
  cudaEventDestroy(begin);
  cudaEventDestroy(copied);
  cudaEventDestroy(processed);
  cudaEventDestroy(end);
}
