// Each stage is timed from the very first event.
#include "streams.cuh"

void pin(void* m, size_t b) { cudaHostRegister(m, b, cudaHostRegisterMapped); }
void unpin(void* m, size_t b) { cudaHostUnregister(m); }

__global__ void proc(float* d, int n, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d[i] = process(d[i], rounds);
}

void timed_stages(float* host_milliseconds, float* host_out, const float* host_in, float* device, int n, int rounds) {
  cudaEvent_t ev[4];
  for (int i = 0; i < 4; i++) cudaEventCreate(ev + i);
  size_t bytes = n * sizeof(float);
  cudaEventRecord(ev[0]);
  cudaMemcpyAsync(device, host_in, bytes, cudaMemcpyHostToDevice);
  cudaEventRecord(ev[1]);
  proc<<<(n + 255) / 256, 256>>>(device, n, rounds);
  cudaEventRecord(ev[2]);
  cudaMemcpyAsync(host_out, device, bytes, cudaMemcpyDeviceToHost);
  cudaEventRecord(ev[3]);
  cudaEventSynchronize(ev[3]);
  for (int i = 0; i < 3; i++) cudaEventElapsedTime(&host_milliseconds[i], ev[0], ev[i + 1]);
  for (int i = 0; i < 4; i++) cudaEventDestroy(ev[i]);
}
