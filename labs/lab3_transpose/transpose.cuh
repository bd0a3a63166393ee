// Lab 3, transpose: the interface. Do not change it; the grader compiles with its own copy.
#pragma once

#include <cuda_runtime.h>

// Each function writes the transpose of `in` to `out`:
//   in  is `height` rows of `width` floats,  in[y * width + x]
//   out is `width` rows of `height` floats,  out[x * height + y] == in[y * width + x]
// Both are device memory and do not overlap. Any width and height from 1 on. The functions launch kernels
// on the default stream and need not wait for them.
extern "C" {

void transpose_naive(float* out, const float* in, int width, int height);     // part 3.1
void transpose_tiled(float* out, const float* in, int width, int height);     // part 3.2
void transpose_padded(float* out, const float* in, int width, int height);    // part 3.3
void transpose_diagonal(float* out, const float* in, int width, int height);  // part 3.4
void transpose_best(float* out, const float* in, int width, int height);      // part 3.5
}
