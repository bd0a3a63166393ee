// Lab 1, matrix times vector: the reference. Parts 1.1 to 1.3 are the simplest code that shows each idea; 1.4 is tuned.
#include "matvec.cuh"

namespace {

constexpr int THREADS = 128;  // of a block in 1.1 and 1.2
constexpr int SIDE = 32;      // of the tile in 1.3, and threads of its blocks

// Neighbouring threads read a whole row apart: 32 sectors per request, of which 4 bytes each are used at once. Where
// there is a cache, the rest of a sector stays there for the next seven steps.
__global__ void one_thread_per_row(float* y, const float* A, const float* x, int rows, int columns) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int j = 0; j < columns; ++j) sum += A[static_cast<size_t>(row) * columns + j] * x[j];
  y[row] = sum;
}

// x is read from global memory once per block. Every thread meets both barriers, also those without a row.
__global__ void x_in_shared(float* y, const float* A, const float* x, int rows, int columns) {
  __shared__ float piece[THREADS];
  const int row = blockIdx.x * THREADS + threadIdx.x;
  float sum = 0;
  for (int start = 0; start < columns; start += THREADS) {
    const int length = min(THREADS, columns - start);
    if (threadIdx.x < length) piece[threadIdx.x] = x[start + threadIdx.x];
    __syncthreads();
    if (row < rows) {
      const float* part_of_row = A + static_cast<size_t>(row) * columns + start;
      for (int j = 0; j < length; ++j) sum += part_of_row[j] * piece[j];
    }
    __syncthreads();  // the next piece must not overwrite what others still read
  }
  if (row < rows) y[row] = sum;
}

// The tile is loaded row by row, neighbouring threads next to each other, and used column by column. A store waits for
// the load before it: so first all loads of the tile into registers, all in flight at once, then all stores. Below the
// last row that row is loaded again, and not used: then every loop has a fixed length.
__global__ void tiles_of_a(float* y, const float* A, const float* x, int rows, int columns) {
  __shared__ float tile[SIDE][SIDE + 1];  // one column more: threads that walk down a column find different banks
  __shared__ float piece[SIDE];
  const int first_row = blockIdx.x * SIDE;
  float sum = 0;
  for (int start = 0; start < columns; start += SIDE) {
    const int column = start + threadIdx.x;
    float of_column[SIDE];
#pragma unroll
    for (int i = 0; i < SIDE; ++i) {
      const int row = min(first_row + i, rows - 1);
      of_column[i] = column < columns ? A[static_cast<size_t>(row) * columns + column] : 0;
    }
#pragma unroll
    for (int i = 0; i < SIDE; ++i) tile[i][threadIdx.x] = of_column[i];
    piece[threadIdx.x] = column < columns ? x[column] : 0;
    __syncthreads();
    for (int j = 0; j < SIDE; ++j) sum += tile[threadIdx.x][j] * piece[j];
    __syncthreads();
  }
  if (first_row + threadIdx.x < rows) y[first_row + threadIdx.x] = sum;
}

// ---- the open end: a group of lanes per row, 16 bytes per lane, sums added up by shuffles ----

__device__ float dot(float4 a, float4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }

template <int LANES>
__device__ float sum_of_lanes(float value) {
  for (int distance = LANES / 2; distance > 0; distance /= 2) value += __shfl_xor_sync(~0u, value, distance);
  return value;
}

