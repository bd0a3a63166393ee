// Right and fast with other blocks: the tile of part 1.3 has eight warps, each with four of its rows, and every row is
// added up by eight threads, which meet in shared memory; the open end has a block of 256 for each row.
#include "matvec.cuh"

constexpr int SIDE = 32;
constexpr int WARPS = 8;

__global__ void eight_warps_a_tile(float* y, const float* A, const float* x, int rows, int columns) {
  __shared__ float tile[SIDE][SIDE + 1];
  __shared__ float piece[SIDE];
  __shared__ float partial[WARPS][SIDE];
  const int lane = threadIdx.x;
  const int warp = threadIdx.y;
  const int first_row = blockIdx.x * SIDE;
  float sum = 0;
  for (int start = 0; start < columns; start += SIDE) {
    const int column = start + lane;
    for (int i = warp; i < SIDE; i += WARPS) {
      const int row = first_row + i;
      tile[i][lane] = row < rows && column < columns ? A[static_cast<size_t>(row) * columns + column] : 0.0f;
    }
    if (warp == 0) piece[lane] = column < columns ? x[column] : 0.0f;
    __syncthreads();
    for (int j = warp; j < SIDE; j += WARPS) sum += tile[lane][j] * piece[j];
    __syncthreads();
  }
  partial[warp][lane] = sum;
  __syncthreads();
  if (warp != 0 || first_row + lane >= rows) return;
  for (int other = 1; other < WARPS; ++other) sum += partial[other][lane];
  y[first_row + lane] = sum;
}

__global__ void block_per_row(float* y, const float* A, const float* x, int columns) {
  const float* const row = A + static_cast<size_t>(blockIdx.x) * columns;
  float sum = 0;
  if (columns % 4 == 0) {
#pragma unroll 4
    for (int i = threadIdx.x; i < columns / 4; i += 256) {
      const float4 a = reinterpret_cast<const float4*>(row)[i];
      const float4 b = reinterpret_cast<const float4*>(x)[i];
      sum += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    }
  } else {
    for (int j = threadIdx.x; j < columns; j += 256) sum += row[j] * x[j];
  }
  __shared__ float sums[256];
  sums[threadIdx.x] = sum;
  for (int half = 128; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
  }
  if (threadIdx.x == 0) y[blockIdx.x] = sums[0];
}

void matvec_tiles(float* y, const float* A, const float* x, int rows, int columns) {
  eight_warps_a_tile<<<(rows + SIDE - 1) / SIDE, dim3(SIDE, WARPS)>>>(y, A, x, rows, columns);
}

void matvec_best(float* y, const float* A, const float* x, int rows, int columns) {
  block_per_row<<<rows, 256>>>(y, A, x, columns);
}
