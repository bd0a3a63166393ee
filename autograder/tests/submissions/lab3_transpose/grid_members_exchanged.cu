// The two numbers of the grid are exchanged, each on a line of its own.
#include "transpose.cuh"

static int tiles(int length) { return (length + 31) / 32; }

__global__ void straight(float* out, const float* in, int w, int h) {
  const int x = blockIdx.x * 32 + threadIdx.x;
  if (x >= w) return;
  for (int y = blockIdx.y * 32 + threadIdx.y, k = 0; k < 4 && y < h; ++k, y += 8) out[x * h + y] = in[y * w + x];
}

void transpose_naive(float* out, const float* in, int width, int height) {
  dim3 g;
  g.x = tiles(height);  // @here
  g.y = tiles(width);
  straight<<<g, dim3(32, 8)>>>(out, in, width, height);
}
