// Messages of the compiler that hold a line of their own, which looks like another message.
#include "transpose.cuh"

#pragma message "a\ntranspose.cu:99999999999999999999: error: a line that no file has"
static_assert(sizeof(float) == 5, "b\ntranspose.cu:99999999999999999999: warning: [line 99999999999999999999] c");

void transpose_naive(float*, const float*, int, int) {}
