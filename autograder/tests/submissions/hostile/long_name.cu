// A name of a hundred thousand letters, in a message that names it.
#include "transpose.cuh"

#define JOINED(a, b) a##b
#define JOIN(a, b) JOINED(a, b)
#define TWICE(a) JOIN(a, a)
#define N0 abcdefghijklmnopqrstuvwxyz_012345
#define N1 TWICE(N0)
#define N2 JOIN(N1, N1)
#define N3 JOIN(N2, N2)
#define N4 JOIN(N3, N3)
#define N5 JOIN(N4, N4)
#define N6 JOIN(N5, N5)
#define N7 JOIN(N6, N6)
#define N8 JOIN(N7, N7)
#define N9 JOIN(N8, N8)
#define N10 JOIN(N9, N9)
#define N11 JOIN(N10, N10)
#define N12 JOIN(N11, N11)

float N12() { return 1; }

__global__ void set(float* out) { out[0] = N12(); }

void transpose_naive(float* out, const float*, int, int) { set<<<1, 1>>>(out); }
