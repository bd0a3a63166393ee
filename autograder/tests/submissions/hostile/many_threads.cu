// Starts threads without end; the system must refuse them before there are thousands.
#include <pthread.h>
#include <unistd.h>
#include <cstdlib>

#include "transpose.cuh"

static void* sleeper(void*) {
  for (;;) pause();
}

__global__ void transpose(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * 16 + threadIdx.x;
  const int y = blockIdx.y * 16 + threadIdx.y;
  if (x < width && y < height) out[x * height + y] = in[y * width + x];
}

void transpose_naive(float* out, const float* in, int width, int height) {
  for (int i = 0; i < 100000; ++i) {
    if (i == 4096) abort();
    pthread_t thread;
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 65536);
    if (pthread_create(&thread, &small, sleeper, nullptr) != 0) break;
  }
  sleep(100);
  const dim3 blocks((width + 15) / 16, (height + 15) / 16);
  transpose<<<blocks, dim3(16, 16)>>>(out, in, width, height);
}
