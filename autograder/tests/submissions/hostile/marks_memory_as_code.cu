// Asks the system to make all memory executable, and runs its own machine code.
#include <sys/mman.h>
#include <sys/personality.h>
#include <cstring>

#include "transpose.cuh"

__global__ void transpose(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * 16 + threadIdx.x;
  const int y = blockIdx.y * 16 + threadIdx.y;
  if (x < width && y < height) out[x * height + y] = in[y * width + x];
}

void transpose_naive(float* out, const float* in, int width, int height) {
  personality(READ_IMPLIES_EXEC);
  void* const code = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  std::memcpy(code, "\xc3", 1);  // return
  reinterpret_cast<void (*)()>(code)();

  const dim3 blocks((width + 15) / 16, (height + 15) / 16);
  transpose<<<blocks, dim3(16, 16)>>>(out, in, width, height);
}
