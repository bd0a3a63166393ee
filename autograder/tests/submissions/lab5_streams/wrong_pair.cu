// The time of the copy back is asked for from the beginning of the kernel on.
#include "streams.cuh"

void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }
void unpin(void* memory, size_t) { cudaHostUnregister(memory); }

__global__ void process_all(float* values, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] = process(values[i], rounds);
}

void timed_stages(float* host_milliseconds, float* host_out, const float* host_in, float* device, int n, int rounds) {
  cudaEvent_t start, there, done, back;
  for (cudaEvent_t* event : {&start, &there, &done, &back}) cudaEventCreate(event);
  cudaEventRecord(start);
  cudaMemcpyAsync(device, host_in, n * sizeof(float), cudaMemcpyHostToDevice);
  cudaEventRecord(there);
  process_all<<<(n + 127) / 128, 128>>>(device, n, rounds);
  cudaEventRecord(done);
  cudaMemcpyAsync(host_out, device, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaEventRecord(back);
  cudaEventSynchronize(back);
  cudaEventElapsedTime(host_milliseconds, start, there);
  cudaEventElapsedTime(host_milliseconds + 1, there, done);
  cudaEventElapsedTime(host_milliseconds + 2, there, back);  // @elapsed
  for (cudaEvent_t event : {start, there, done, back}) cudaEventDestroy(event);
}
