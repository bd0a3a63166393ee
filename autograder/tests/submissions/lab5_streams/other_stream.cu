// The events are in another stream than the work.
#include "streams.cuh"

void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }
void unpin(void* memory, size_t) { cudaHostUnregister(memory); }

__global__ void all(float* out, const float* in, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = process(in[i], rounds);
}

void timed_stages(float* host_milliseconds, float* host_out, const float* host_in, float* device, int n, int rounds) {
  const size_t bytes = n * sizeof(float);
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaEvent_t events[4];
  for (cudaEvent_t& event : events) cudaEventCreate(&event);
  cudaEventRecord(events[0]);
  cudaMemcpyAsync(device, host_in, bytes, cudaMemcpyHostToDevice, stream);
  cudaEventRecord(events[1]);
  all<<<(n + 255) / 256, 256, 0, stream>>>(device, device, n, rounds);
  cudaEventRecord(events[2]);
  cudaMemcpyAsync(host_out, device, bytes, cudaMemcpyDeviceToHost, stream);
  cudaEventRecord(events[3]);
  cudaStreamSynchronize(stream);
  cudaEventSynchronize(events[3]);
  for (int i = 0; i < 3; ++i) cudaEventElapsedTime(host_milliseconds + i, events[i], events[i + 1]);
  cudaStreamDestroy(stream);
}
