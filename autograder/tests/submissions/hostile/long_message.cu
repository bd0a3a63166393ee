// A message of the compiler that is one line of a million letters.
#define A0 "(((((((((((((((("
#define A1 A0 A0 A0 A0 A0 A0 A0 A0
#define A2 A1 A1 A1 A1 A1 A1 A1 A1
#define A3 A2 A2 A2 A2 A2 A2 A2 A2
#define A4 A3 A3 A3 A3 A3 A3 A3 A3
#define A5 A4 A4 A4 A4 A4 A4 A4 A4
#include "transpose.cuh"

static_assert(sizeof(float) == 5, A5);

void transpose_naive(float*, const float*, int, int) {}
