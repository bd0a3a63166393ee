// Lab @N@, @name@: the interface. Do not change it; the grader compiles with its own copy.
#pragma once

#include <cuda_runtime.h>

// All pointers are device memory, each at least 256-byte aligned, and do not overlap. n is from 1 to 2^30. The functions
// launch kernels on the default stream and need not wait for them.
extern "C" {

// y[i] = a * x[i] + y[i] for i < n.
void @name@_simple(float* y, const float* x, float a, int n);  // part @N@.1
}
