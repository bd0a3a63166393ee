// An error message of bytes that are no text.
#include "transpose.cuh"
#error "ÿşÂ›2J â€® dessap 51/51 [2J"
