// One of three operations of a piece is in the default stream, which the other streams do not wait for.
#include "streams.cuh"

constexpr int STREAMS = 3;
static cudaStream_t streams[STREAMS];

void pin(void* memory, size_t bytes) {
  cudaHostRegister(memory, bytes, cudaHostRegisterMapped);
  for (cudaStream_t& stream : streams) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
}

void unpin(void* memory, size_t) {
  for (cudaStream_t stream : streams) cudaStreamDestroy(stream);
  cudaHostUnregister(memory);
}

__global__ void all(float* out, const float* in, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = process(in[i], rounds);
}

void pipeline(float* host_out, const float* host_in, float* device, int n, int rounds) {
  const int size = n / 16 + 1;
  for (int piece = 0; piece * size < n; ++piece) {
    const int first = piece * size, count = min(size, n - first);
    const size_t bytes = count * sizeof(float);
    const int own = piece % STREAMS;
    cudaMemcpyAsync(device + first, host_in + first, bytes, cudaMemcpyHostToDevice, streams[own]);
    all<<<(count + 255) / 256, 256, 0, 0>>>(device + first, device + first, count, rounds);  // @launch
    cudaMemcpyAsync(host_out + first, device + first, bytes, cudaMemcpyDeviceToHost, streams[own]);
  }
}
