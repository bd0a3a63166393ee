// Lab 0, copy: the interface. Do not change it; the grader compiles with its own copy.
#pragma once

#include <cuda_runtime.h>

// Two kinds of work for part 0.6, in kernels only. A round of each needs the result of the round before, and there is
// no short cut.
__device__ __forceinline__ float logistic(float x, int rounds) {
#ifdef SIMT_EMULATOR
  simt_multiply_adds(rounds, "logistic()");
#endif
#pragma unroll 4
  for (int i = 0; i < rounds; ++i) x = fmaf(x, x, -1.9f);
#ifdef SIMT_EMULATOR
  simt_result(__float_as_uint(x));
#endif
  return x;
}

/// The other kind of work.
__device__ __forceinline__ float scrambled(float x, int rounds) {
#ifdef SIMT_EMULATOR
  simt_multiply_adds(rounds, "scrambled()");
#endif
  unsigned bits = __float_as_uint(x);
#pragma unroll 4
  for (int i = 0; i < rounds; ++i) bits = (bits ^ bits >> 15) * 0x2c1b3c6du;
  const float result = static_cast<float>(bits >> 8) / (1 << 24);
#ifdef SIMT_EMULATOR
  simt_result(__float_as_uint(result));
#endif
  return result;
}

// All pointers are device memory, each at least 256-byte aligned, and do not overlap. n is from 1 to 2^30: it fits an
// int, 3 * n may not, and neither may products with k. The functions launch kernels on the default stream and need not
// wait for them.
extern "C" {

// out[i] = in[i] for i < n.
void copy_scalar(float* out, const float* in, int n);       // part 0.1
void copy_grid_stride(float* out, const float* in, int n);  // part 0.2
void copy_float4(float* out, const float* in, int n);       // part 0.3

// points holds n points of three floats, x y z x y z …:
// x[i] = points[3 * i], y[i] = points[3 * i + 1], z[i] = points[3 * i + 2] for i < n.
void split_points(float* x, float* y, float* z, const float* points, int n);  // part 0.4

// out[i] = in[i + shift] for i < n. in holds n + shift floats; shift is 0 or more, and most often no multiple of 4.
void copy_shifted(float* out, const float* in, int n, int shift);  // part 0.5

// out[i] = logistic(in[i], rounds) where i is even, scrambled(in[i], rounds) where i is odd, for i < n. rounds is from
// 1 to some hundred.
void two_kinds(float* out, const float* in, int n, int rounds);  // part 0.6

// records holds n records of k floats, one behind the other; k is from 1 to 32. out holds k arrays: array j begins at
// out[j * pitch], and gets float j of every record: out[j * pitch + i] = records[i * k + j] for i < n, j < k. pitch is
// a multiple of 64, and at least n. What is in out behind an array's n floats must not change.
void split_records(float* out, const float* records, int n, int k, int pitch);  // part 0.7
}
