// Rows of 65 words do not begin where a float4 may.
#include "transpose.cuh"

// A block of TILE × ROWS threads handles a TILE × TILE tile: each thread, TILE / ROWS of its rows.
constexpr int TILE = 32;
constexpr int ROWS = 8;

// Part 3.5, open end: 16 bytes per access on both sides, for matrices whose sides are multiples of 4. A block of 16 ×
// 16 threads moves 64 × 64 elements. All others go one by one.
constexpr int BIG = 64;
constexpr int QUADS = BIG / 4;

__global__ void quads_kernel(float* out, const float* in, int width, int height) {
  __shared__ __align__(16) float turned[BIG][BIG + 1];  // turned[x][y]
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int left = blockIdx.x * BIG, top = blockIdx.y * BIG;
  for (int j = ty; j < BIG; j += QUADS) {
    const int x = left + 4 * tx, y = top + j;
    if (x >= width || y >= height) continue;
    const float4 v = *reinterpret_cast<const float4*>(in + static_cast<size_t>(y) * width + x);
    turned[4 * tx][j] = v.x;
    turned[4 * tx + 1][j] = v.y;
    turned[4 * tx + 2][j] = v.z;
    turned[4 * tx + 3][j] = v.w;
  }
  __syncthreads();
  for (int j = ty; j < BIG; j += QUADS) {
    const int x = top + 4 * tx, y = left + j;
    if (x >= height || y >= width) continue;
    float4* const to = reinterpret_cast<float4*>(out + static_cast<size_t>(y) * height + x);
    *to = *reinterpret_cast<const float4*>(&turned[j][4 * tx]);  // @here
  }
}

__global__ void singles_kernel(float* out, const float* in, int width, int height) {
  __shared__ float turned[TILE][TILE + 1];
  const int left = blockIdx.x * TILE, top = blockIdx.y * TILE;
  for (int j = threadIdx.y; j < TILE; j += ROWS) {
    const int x = left + threadIdx.x, y = top + j;
    if (x < width && y < height) turned[threadIdx.x][j] = in[static_cast<size_t>(y) * width + x];
  }
  __syncthreads();
  for (int j = threadIdx.y; j < TILE; j += ROWS) {
    const int x = top + threadIdx.x, y = left + j;
    if (x < height && y < width) out[static_cast<size_t>(y) * height + x] = turned[j][threadIdx.x];
  }
}

void transpose_best(float* out, const float* in, int width, int height) {
  const auto grid_of = [=](int side) { return dim3((width + side - 1) / side, (height + side - 1) / side); };
  if (width % 4 == 0 && height % 4 == 0) {
    quads_kernel<<<grid_of(BIG), dim3(QUADS, QUADS)>>>(out, in, width, height);
  } else {
    singles_kernel<<<grid_of(TILE), dim3(TILE, ROWS)>>>(out, in, width, height);
  }
}