// Long rows: a block takes ROWS of them at a time, so that one load of x serves ROWS of A, and has DEPTH loads of
// each row in flight.
template <int WIDTH, int ROWS, int DEPTH>
__global__ void __launch_bounds__(WIDTH)
    block_per_rows(float* y, const float* A, const float* x, int rows, int columns) {
  const int first_row = blockIdx.x * ROWS;
  const float4* row[ROWS];
  // A row beyond the last is the last row again; it is not stored.
  for (int r = 0; r < ROWS; ++r) {
    row[r] = reinterpret_cast<const float4*>(A + static_cast<size_t>(min(first_row + r, rows - 1)) * columns);
  }
  const float4* const xs = reinterpret_cast<const float4*>(x);
  const int vectors = columns / 4;
  float sum[ROWS] = {};
  int i = threadIdx.x;
  for (; i + (DEPTH - 1) * WIDTH < vectors; i += DEPTH * WIDTH) {
    float4 a[DEPTH][ROWS];
    float4 b[DEPTH];
#pragma unroll
    for (int d = 0; d < DEPTH; ++d) {
#pragma unroll
      for (int r = 0; r < ROWS; ++r) a[d][r] = __ldcs(row[r] + i + d * WIDTH);  // read once: leave the L2 to x
      b[d] = xs[i + d * WIDTH];
    }
#pragma unroll
    for (int d = 0; d < DEPTH; ++d) {
#pragma unroll
      for (int r = 0; r < ROWS; ++r) sum[r] += dot(a[d][r], b[d]);
    }
  }
  for (; i < vectors; i += WIDTH) {
    const float4 b = xs[i];
#pragma unroll
    for (int r = 0; r < ROWS; ++r) sum[r] += dot(__ldcs(row[r] + i), b);
  }

  __shared__ float of_warp[ROWS][WIDTH / 32];
#pragma unroll
  for (int r = 0; r < ROWS; ++r) {
    const float warp_sum = sum_of_lanes<32>(sum[r]);
    if (threadIdx.x % 32 == 0) of_warp[r][threadIdx.x / 32] = warp_sum;
  }
  __syncthreads();
  const int r = threadIdx.x;
  if (r < ROWS && first_row + r < rows) {
    float total = 0;
    for (int warp = 0; warp < WIDTH / 32; ++warp) total += of_warp[r][warp];
    y[first_row + r] = total;
  }
}

// Short rows: so few lanes each that hardly one is idle.
template <int LANES>
__global__ void lanes_per_row(float* y, const float* A, const float* x, int rows, int columns) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / LANES;
  const int lane = threadIdx.x % LANES;
  const float4* const a = reinterpret_cast<const float4*>(A + static_cast<size_t>(min(row, rows - 1)) * columns);
  const float4* const xs = reinterpret_cast<const float4*>(x);
  float sum = 0;
#pragma unroll 3
  for (int i = lane; i < columns / 4; i += LANES) sum += dot(__ldcs(a + i), xs[i]);
  sum = sum_of_lanes<LANES>(sum);
  if (lane == 0 && row < rows) y[row] = sum;
}

// Rows that do not begin at multiples of 16 bytes.
__global__ void warp_per_row(float* y, const float* A, const float* x, int rows, int columns) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const int lane = threadIdx.x % 32;
  const float* const a = A + static_cast<size_t>(min(row, rows - 1)) * columns;
  float sum = 0;
#pragma unroll 8
  for (int j = lane; j < columns; j += 32) sum += a[j] * x[j];
  sum = sum_of_lanes<32>(sum);
  if (lane == 0 && row < rows) y[row] = sum;
}

int blocks_for(long long threads, int block) { return static_cast<int>((threads + block - 1) / block); }

}  // namespace

void matvec_rows(float* y, const float* A, const float* x, int rows, int columns) {
  one_thread_per_row<<<blocks_for(rows, THREADS), THREADS>>>(y, A, x, rows, columns);
}

void matvec_x_shared(float* y, const float* A, const float* x, int rows, int columns) {
  x_in_shared<<<blocks_for(rows, THREADS), THREADS>>>(y, A, x, rows, columns);
}

void matvec_tiles(float* y, const float* A, const float* x, int rows, int columns) {
  tiles_of_a<<<blocks_for(rows, SIDE), SIDE>>>(y, A, x, rows, columns);
}

void matvec_best(float* y, const float* A, const float* x, int rows, int columns) {
  if (columns % 4 != 0) {  // float4 needs rows that start at multiples of 16 bytes
    warp_per_row<<<blocks_for(32LL * rows, 256), 256>>>(y, A, x, rows, columns);
  } else if (columns < 512) {
    lanes_per_row<8><<<blocks_for(8LL * rows, 256), 256>>>(y, A, x, rows, columns);
  } else if (rows < 256) {  // fewer blocks than multiprocessors, or few more: make them large
    block_per_rows<1024, 1, 2><<<rows, 1024>>>(y, A, x, rows, columns);
  } else {
    block_per_rows<512, 2, 2><<<blocks_for(rows, 2), 512>>>(y, A, x, rows, columns);
  }
}
