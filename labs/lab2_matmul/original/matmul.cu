// Lab 2, narrow matrix products: your file. README.md beside it explains each part; `./grade lab2` tells you how far
// you are.
#include "matmul.cuh"

// A block of W × W threads computes a W × W tile of C, one element a thread; W is also the width of A.
constexpr int W = 32;

// Part 2.1, C = A B, plain: everything from global memory.
__global__ void ab_plain_kernel(float* C, const float* A, const float* B, int m, int n) {
  // TODO: which row and column of C are this thread's? Are there such a row and column?
}

void ab_plain(float* C, const float* A, const float* B, int m, int n) {
  // TODO: dim3 threads(W, W); dim3 blocks(…); ab_plain_kernel<<<blocks, threads>>>(C, A, B, m, n);
}

// Part 2.2, the tile of A in shared memory: each warp loads the row that it alone uses.
void ab_a_tile(float* C, const float* A, const float* B, int m, int n) {
  // TODO
}

// Part 2.3, the tiles of A and of B in shared memory.
void ab_tiles(float* C, const float* A, const float* B, int m, int n) {
  // TODO
}

// Part 2.4, C = A times its transpose, plain: everything from global memory.
void aat_plain(float* C, const float* A, int m) {
  // TODO
}

// Part 2.5, coalesced: both tiles in shared memory, both loaded along the rows of A.
void aat_coalesced(float* C, const float* A, int m) {
  // TODO
}

// Part 2.6, the same without bank conflicts.
void aat_conflict_free(float* C, const float* A, int m) {
  // TODO
}

// Part 2.7, open end: as fast as you can.
void aat_best(float* C, const float* A, int m) {
  // TODO
}
