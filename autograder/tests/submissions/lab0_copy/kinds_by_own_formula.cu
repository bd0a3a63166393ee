// Right, but does not use the functions of the interface: the emulator, which sees no arithmetic, cannot judge it.
#include "copy.cuh"

__global__ void kernel(float* out, const float* in, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = in[i];
  if (i % 2 == 0) {
    for (int round = 0; round < rounds; ++round) x = fmaf(x, x, -1.9f);
  } else {
    unsigned bits = __float_as_uint(x);
    for (int round = 0; round < rounds; ++round) bits = (bits ^ bits >> 15) * 0x2c1b3c6du;
    x = static_cast<float>(bits >> 8) / (1 << 24);
  }
  out[i] = x;
}

void two_kinds(float* out, const float* in, int n, int rounds) { kernel<<<(n + 255) / 256, 256>>>(out, in, n, rounds); }
