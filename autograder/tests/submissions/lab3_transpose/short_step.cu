// Each thread walks in steps of half of what the block has rows of threads: half of the elements are copied twice.
#include "transpose.cuh"

constexpr int SIDE = 16;
constexpr int DEPTH = 8;  // threads of a column of the block

__global__ void walk(float* out, const float* in, int width, int height) {
  const int column = blockIdx.x * SIDE + threadIdx.x;
  constexpr int STEP = DEPTH / 2;  // @step
  for (int down = threadIdx.y; down < SIDE; down += STEP) {
    const int row = blockIdx.y * SIDE + down;
    if (column < width && row < height) {
      out[static_cast<size_t>(column) * height + row] = in[static_cast<size_t>(row) * width + column];
    }
  }
}

void transpose_naive(float* out, const float* in, int width, int height) {
  walk<<<dim3((width + SIDE - 1) / SIDE, (height + SIDE - 1) / SIDE), dim3(SIDE, DEPTH)>>>(out, in, width, height);
}
