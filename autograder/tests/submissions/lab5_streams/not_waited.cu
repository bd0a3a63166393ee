// Reads the times of the events without waiting for them.
#include "streams.cuh"

void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }
void unpin(void* memory, size_t) { cudaHostUnregister(memory); }

__global__ void all(float* out, const float* in, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = process(in[i], rounds);
}

void timed_stages(float* host_milliseconds, float* host_out, const float* host_in, float* device, int n, int rounds) {
  const size_t bytes = n * sizeof(float);
  cudaEvent_t events[4];
  for (cudaEvent_t& event : events) cudaEventCreate(&event);
  cudaEventRecord(events[0]);
  cudaMemcpyAsync(device, host_in, bytes, cudaMemcpyHostToDevice);
  cudaEventRecord(events[1]);
  all<<<(n + 255) / 256, 256>>>(device, device, n, rounds);
  cudaEventRecord(events[2]);
  cudaMemcpyAsync(host_out, device, bytes, cudaMemcpyDeviceToHost);
  cudaEventRecord(events[3]);
  for (int i = 0; i < 3; ++i) {
    float milliseconds = 0;
    cudaEventElapsedTime(&milliseconds, events[i], events[i + 1]);
    host_milliseconds[i] = milliseconds;
  }
  cudaGetLastError();
}
