// Lab 3, transpose: your file. README.md beside it explains each part; `./grade lab3` tells you how far you are.
#include "transpose.cuh"

// A block of TILE × ROWS threads handles a TILE × TILE tile: each thread, TILE / ROWS of its rows.
constexpr int TILE = 32;
constexpr int ROWS = 8;

// Part 3.1, naive: one read and one write per element, straight from global to global memory.
__global__ void naive_kernel(float* out, const float* in, int width, int height) {
  // TODO: which x and y are this thread's? Loop over TILE / ROWS rows. Mind the edges.
}

void transpose_naive(float* out, const float* in, int width, int height) {
  // TODO: dim3 threads(TILE, ROWS); dim3 blocks(…); naive_kernel<<<blocks, threads>>>(out, in, width, height);
}

// Part 3.2, tiled: through a tile in shared memory, so that reads and writes are both coalesced.
void transpose_tiled(float* out, const float* in, int width, int height) {
  // TODO
}

// Part 3.3, padded: the same without bank conflicts.
void transpose_padded(float* out, const float* in, int width, int height) {
  // TODO
}

// Part 3.4, diagonal: the same, with the blocks walking diagonals of the matrix.
void transpose_diagonal(float* out, const float* in, int width, int height) {
  // TODO
}

// Part 3.5, open end: as fast as you can; full points within 5 % of a copy.
void transpose_best(float* out, const float* in, int width, int height) {
  // TODO
}
