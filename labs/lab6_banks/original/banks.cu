// Lab 6, shared-memory banks: your file. README.md beside it explains each part; `./grade lab6` tells you how far you
// are.
#include "banks.cuh"

// Part 6.1, stride: a block fetches rows along themselves, a thread walks down each, the block stores them.
__global__ void sums_kernel(float* out, const float* in, int rows, int columns, int pitch) {
  // TODO: extern __shared__ float piece[];   row r of the block's begins at piece + r * pitch
}

void running_sums(float* out, const float* in, int rows, int columns) {
  // TODO: which pitch? sums_kernel<<<blocks, threads, threads * pitch * sizeof(float)>>>(…)
}

// Part 6.2, characters: a transpose within tiles, which are made of characters; banks are made of words.
void turned_tiles(char* out, const char* in, int tiles) {
  // TODO
}

// Part 6.3, doubles: as part 6.1, with the larger of two instead of their sum.
void running_maxima(double* out, const double* in, int rows, int columns) {
  // TODO
}

// Part 6.4, structures: every thread looks at WINDOW records, two members each.
void best_in_window(float* out, const Record* in, int n) {
  // TODO
}

// Part 6.5, broadcast: every thread needs all coefficients.
void filtered(float* out, const float* x, const float* c, int n) {
  // TODO
}

// Part 6.6, open end: as fast as you can.
void histogram(unsigned* counts, const float* x, int n) {
  // TODO
}
