// All chunks pass through the same piece of device memory, whichever stream they are in.
#include "streams.cuh"

void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }
void unpin(void* memory, size_t) { cudaHostUnregister(memory); }

__global__ void all(float* out, const float* in, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = process(in[i], rounds);
}

void pipeline(float* host_out, const float* host_in, float* device, int n, int rounds) {
  cudaStream_t streams[2];
  for (cudaStream_t& stream : streams) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  const int size = n / 16 + 1;
  int chunk = 0;
  for (int first = 0; first < n; first += size) {
    const cudaStream_t stream = streams[chunk++ % 2];
    const int count = min(size, n - first);
    cudaMemcpyAsync(device, host_in + first, count * sizeof(float), cudaMemcpyHostToDevice, stream);  // @race
    all<<<(count + 255) / 256, 256, 0, stream>>>(device, device, count, rounds);
    cudaMemcpyAsync(host_out + first, device, count * sizeof(float), cudaMemcpyDeviceToHost, stream);
  }
  for (cudaStream_t stream : streams) cudaStreamDestroy(stream);
}
