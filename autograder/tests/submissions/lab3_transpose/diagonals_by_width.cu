// The diagonals are counted by the grid's width, where its height is needed.
#include "transpose.cuh"

constexpr int TILE = 32;

constexpr int ROWS = 8;

static dim3 tiles(int width, int height) { return dim3((width + TILE - 1) / TILE, (height + TILE - 1) / TILE); }

struct Place {
  int row, column;
};

__device__ Place diagonal_place() {
  const int side = gridDim.x;  // @here
  const int number = blockIdx.x + gridDim.x * blockIdx.y;
  Place place;
  place.row = number % side;
  place.column = (number / side + place.row) % gridDim.x;
  return place;
}

__global__ void diagonal_kernel(float* out, const float* in, int width, int height) {
  __shared__ float tile[TILE][TILE + 1];
  const Place place = diagonal_place();
  const int left = place.column * TILE;
  const int top = place.row * TILE;

  for (int r = threadIdx.y; r < TILE; r += ROWS) {
    const int x = left + threadIdx.x;
    const int y = top + r;
    if (x < width && y < height) tile[r][threadIdx.x] = in[static_cast<size_t>(y) * width + x];
  }
  __syncthreads();
  for (int r = threadIdx.y; r < TILE; r += ROWS) {
    const int x = top + threadIdx.x;
    const int y = left + r;
    if (x < height && y < width) out[static_cast<size_t>(y) * height + x] = tile[threadIdx.x][r];
  }
}

void transpose_diagonal(float* out, const float* in, int width, int height) {
  diagonal_kernel<<<tiles(width, height), dim3(TILE, ROWS)>>>(out, in, width, height);
}
