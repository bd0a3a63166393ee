// Two words of padding make an even pitch, and half of the conflicts stay (3.3).
#include "transpose.cuh"

// A block of TILE × ROWS threads handles a TILE × TILE tile: each thread, TILE / ROWS of its rows.
constexpr int TILE = 32;
constexpr int ROWS = 8;

// Part 3.3, padded: the same without bank conflicts.
constexpr int PITCH = TILE + 2;  // @pitch

__global__ void padded_kernel(float* out, const float* in, int width, int height) {
  __shared__ float flat[TILE * PITCH];  // row r of the tile begins at r * PITCH
  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += ROWS) {
    if (x < width && y + j < height) {
      flat[(threadIdx.y + j) * PITCH + threadIdx.x] = in[static_cast<size_t>(y + j) * width + x];
    }
  }
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += ROWS) {
    if (x < height && y + j < width) {
      out[static_cast<size_t>(y + j) * height + x] = flat[threadIdx.x * PITCH + threadIdx.y + j];
    }
  }
}

void transpose_padded(float* out, const float* in, int width, int height) {
  dim3 threads(TILE, ROWS);
  dim3 blocks((width + TILE - 1) / TILE, (height + TILE - 1) / TILE);
  padded_kernel<<<blocks, threads>>>(out, in, width, height);
}
