#include "spaces.cuh"

// Part 8.7: an image blurred along x and along y, at the speed of a copy. Both in one kernel, with a tile in shared
// memory.
constexpr int TILE_X = 64, TILE_Y = 32;  // pixels that a block writes
constexpr int BORDER = 2;
constexpr int ROWS_OF_THREADS = 4;

__device__ float weighted(float a, float b, float c, float d, float e) {
  return (a + 4 * b + 6 * c + 4 * d + e) * (1.0f / 16);
}

__device__ int inside(int i, int count) { return i < 0 ? 0 : i < count ? i : count - 1; }

__global__ void blur_kernel(float* out, const float* in, size_t pitch, int width, int height) {
  __shared__ float image[TILE_Y + 2 * BORDER][TILE_X + 2 * BORDER];
  __shared__ float across[TILE_Y + 2 * BORDER][TILE_X];
  const int left = blockIdx.x * TILE_X, top = blockIdx.y * TILE_Y;
  const int column = threadIdx.x;

  for (int r = threadIdx.y; r < TILE_Y + 2 * BORDER; r += ROWS_OF_THREADS) {
    const char* const bytes = reinterpret_cast<const char*>(in) + inside(top + r - BORDER, height) * pitch;
    const float* const row = reinterpret_cast<const float*>(bytes);
    for (int c = column; c < TILE_X + 2 * BORDER; c += TILE_X) image[r][c] = row[inside(left + c - BORDER, width)];
  }
  __syncthreads();

  for (int r = threadIdx.y; r < TILE_Y; r += ROWS_OF_THREADS) {  // @here
    const float* const here = &image[r][column];
    across[r][column] = weighted(here[0], here[1], here[2], here[3], here[4]);
  }
  __syncthreads();

  if (left + column >= width) return;
  for (int r = threadIdx.y; r < TILE_Y && top + r < height; r += ROWS_OF_THREADS) {
    float* const row = reinterpret_cast<float*>(reinterpret_cast<char*>(out) + (top + r) * pitch);
    row[left + column] = weighted(across[r][column], across[r + 1][column], across[r + 2][column],
                                  across[r + 3][column], across[r + 4][column]);
  }
}

void blur(float* out, const float* in, size_t pitch, int width, int height) {
  const dim3 block(TILE_X, ROWS_OF_THREADS);
  const dim3 grid((width + TILE_X - 1) / TILE_X, (height + TILE_Y - 1) / TILE_Y);
  blur_kernel<<<grid, block>>>(out, in, pitch, width, height);
}
