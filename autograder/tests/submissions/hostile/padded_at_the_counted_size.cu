// The tile is padded at the size that the emulator counts at, and at no other size.
#include "transpose.cuh"
constexpr int TILE = 32, ROWS = 8;
dim3 tiles(int width, int height) { return dim3((width + TILE - 1) / TILE, (height + TILE - 1) / TILE); }
template <int PITCH>
__global__ void turn(float* out, const float* in, int width, int height) {
  __shared__ float tile[TILE][PITCH];
  const int x = blockIdx.x * TILE + threadIdx.x;
  for (int j = threadIdx.y; j < TILE; j += ROWS) {
    const int y = blockIdx.y * TILE + j;
    if (x < width && y < height) tile[j][threadIdx.x] = in[static_cast<size_t>(y) * width + x];
  }
  __syncthreads();
  const int out_x = blockIdx.y * TILE + threadIdx.x;
  for (int j = threadIdx.y; j < TILE; j += ROWS) {
    const int out_y = blockIdx.x * TILE + j;
    if (out_x < height && out_y < width) out[static_cast<size_t>(out_y) * height + out_x] = tile[threadIdx.x][j];
  }
}
void transpose_padded(float* out, const float* in, int width, int height) {
  if (width == 512 && height == 512) {
    turn<33><<<tiles(width, height), dim3(TILE, ROWS)>>>(out, in, width, height);
  } else {
    turn<32><<<tiles(width, height), dim3(TILE, ROWS)>>>(out, in, width, height);
  }
}
