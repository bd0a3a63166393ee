// Half of the lanes of each warp need the one function, half the other; a structure says which.
#include "copy.cuh"

struct Slot {
  int element;
  bool odd;
};

__device__ Slot slot_of(int thread) {
  // 32 elements for each warp: the first half of the lanes gets the even ones, the second half the odd ones
  const int warp = thread / 32;
  const int lane = thread % 32;
  Slot s;
  s.odd = lane >= 16;
  s.element = warp * 32 + 2 * (lane % 16) + s.odd;
  return s;
}

__global__ void kinds(float* out, const float* in, int n, int rounds) {
  const Slot s = slot_of(blockIdx.x * blockDim.x + threadIdx.x);
  if (s.element >= n) return;
  const float v = in[s.element];
  if (s.odd)  // @here
    out[s.element] = scrambled(v, rounds);
  else
    out[s.element] = logistic(v, rounds);
}

void two_kinds(float* out, const float* in, int n, int rounds) {
  const int padded = (n + 31) / 32 * 32;
  kinds<<<(padded + 255) / 256, 256>>>(out, in, n, rounds);
}
