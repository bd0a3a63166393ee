// Leaves a named pipe, links and deep folders.
#include <sys/stat.h>
#include <unistd.h>
#include <string>

#include "transpose.cuh"

__global__ void transpose(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * 16 + threadIdx.x;
  const int y = blockIdx.y * 16 + threadIdx.y;
  if (x < width && y < height) out[x * height + y] = in[y * width + x];
}

void transpose_naive(float* out, const float* in, int width, int height) {
  mkfifo("/tmp/hostile_pipe", 0666);
  symlink("/etc/passwd", "/tmp/hostile_link");
  std::string deep = "/dev/shm/hostile_deep";
  for (int i = 0; i < 200; ++i) {
    mkdir(deep.c_str(), 0);
    deep += "/d";
  }

  const dim3 blocks((width + 15) / 16, (height + 15) / 16);
  transpose<<<blocks, dim3(16, 16)>>>(out, in, width, height);
}
