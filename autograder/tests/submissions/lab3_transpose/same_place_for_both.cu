// The tile is turned, but it goes to the place that it came from.
#include "transpose.cuh"

namespace {

constexpr int SIDE = 16;

__global__ void turn(float* out, const float* in, int width, int height) {
  __shared__ float piece[SIDE][SIDE];
  const int column = SIDE * blockIdx.x + threadIdx.x;
  const int row = SIDE * blockIdx.y + threadIdx.y;
  if (column < width && row < height) piece[threadIdx.y][threadIdx.x] = in[row * width + column];
  __syncthreads();
  if (column < height && row < width) out[row * height + column] = piece[threadIdx.x][threadIdx.y];  // @store
}

}  // namespace

void transpose_tiled(float* out, const float* in, int width, int height) {
  turn<<<dim3((width + SIDE - 1) / SIDE, (height + SIDE - 1) / SIDE), dim3(SIDE, SIDE)>>>(out, in, width, height);
}
