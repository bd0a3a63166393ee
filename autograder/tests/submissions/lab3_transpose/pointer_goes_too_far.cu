// The pointer of the output goes on by rows of the input.
#include "transpose.cuh"
constexpr int TILE = 32, ROWS = 8;
__global__ void walk(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * TILE + threadIdx.x;
  const int y = blockIdx.y * TILE + threadIdx.y;
  const float* from = in + y * width + x;
  float* to = out + x * height + y;
  for (int left = TILE / ROWS, row = y; left > 0; --left, row += ROWS) {
    if (x < width && row < height) *to = *from;
    from += ROWS * width;
    to += ROWS * height;  // @here
  }
}
void transpose_naive(float* out, const float* in, int width, int height) {
  walk<<<dim3((width + TILE - 1) / TILE, (height + TILE - 1) / TILE), dim3(TILE, ROWS)>>>(out, in, width, height);
}
