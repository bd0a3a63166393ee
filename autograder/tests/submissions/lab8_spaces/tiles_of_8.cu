// Right, but the border of a tile has more pixels than what a block writes (8.7).
#include "spaces.cuh"

constexpr int SIDE = 8, BORDER = 2;

__global__ void tiles(float* out, const float* in, size_t pitch, int width, int height) {
  __shared__ float pixels[SIDE + 2 * BORDER][SIDE + 2 * BORDER];
  __shared__ float across[SIDE + 2 * BORDER][SIDE];
  const int left = blockIdx.x * SIDE, top = blockIdx.y * SIDE, t = threadIdx.x;
  for (int r = threadIdx.y; r < SIDE + 2 * BORDER; r += blockDim.y) {
    const int y = min(max(top + r - BORDER, 0), height - 1);
    const float* row = (const float*)((const char*)in + y * pitch);
    for (int c = t; c < SIDE + 2 * BORDER; c += blockDim.x) {
      pixels[r][c] = row[min(max(left + c - BORDER, 0), width - 1)];
    }
  }
  __syncthreads();
  for (int r = threadIdx.y; r < SIDE + 2 * BORDER; r += blockDim.y) {
    const float* p = &pixels[r][t];
    across[r][t] = (p[0] + 4 * p[1] + 6 * p[2] + 4 * p[3] + p[4]) / 16;
  }
  __syncthreads();
  if (left + t >= width) return;
  for (int r = threadIdx.y; r < SIDE && top + r < height; r += blockDim.y) {
    const float sum =
        across[r][t] + 4 * across[r + 1][t] + 6 * across[r + 2][t] + 4 * across[r + 3][t] + across[r + 4][t];
    float* row = (float*)((char*)out + (top + r) * pitch);
    row[left + t] = sum / 16;
  }
}

void blur(float* out, const float* in, size_t pitch, int width, int height) {
  const dim3 block(SIDE, 8);
  const dim3 grid((width + SIDE - 1) / SIDE, (height + SIDE - 1) / SIDE);
  tiles<<<grid, block>>>(out, in, pitch, width, height);
}
