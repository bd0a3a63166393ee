// Lab 1, matrix times vector: the interface. Do not change it; the grader compiles with its own copy.
#pragma once

#include <cuda_runtime.h>

// Each function computes y = A x:
//   A is `rows` rows of `columns` floats,  A[i * columns + j]
//   y[i] = sum over j of A[i * columns + j] * x[j],  for i < rows
// All are device memory, each at least 256-byte aligned, and do not overlap. Any rows and columns from 1 on. The
// functions launch kernels on the default stream and need not wait for them.
extern "C" {

void matvec_rows(float* y, const float* A, const float* x, int rows, int columns);      // part 1.1
void matvec_x_shared(float* y, const float* A, const float* x, int rows, int columns);  // part 1.2
void matvec_tiles(float* y, const float* A, const float* x, int rows, int columns);     // part 1.3
void matvec_best(float* y, const float* A, const float* x, int rows, int columns);      // part 1.4
}
