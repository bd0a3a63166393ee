// Many messages of the compiler, each of them a line of four thousand letters.
#define A0 "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((("
#define A1 A0 A0 A0 A0 A0 A0 A0 A0
#define A2 A1 A1 A1 A1 A1 A1 A1 A1
#define SAY(number) static_assert(sizeof(float) == 5 + number, A2);
#define SAY_8(number) \
  SAY(number)         \
  SAY(number + 1) SAY(number + 2) SAY(number + 3) SAY(number + 4) SAY(number + 5) SAY(number + 6) SAY(number + 7)
#include "transpose.cuh"

SAY_8(0)
SAY_8(8)
SAY_8(16)
SAY_8(24)

void transpose_naive(float*, const float*, int, int) {}
