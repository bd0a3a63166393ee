// Host code follows a null pointer.
#include "transpose.cuh"

void transpose_naive(float* out, const float* in, int width, int height) {
  volatile int* nowhere = nullptr;
  *nowhere = width;
}
