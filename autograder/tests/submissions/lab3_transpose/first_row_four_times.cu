// The tile is read at the row of the thread, and not at that of the loop.
#include "transpose.cuh"
constexpr int TILE = 32, ROWS = 8;
template <int PITCH>
struct Tile {
  float data[TILE * PITCH];
  __device__ float& at(int row, int column) { return data[row * PITCH + column]; }
};
template <class T>
__device__ void move(T& tile, float* out, const float* in, int width, int height) {
  const int x0 = blockIdx.x * TILE, y0 = blockIdx.y * TILE;
  for (int i = threadIdx.y; i < TILE; i += ROWS) {
    if (x0 + threadIdx.x < width && y0 + i < height) tile.at(i, threadIdx.x) = in[(y0 + i) * width + x0 + threadIdx.x];
  }
  __syncthreads();
  for (int i = threadIdx.y; i < TILE; i += ROWS) {
    if (y0 + threadIdx.x < height && x0 + i < width)
      out[(x0 + i) * height + y0 + threadIdx.x] = tile.at(threadIdx.x, threadIdx.y);  // @here
  }
}
__global__ void padded(float* out, const float* in, int width, int height) {
  __shared__ Tile<TILE + 1> tile;
  move(tile, out, in, width, height);
}
void transpose_padded(float* out, const float* in, int width, int height) {
  dim3 grid((width + TILE - 1) / TILE, (height + TILE - 1) / TILE);
  padded<<<grid, dim3(TILE, ROWS)>>>(out, in, width, height);
}
