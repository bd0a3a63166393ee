// Includes a private file, whose content would be in the error message.
#include "@home@/private.txt"
#include "transpose.cuh"
