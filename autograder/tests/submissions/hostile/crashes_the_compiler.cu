// An expression so deep that the compiler crashes.
#include "transpose.cuh"

#define A(x) x x x x x x x x x x
#define B(x) A(A(x))
int deep() { return B(B(B(-))) - 1; }
int deeper() { return B(B(!!)) B(B(!!)) B(B(!!)) B(B(!!)) B(B(!!)) B(B(!!)) B(B(!!)) B(B(!!)) B(B(!!)) 1; }
