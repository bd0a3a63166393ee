// Host code uses a device pointer.
#include "transpose.cuh"

void transpose_naive(float* out, const float* in, int width, int height) {
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) out[x * height + y] = in[y * width + x];  // @host_access
}
