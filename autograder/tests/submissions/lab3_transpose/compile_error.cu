// Does not compile: a name that does not exist.
#include "transpose.cuh"

void transpose_naive(float* out, const float* in, int width, int height) { no_such_kernel<<<1, 1>>>(out, in); }
