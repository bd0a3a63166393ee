// Has the compiler say that it crashed.
#include "transpose.cuh"

#error "cudafe++ died due to signal 11 (Invalid memory reference)"
