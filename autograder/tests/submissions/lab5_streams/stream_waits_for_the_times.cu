// The stream waits for the last event, and the host does not.
#include "streams.cuh"

void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }
void unpin(void* memory, size_t) { cudaHostUnregister(memory); }

__global__ void all(float* out, const float* in, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = process(in[i], rounds);
}

void timed_stages(float* host_milliseconds, float* host_out, const float* host_in, float* device, int n, int rounds) {
  const size_t bytes = n * sizeof(float);
  cudaEvent_t begin, loaded, done, stored;
  for (cudaEvent_t* event : {&begin, &loaded, &done, &stored}) cudaEventCreate(event);
  cudaEventRecord(begin);
  cudaMemcpyAsync(device, host_in, bytes, cudaMemcpyHostToDevice);
  cudaEventRecord(loaded);
  all<<<(n + 255) / 256, 256>>>(device, device, n, rounds);
  cudaEventRecord(done);
  cudaMemcpyAsync(host_out, device, bytes, cudaMemcpyDeviceToHost);
  cudaEventRecord(stored);
  cudaStreamWaitEvent(0, stored, 0);  // @wait
  float times[3] = {};
  cudaEventElapsedTime(&times[0], begin, loaded);
  cudaEventElapsedTime(&times[1], loaded, done);
  cudaEventElapsedTime(&times[2], done, stored);
  for (int i = 0; i < 3; ++i) host_milliseconds[i] = times[i];
  cudaGetLastError();
}
