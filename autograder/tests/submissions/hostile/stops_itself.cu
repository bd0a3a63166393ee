// Stops itself, and waits for signals that never come.
#include <signal.h>
#include <unistd.h>
#include "transpose.cuh"

__global__ void transpose(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * 16 + threadIdx.x;
  const int y = blockIdx.y * 16 + threadIdx.y;
  if (x < width && y < height) out[x * height + y] = in[y * width + x];
}

void transpose_naive(float* out, const float* in, int width, int height) {
  raise(SIGSTOP);
  sigset_t none;
  sigemptyset(&none);
  sigsuspend(&none);
  const dim3 blocks((width + 15) / 16, (height + 15) / 16);
  transpose<<<blocks, dim3(16, 16)>>>(out, in, width, height);
}
