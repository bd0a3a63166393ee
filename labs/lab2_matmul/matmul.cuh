// Lab 2, narrow matrix products: the interface. Do not change it; the grader compiles with its own copy.
#pragma once

#include <cuda_runtime.h>

// All matrices are stored by rows, in device memory, each at least 256-byte aligned, and do not overlap. Any m and n
// from 1 on. The functions launch kernels on the default stream and need not wait for them.
extern "C" {

// C = A B:  A is m × 32, B is 32 × n, C is m × n;
// C[i * n + j] = sum over k of A[i * 32 + k] * B[k * n + j].
void ab_plain(float* C, const float* A, const float* B, int m, int n);   // part 2.1
void ab_a_tile(float* C, const float* A, const float* B, int m, int n);  // part 2.2
void ab_tiles(float* C, const float* A, const float* B, int m, int n);   // part 2.3

// C = A times its transpose:  A is m × 32, C is m × m;
// C[i * m + j] = sum over k of A[i * 32 + k] * A[j * 32 + k].
void aat_plain(float* C, const float* A, int m);          // part 2.4
void aat_coalesced(float* C, const float* A, int m);      // part 2.5
void aat_conflict_free(float* C, const float* A, int m);  // part 2.6
void aat_best(float* C, const float* A, int m);           // part 2.7
}
