// Includes a file without an end.
#include "/dev/zero"
#include "transpose.cuh"
