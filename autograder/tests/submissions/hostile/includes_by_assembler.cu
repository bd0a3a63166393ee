// The assembler is asked to include the solution as bytes.
#include "transpose.cuh"

asm(".section .rodata\n.globl hostile_bytes\nhostile_bytes: .incbin "
    "\"@course@/solutions/lab3_transpose/transpose.cu\"\n.text\n");
extern "C" const char hostile_bytes[];

void transpose_naive(float* out, const float* in, int width, int height) { out[0] = hostile_bytes[0]; }
