// One of the events is made without timing, and a time is asked of it.
#include "streams.cuh"

__global__ void work(float* out, const float* in, int n, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = process(in[i], rounds);
  }
}

void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }

void unpin(void* memory, size_t bytes) { cudaHostUnregister(memory); }

void timed_stages(float* host_milliseconds, float* host_out, const float* host_in, float* device, int n, int rounds) {
  cudaEvent_t start, copied, computed, back;
  cudaEventCreate(&start);
  cudaEventCreate(&copied);
  cudaEventCreateWithFlags(&computed, cudaEventDisableTiming);  // @created
  cudaEventCreate(&back);
  cudaEventRecord(start);
  cudaMemcpyAsync(device, host_in, n * sizeof(float), cudaMemcpyHostToDevice);
  cudaEventRecord(copied);
  work<<<(n + 255) / 256, 256>>>(device, device, n, rounds);
  cudaEventRecord(computed);
  cudaMemcpyAsync(host_out, device, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaEventRecord(back);
  cudaEventSynchronize(back);
  cudaEventElapsedTime(&host_milliseconds[0], start, copied);
  cudaEventElapsedTime(&host_milliseconds[1], copied, computed);
  cudaEventElapsedTime(&host_milliseconds[2], computed, back);
  cudaEventDestroy(start);
  cudaEventDestroy(copied);
  cudaEventDestroy(computed);
  cudaEventDestroy(back);
}
