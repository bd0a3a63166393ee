// Lab 5, streams and host memory: the interface. Do not change it; the grader compiles with its own copy.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

// The emulator would need minutes for as many rounds as keep a GPU busy while it copies. There each round takes the
// (virtual) time of this many multiply-adds:
constexpr int EMULATED_ROUND = 100;

// The work: `rounds` steps of the quadratic map x → x² − 1.9, which jumps about in [−1.9, 1.71] for ever when it starts
// there and has no short cut. One round is one multiply-add. For kernels only.
__device__ __forceinline__ float process(float x, int rounds) {
#ifdef SIMT_EMULATOR
  simt_multiply_adds(static_cast<long long>(rounds) * EMULATED_ROUND, "process()");
#endif
#pragma unroll 16
  for (int i = 0; i < rounds; ++i) x = fmaf(x, x, -1.9f);
#ifdef SIMT_EMULATOR
  simt_result(__float_as_uint(x));
#endif
  return x;
}

// Pointers called host... are memory of the host, all others device memory. Each is at least 256-byte aligned and none
// overlap. Inputs (const) must not be changed. Any n and rounds from 1 on.
//
// Your functions may use any stream. Those of parts 5.1 to 5.5 need not wait for the end of their work: their caller
// does. The time graded is that from the call to the end of everything.
extern "C" {

// Called once before the first of the functions below, with the memory that everything called host... lies in. Not
// timed. Pages of host memory may not be pinned twice.
void pin(void* memory, size_t bytes);

// Called once after the last of them, with the same memory. Not timed.
void unpin(void* memory, size_t bytes);

// Part 5.1: device[i] = host_in[i], for i < n.
void upload(float* device, const float* host_in, int n);

// Part 5.2: device[i] = process(host_in[i], rounds), for i < n.
void overlap(float* device, const float* host_in, int n, int rounds);

// Part 5.3: host_out[i] = process(host_in[i], rounds), for i < n, in three stages one after the other: the copy in, the
// kernel, the copy out. How long each of the three took, in milliseconds, is written to host_milliseconds[0 … 2].
// `device` is n floats for your use.
void timed_stages(float* host_milliseconds, float* host_out, const float* host_in, float* device, int n, int rounds);

// Part 5.4: host_out[i] = process(host_in[i], rounds), for i < n. `device` is n floats for your use.
void pipeline(float* host_out, const float* host_in, float* device, int n, int rounds);

// Part 5.5: the same, with no copy at all: a kernel reads host_in and writes host_out.
void zero_copy(float* host_out, const float* host_in, int n, int rounds);

// Part 5.6: the same as a whole program, with device memory of its own: ask for it (cudaMalloc), copy in, launch blocks
// of `threads` threads, copy out, give it back (cudaFree). All work is over when it returns.
// Returns 0 (cudaSuccess), or the first error that a call or the launch gives: `threads` may be more than a block can
// have. After an error no device memory stays allocated, either.
int whole_program(float* host_out, const float* host_in, int n, int rounds, int threads);
}
