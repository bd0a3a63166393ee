// The parameters of a macro that gets a value have no brackets.
#include "transpose.cuh"

// A block of TILE × ROWS threads handles a TILE × TILE tile: each thread, TILE / ROWS of its rows.
constexpr int TILE = 32;
constexpr int ROWS = 8;

// Part 3.3, padded: the same without bank conflicts.
#define PITCH (TILE + 1)
#define CELL(row, column) cells[row * PITCH + column]  // @here

__global__ void padded_kernel(float* out, const float* in, int width, int height) {
  __shared__ float cells[TILE * PITCH];
  const int tx = threadIdx.x, ty = threadIdx.y;
  int x = blockIdx.x * TILE + tx;
  int y = blockIdx.y * TILE + ty;
#pragma unroll
  for (int down = 0; down < TILE; down += ROWS) {
    if (x < width && y + down < height) CELL(ty + down, tx) = in[static_cast<size_t>(y + down) * width + x];
  }
  __syncthreads();
  x = blockIdx.y * TILE + tx;  // now in out
  y = blockIdx.x * TILE + ty;
#pragma unroll
  for (int down = 0; down < TILE; down += ROWS) {
    if (x < height && y + down < width) out[static_cast<size_t>(y + down) * height + x] = CELL(tx, ty + down);
  }
}

#undef CELL
#undef PITCH

void transpose_padded(float* out, const float* in, int width, int height) {
  const dim3 threads(TILE, ROWS);
  const dim3 blocks((width + TILE - 1) / TILE, (height + TILE - 1) / TILE);
  padded_kernel<<<blocks, threads>>>(out, in, width, height);
}
