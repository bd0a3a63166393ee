// Lab 0, copy: the interface. Do not change it; the grader compiles with its own copy.
#pragma once

#include <cuda_runtime.h>

// All pointers are device memory, each at least 256-byte aligned, and do not overlap. n is from 1 to 2^30: it fits an
// int, 3 * n may not. The functions launch kernels on the default stream and need not wait for them.
extern "C" {

// out[i] = in[i] for i < n.
void copy_scalar(float* out, const float* in, int n);       // part 0.1
void copy_grid_stride(float* out, const float* in, int n);  // part 0.2
void copy_float4(float* out, const float* in, int n);       // part 0.3

// points holds n points of three floats, x y z x y z …:
// x[i] = points[3 * i], y[i] = points[3 * i + 1], z[i] = points[3 * i + 2] for i < n.
void split_points(float* x, float* y, float* z, const float* points, int n);  // part 0.4
}
