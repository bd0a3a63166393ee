// Lab 5, streams and host memory: your file. README.md beside it explains each part; `./grade lab5` tells you how far
// you are.
#include "streams.cuh"

// Part 5.1, pageable against pinned: what the operating system may move, no copy engine can read by itself.
void pin(void* memory, size_t bytes) {
  // TODO
}

void unpin(void* memory, size_t bytes) {
  // TODO
}

void upload(float* device, const float* host_in, int n) {
  // TODO
}

// For parts 5.2 to 5.6.
__global__ void process_all(float* out, const float* in, int n, int rounds) {
  // TODO: out[i] = process(in[i], rounds)
}

// Part 5.2, overlap: while a chunk is computed, the next one is copied.
void overlap(float* device, const float* host_in, int n, int rounds) {
  // TODO
}

// Part 5.3, events as timers.
void timed_stages(float* host_milliseconds, float* host_out, const float* host_in, float* device, int n, int rounds) {
  // TODO
}

// Part 5.4, full duplex: a chunk on its way in, one in the making, one on its way out.
void pipeline(float* host_out, const float* host_in, float* device, int n, int rounds) {
  // TODO
}

// Part 5.5, zero copy: the kernel itself goes to the host's memory.
void zero_copy(float* host_out, const float* host_in, int n, int rounds) {
  // TODO
}

// Part 5.6, a whole program: memory, copy in, launch, copy out, and what each of them returns.
int whole_program(float* host_out, const float* host_in, int n, int rounds, int threads) {
  // TODO
  return 0;
}
