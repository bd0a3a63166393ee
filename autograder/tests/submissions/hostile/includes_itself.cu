// What is hidden comes with a second copy of this file, which is not translated.
#ifndef AGAIN
#define AGAIN
#include "transpose.cu"
#else
#include "transpose.cuh"

__attribute__((annotate("hidden"))) void transpose_tiled(float* out, const float* in, int width, int height) {}
#endif
