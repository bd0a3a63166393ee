// Lab 6, shared-memory banks: the interface. Do not change it; the grader compiles with its own copy.
#pragma once

#include <cuda_runtime.h>

// All pointers are device memory, each at least 256-byte aligned, and buffers do not overlap. The functions launch
// kernels on the default stream and need not wait for them.

// What part 6.4 is about: eight bytes, of which three are unused.
struct Record {
  float value;    // never negative, never NaN
  char priority;  // 0 to 127
};

constexpr int SIDE = 32;    // of a tile of part 6.2, in characters
constexpr int WINDOW = 32;  // records that an element of part 6.4 looks at
constexpr int TAPS = 32;    // coefficients of part 6.5
constexpr int BINS = 64;    // of part 6.6

// The bin of part 6.6: values of one sign between two powers of two are counted together. Below 32 are those from 0 up,
// from 32 on the negative ones; 1 and more would be in bin 0 of their sign, 1/2 and more are in bin 1, 1/4 and more in
// bin 2, and so on; zero is in bin 31.
__device__ inline unsigned bin_of(float x) {
  const unsigned bits = __float_as_uint(x);
  const unsigned halvings = 127U - ((bits >> 23) & 255U);  // the exponent is 127 for 1 to 2, one less for each halving
  return (bits >> 31) * 32U + (halvings < 31U ? halvings : 31U);
}

extern "C" {

// Part 6.1: out[r * columns + k] = in[r * columns] + … + in[r * columns + k]
// for r < rows and k < columns: every row's running sums. Any number of rows from 1 on, columns from 1 to 64.
void running_sums(float* out, const float* in, int rows, int columns);

// Part 6.2: out[t * SIDE * SIDE + x * SIDE + y] = in[t * SIDE * SIDE + y * SIDE + x]
// for t < tiles, x < SIDE and y < SIDE: square tiles of characters, one behind the other, each transposed. Any number
// of tiles from 1 on.
void turned_tiles(char* out, const char* in, int tiles);

// Part 6.3: out[r * columns + k] = the largest of in[r * columns] … in[r * columns + k]
// for r < rows and k < columns: every row's running maxima. Any number of rows from 1 on, columns from 1 to 64.
void running_maxima(double* out, const double* in, int rows, int columns);

// Part 6.4: out[i] = the largest in[j].value of all j with i <= j < i + WINDOW, j < n and
// in[j].priority >= in[i].priority, for i < n. Any n from 1 on.
void best_in_window(float* out, const Record* in, int n);

// Part 6.5: out[i] = sum over k < TAPS of c[k] * x[i + k], for i < n; what would be behind the end of x counts as zero.
// x has n elements, c has TAPS. Any n from 1 on.
void filtered(float* out, const float* x, const float* c, int n);

// Part 6.6: counts[b] = how many i < n have bin_of(x[i]) == b, for b < BINS. Any n from 1 on, below 2^31. All x[i] are
// from -1 on and below 1. What counts holds before the call is not zero.
void histogram(unsigned* counts, const float* x, int n);
}
