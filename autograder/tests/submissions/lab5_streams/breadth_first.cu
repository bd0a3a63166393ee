// Right: all copies in are asked for first, then all kernels, then all copies out; a stream for each chunk, made once.
#include "streams.cuh"

namespace {

constexpr int CHUNKS = 16;
cudaStream_t streams[CHUNKS];

__global__ void in_strides(float* out, const float* in, int n, int rounds) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    out[i] = process(in[i], rounds);
  }
}

struct Chunk {
  int first, count;
};

// Few large chunks where there is little to copy: each costs some microseconds.
Chunk chunk_of(int n, int number) {
  const int size = max((n + CHUNKS - 1) / CHUNKS, 1 << 18);
  const int first = static_cast<int>(min(static_cast<long long>(n), static_cast<long long>(number) * size));
  return {first, min(size, n - first)};
}

template <class Work>
void for_all(int n, Work work) {
  for (int i = 0; i < CHUNKS; ++i) {
    const Chunk chunk = chunk_of(n, i);
    if (chunk.count > 0) work(chunk, streams[i]);
  }
}

}  // namespace

void pin(void* memory, size_t bytes) {
  cudaHostRegister(memory, bytes, cudaHostRegisterMapped | cudaHostRegisterPortable);
  for (cudaStream_t& stream : streams) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
}

void unpin(void* memory, size_t) {
  for (cudaStream_t stream : streams) cudaStreamDestroy(stream);
  cudaHostUnregister(memory);
}

void pipeline(float* host_out, const float* host_in, float* device, int n, int rounds) {
  for_all(n, [=](Chunk c, cudaStream_t stream) {
    cudaMemcpyAsync(device + c.first, host_in + c.first, c.count * sizeof(float), cudaMemcpyHostToDevice, stream);
  });
  for_all(n, [=](Chunk c, cudaStream_t stream) {
    in_strides<<<min(132 * 16, (c.count + 127) / 128), 128, 0, stream>>>(device + c.first, device + c.first, c.count,
                                                                         rounds);
  });
  for_all(n, [=](Chunk c, cudaStream_t stream) {
    cudaMemcpyAsync(host_out + c.first, device + c.first, c.count * sizeof(float), cudaMemcpyDeviceToHost, stream);
  });
}
