// Has the compiler say what it says on a full disk.
#include "transpose.cuh"

#error "No space left on device"
