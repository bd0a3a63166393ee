// Ends itself by a signal of its own, which it may.
#include <cstdlib>

#include "transpose.cuh"

void transpose_naive(float* /*out*/, const float* /*in*/, int /*width*/, int /*height*/) { std::abort(); }
