// Host code sleeps.
#include <unistd.h>

#include "transpose.cuh"

void transpose_naive(float* out, const float* in, int width, int height) { sleep(1000); }
