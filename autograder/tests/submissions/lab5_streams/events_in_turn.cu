#include "streams.cuh"

// Part 5.1, pageable against pinned: what the operating system may move, no copy engine can read by itself.
void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }

void unpin(void* memory, size_t /*bytes*/) { cudaHostUnregister(memory); }

void upload(float* device, const float* host_in, int n) {
  cudaMemcpyAsync(device, host_in, n * sizeof(float), cudaMemcpyHostToDevice);
}

// For parts 5.2 to 5.6.
__global__ void process_all(float* out, const float* in, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = process(in[i], rounds);
}

// Part 5.4, full duplex: a chunk on its way in, one in the making, one on its way out. Breadth first: a stream for each
// stage, and events that hand the chunks over. Events are few and are used in turn.
constexpr int CHUNKS = 32;
constexpr int EVENTS = 4;

struct Belt {
  cudaStream_t in, work, out;
  cudaEvent_t came[EVENTS], made[EVENTS];
  Belt() {
    cudaStreamCreateWithFlags(&in, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&out, cudaStreamNonBlocking);
    for (int e = 0; e < EVENTS; ++e) {
      cudaEventCreateWithFlags(&came[e], cudaEventDisableTiming);
      cudaEventCreateWithFlags(&made[e], cudaEventDisableTiming);
    }
  }
};

void pipeline(float* host_out, const float* host_in, float* device, int n, int rounds) {
  static Belt belt;
  const int size = (n + CHUNKS - 1) / CHUNKS;
  const int chunks = (n + size - 1) / size;
  const auto count = [=](int c) { return c + 1 < chunks ? size : n - c * size; };

  for (int c = 0; c < chunks; ++c) {
    cudaMemcpyAsync(device + c * size, host_in + c * size, count(c) * sizeof(float), cudaMemcpyHostToDevice, belt.in);
    cudaEventRecord(belt.came[c % EVENTS], belt.in);  // @here
  }
  for (int c = 0; c < chunks; ++c) {
    cudaStreamWaitEvent(belt.work, belt.came[c % EVENTS], 0);
    process_all<<<(count(c) + 255) / 256, 256, 0, belt.work>>>(device + c * size, device + c * size, count(c), rounds);
    cudaEventRecord(belt.made[c % EVENTS], belt.work);
  }
  for (int c = 0; c < chunks; ++c) {
    cudaStreamWaitEvent(belt.out, belt.made[c % EVENTS], 0);
    cudaMemcpyAsync(host_out + c * size, device + c * size, count(c) * sizeof(float), cudaMemcpyDeviceToHost, belt.out);
  }
}
