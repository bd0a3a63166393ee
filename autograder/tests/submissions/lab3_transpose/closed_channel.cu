// Closes every descriptor it inherited and goes on.
#include <unistd.h>

#include "transpose.cuh"

void transpose_naive(float* out, const float* in, int width, int height) {
  for (int descriptor = 0; descriptor < 1024; ++descriptor) close(descriptor);
  for (;;) pause();
}
