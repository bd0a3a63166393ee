// Host code never returns.
#include "transpose.cuh"

void transpose_naive(float* out, const float* in, int width, int height) {
  volatile bool go_on = true;
  while (go_on) {  // @loop
  }
}
