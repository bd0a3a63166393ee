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
struct Lanes {
  cudaStream_t up, compute, down;
  cudaEvent_t arrived, computed, left;
  Lanes() {
    cudaStreamCreateWithFlags(&up, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&compute, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&down, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&arrived, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&computed, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&left, cudaEventDisableTiming);
  }
};

void pipeline(float* host_out, const float* host_in, float* device, int n, int rounds) {
  static Lanes lanes;
  const int CHUNKS = 32;
  const int size = (n + CHUNKS - 1) / CHUNKS;

  for (long long at = 0; at < n; at += size) {
    const int count = at + size <= n ? size : (int)(n - at);
    const size_t bytes = count * sizeof(float);
    float* d = device + at;

    // up
    cudaStreamWaitEvent(lanes.up, lanes.left, 0);  // @here
    cudaMemcpyAsync(d, host_in + at, bytes, cudaMemcpyHostToDevice, lanes.up);
    cudaEventRecord(lanes.arrived, lanes.up);

    // compute
    cudaStreamWaitEvent(lanes.compute, lanes.arrived, 0);
    process_all<<<(count + 255) / 256, 256, 0, lanes.compute>>>(d, d, count, rounds);
    cudaEventRecord(lanes.computed, lanes.compute);

    // down
    cudaStreamWaitEvent(lanes.down, lanes.computed, 0);
    cudaMemcpyAsync(host_out + at, d, bytes, cudaMemcpyDeviceToHost, lanes.down);
    cudaEventRecord(lanes.left, lanes.down);
  }
}
