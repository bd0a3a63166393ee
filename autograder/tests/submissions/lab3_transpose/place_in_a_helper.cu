// The columns of a tile are turned by too little: the function that finds a cell's place is to blame.
#include "transpose.cuh"

constexpr int SIDE = 32;
constexpr int STEP = 8;
constexpr int TURNS = 4;

__device__ int cell_of(int row, int column) {
  const int turned = (column + row % TURNS) % SIDE;  // @here
  return row * SIDE + turned;
}

__global__ void turned_cells(float* out, const float* in, int width, int height) {
  __shared__ float cells[SIDE * SIDE];
  const int left = blockIdx.x * SIDE, top = blockIdx.y * SIDE, tx = threadIdx.x;
  for (int r = threadIdx.y; r < SIDE; r += STEP) {
    if (left + tx < width && top + r < height) cells[cell_of(r, tx)] = in[(size_t)(top + r) * width + left + tx];
  }
  __syncthreads();
  for (int r = threadIdx.y; r < SIDE; r += STEP) {
    if (top + tx < height && left + r < width) out[(size_t)(left + r) * height + top + tx] = cells[cell_of(tx, r)];
  }
}

void transpose_padded(float* out, const float* in, int width, int height) {
  const dim3 grid((width + SIDE - 1) / SIDE, (height + SIDE - 1) / SIDE);
  turned_cells<<<grid, dim3(SIDE, STEP)>>>(out, in, width, height);
}
