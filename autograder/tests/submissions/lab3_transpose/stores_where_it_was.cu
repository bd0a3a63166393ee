// The block takes its place from a structure, and stores where blockIdx says.
#include "transpose.cuh"

constexpr int TILE = 32;
constexpr int ROWS = 8;

struct Place {
  int column, row;
};

__device__ Place my_tile() {
  const int number = blockIdx.x + gridDim.x * blockIdx.y;
  Place p;
  p.row = number % gridDim.y;
  p.column = (number / gridDim.y + p.row) % gridDim.x;
  return p;
}

__global__ void diagonal_kernel(float* out, const float* in, int width, int height) {
  __shared__ float tile[TILE][TILE + 1];
  const Place mine = my_tile();
  const int x = mine.column * TILE + threadIdx.x;
  const int y = mine.row * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += ROWS)
    if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  __syncthreads();
  const int u = blockIdx.y * TILE + threadIdx.x;  // @here
  const int v = blockIdx.x * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += ROWS)
    if (u < height && v + j < width) out[(v + j) * height + u] = tile[threadIdx.x][threadIdx.y + j];
}

void transpose_diagonal(float* out, const float* in, int width, int height) {
  diagonal_kernel<<<dim3((width + TILE - 1) / TILE, (height + TILE - 1) / TILE), dim3(TILE, ROWS)>>>(out, in, width,
                                                                                                     height);
}
