// What the compiler's standard input gives.
#include "/dev/stdin"
#include "/proc/self/fd/0"
#include "transpose.cuh"
