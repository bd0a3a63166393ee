// Rounds the number of blocks down: the last elements have none, and for n below 512 there is no block at all.
#include "copy.cuh"

__global__ void kernel(float* out, const float* in, int n, int rounds) {
  const int half = gridDim.x / 2;
  const bool is_odd = blockIdx.x >= half;
  const int i = 2 * ((blockIdx.x - (is_odd ? half : 0)) * blockDim.x + threadIdx.x) + is_odd;
  if (i < n) out[i] = is_odd ? scrambled(in[i], rounds) : logistic(in[i], rounds);
}

void two_kinds(float* out, const float* in, int n, int rounds) {
  kernel<<<2 * (n / 512), 256>>>(out, in, n, rounds);  // @launch
}
