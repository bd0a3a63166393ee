// Uses more host memory than there is leave for.
#include <cstdlib>
#include <cstring>

#include "transpose.cuh"

void transpose_naive(float* out, const float* in, int width, int height) {
  for (;;) {
    void* block = std::malloc(16 << 20);
    if (block == nullptr) return;
    std::memset(block, 1, 16 << 20);
    static void* volatile kept;
    kept = block;
  }
}
