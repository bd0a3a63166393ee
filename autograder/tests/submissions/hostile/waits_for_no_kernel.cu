// A kernel waits for one that is launched behind it.
#include "transpose.cuh"

__device__ volatile int flag;
__global__ void wait() {
  while (flag == 0) {
  }
}
__global__ void set() { flag = 1; }
void transpose_naive(float*, const float*, int, int) {
  wait<<<1, 1>>>();
  set<<<1, 1>>>();
}
