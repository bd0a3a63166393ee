// The place of a piece is computed with its own length, and the last one is shorter (5.4).
#include "streams.cuh"

// Part 5.1, pageable against pinned: what the operating system may move, no copy engine can read by itself.
void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }

void unpin(void* memory, size_t bytes) { cudaHostUnregister(memory); }

// For parts 5.2 to 5.6.
__global__ void process_all(float* out, const float* in, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = process(in[i], rounds);
}

// Part 5.4, full duplex: a chunk on its way in, one in the making, one on its way out.
namespace {

constexpr int LINES = 4;  // streams
constexpr int PIECES = 32;

struct Streams {
  cudaStream_t of[LINES];
  Streams() {
    for (auto& s : of) cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  }
};

}  // namespace

void pipeline(float* host_out, const float* host_in, float* device, int n, int rounds) {
  static const Streams streams;
  const int size = (n - 1) / PIECES + 1;
  int left = n;  // floats that are still to be given out
  for (int c = 0; left > 0; ++c) {
    const int count = left < size ? left : size;
    const cudaStream_t stream = streams.of[c % LINES];
    const size_t at = static_cast<size_t>(c) * size;
    float* const slot = device + static_cast<size_t>(c) * count;  // @slot
    cudaMemcpyAsync(slot, host_in + at, count * sizeof(float), cudaMemcpyHostToDevice, stream);
    process_all<<<(count - 1) / 256 + 1, 256, 0, stream>>>(slot, slot, count, rounds);
    cudaMemcpyAsync(host_out + at, slot, count * sizeof(float), cudaMemcpyDeviceToHost, stream);
    left -= count;
  }
}
