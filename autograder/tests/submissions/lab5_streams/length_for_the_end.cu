// The kernel is given the number of elements in place of their end.
#include "streams.cuh"

// For parts 5.2 to 5.6.
__global__ void process_all(float* out, const float* in, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = process(in[i], rounds);
}

// Part 5.2, overlap: while a chunk is computed, the next one is copied.
// The elements from `first` on and before `end`, where they are.
__global__ void process_range(float* data, int first, int end, int rounds) {
  const int i = first + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < end) data[i] = process(data[i], rounds);
}

void overlap(float* device, const float* host_in, int n, int rounds) {
  constexpr int STREAMS = 4, CHUNKS = 16, BLOCK = 256;
  static cudaStream_t streams[STREAMS] = {};
  if (streams[0] == nullptr) {
    for (auto& s : streams) cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  }
  const int most = (n + CHUNKS - 1) / CHUNKS;
  int turn = 0;
  for (int first = 0; first < n; first += most) {
    const int count = n - first < most ? n - first : most;
    const cudaStream_t s = streams[turn++ % STREAMS];
    cudaMemcpyAsync(device + first, host_in + first, count * sizeof(float), cudaMemcpyHostToDevice, s);
    process_range<<<(count + BLOCK - 1) / BLOCK, BLOCK, 0, s>>>(device, first, count, rounds);  // @here
  }
}
