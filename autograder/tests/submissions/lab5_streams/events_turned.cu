// Each time is asked for from the later event to the earlier one.
#include "streams.cuh"

void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }

void unpin(void* memory, size_t bytes) { cudaHostUnregister(memory); }

__global__ void process_all(float* out, const float* in, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = process(in[i], rounds);
}

void timed_stages(float* host_milliseconds, float* host_out, const float* host_in, float* device, int n, int rounds) {
  cudaEvent_t events[4];
  for (int e = 0; e < 4; ++e) cudaEventCreate(&events[e]);
  cudaEventRecord(events[0]);
  cudaMemcpyAsync(device, host_in, n * sizeof(float), cudaMemcpyHostToDevice);
  cudaEventRecord(events[1]);
  process_all<<<(n + 255) / 256, 256>>>(device, device, n, rounds);
  cudaEventRecord(events[2]);
  cudaMemcpyAsync(host_out, device, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaEventRecord(events[3]);
  cudaEventSynchronize(events[3]);
  for (int s = 0; s < 3; ++s) {
    cudaEventElapsedTime(&host_milliseconds[s], events[s + 1], events[s]);  // @asked
  }
  for (int e = 0; e < 4; ++e) cudaEventDestroy(events[e]);
}
