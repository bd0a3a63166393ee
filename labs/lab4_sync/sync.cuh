// Lab 4, block synchronisation: the interface. Do not change it; the grader compiles with its own copy.
#pragma once

#include <cuda_runtime.h>

// Threads of a block in parts 4.3 and 4.4, where the caller says how many blocks there are.
constexpr int THREADS = 256;

// Where element j of either array gets its value from, in the other: about half way round, so from another block's
// part of it wherever there are several blocks.
__host__ __device__ inline int partner(int j, int n) {
  const int distance = n / 2 + 1;
  return j < n - distance ? j + distance : j - (n - distance);  // (j + distance) % n
}

// Parts 4.1 to 4.4 carry x round trips through p. A round trip has two stages, each for all j < n, and neither may
// begin before the one before it has ended everywhere:
//   (i)  p[j] = -x[partner(j, n)]
//   (ii) x[j] =  p[partner(j, n)]
// in[0 .. n) is what x is before the first; x and p hold nothing yet. What x holds after the last is the result; what
// p holds then does not matter. All are device memory, at least 256-byte aligned, and do not overlap. n and rounds are
// from 1 on. The functions launch kernels on the default stream and need not wait for them.
//
// The functions with a number of blocks launch one kernel of exactly so many, with THREADS threads each. They return
// 1, or 0 if the device cannot hold so many at a time; then they launch nothing.
extern "C" {

void round_trip(float* x, float* p, const float* in, int n);                                      // part 4.1, one
void round_trips_launches(float* x, float* p, const float* in, int n, int rounds);                // part 4.2
int round_trips_own_barrier(float* x, float* p, const float* in, int n, int rounds, int blocks);  // part 4.3
int round_trips_cooperative(float* x, float* p, const float* in, int n, int rounds, int blocks);  // part 4.4

// total[0] = sum over i of in[i], for i < n, by one launch; no partial sum, in whatever order, needs rounding. total
// holds nothing yet. Alignment, n and stream as above.
void sum(float* total, const float* in, int n);  // part 4.5

// out[i] = in[0] + in[1] + … + in[i], for i < n, modulo 2^32: an inclusive prefix sum. n is at most 2^28. The inputs
// are any words: each of their bits may be 0 or 1. out holds nothing yet. Alignment, n and stream as above.
void prefix_sum(unsigned* out, const unsigned* in, int n);  // part 4.6
}
