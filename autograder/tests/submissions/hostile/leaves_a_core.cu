// Asks to be written to a file when it ends, then crashes.
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "transpose.cuh"

__global__ void transpose(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * 16 + threadIdx.x;
  const int y = blockIdx.y * 16 + threadIdx.y;
  if (x < width && y < height) out[x * height + y] = in[y * width + x];
}

void transpose_naive(float* out, const float* in, int width, int height) {
  const rlimit much{RLIM_INFINITY, RLIM_INFINITY};
  setrlimit(RLIMIT_CORE, &much);
  prctl(PR_SET_DUMPABLE, 1);
  (void)chdir("/tmp");
  *reinterpret_cast<volatile int*>(8) = 1;

  const dim3 blocks((width + 15) / 16, (height + 15) / 16);
  transpose<<<blocks, dim3(16, 16)>>>(out, in, width, height);
}
