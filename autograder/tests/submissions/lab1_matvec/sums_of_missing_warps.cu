// 32 lanes read what eight warps have stored.
#include "matvec.cuh"

// Part 1.4, open end: as fast as you can. A block for each row.
constexpr int FULL = 256;

__device__ float add_lanes(float v) {
#pragma unroll
  for (int away = 16; away >= 1; away >>= 1) v += __shfl_down_sync(0xffffffffu, v, away);
  return v;  // right in lane 0
}

__global__ void block_for_row(float* y, const float* A, const float* x, int columns) {
  __shared__ float of_warp[32];
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  const float* const a = A + static_cast<size_t>(blockIdx.x) * columns;
  float v = 0;
  for (int j = threadIdx.x; j < columns; j += FULL) v += a[j] * x[j];
  v = add_lanes(v);
  if (lane == 0) of_warp[warp] = v;  // @here
  __syncthreads();
  if (warp != 0) return;
  v = add_lanes(of_warp[lane]);
  if (lane == 0) y[blockIdx.x] = v;
}

void matvec_best(float* y, const float* A, const float* x, int rows, int columns) {
  block_for_row<<<rows, FULL>>>(y, A, x, columns);
}
