// Prints 100 million bytes.
#include <cstdio>

#include "transpose.cuh"

void transpose_naive(float* out, const float* in, int width, int height) {
  for (int i = 0; i < 1000000; ++i) std::printf("%099d\n", i);
}
