// Kernels as students and programs write them, one of each kind. Their times were predicted before any was measured:
// the blind test of predictions.
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "timed_kernels.cuh"

using namespace experiment;

namespace {

__device__ int thread_of_grid() { return blockIdx.x * blockDim.x + threadIdx.x; }

/// What a kernel stores that only computes: the same for every result, but the compiler does not know that.
__device__ float stored(float result) { return result == 123.456F ? 1.0F : 0.5F; }

EXPERIMENT_HOST_DEVICE int whole(float number) { return static_cast<int>(number * 8); }

// ---- structures of arrays and arrays of structures ----

struct Particle {
  float x, y, z, vx, vy, vz, mass, charge;
};

__global__ void masses_of_particles(float* out, const Particle* in) {
  const int i = thread_of_grid();
  out[i] = in[i].mass;
}

__global__ void move_particles(float* out, const Particle* in) {
  const int i = thread_of_grid();
  const Particle p = in[i];
  out[3 * i] = p.x + p.vx;
  out[3 * i + 1] = p.y + p.vy;
  out[3 * i + 2] = p.z + p.vz;
}

__global__ void move_arrays(float* out, const float* in, int n) {
  const int i = thread_of_grid();
  for (int axis = 0; axis < 3; ++axis) out[axis * n + i] = in[axis * n + i] + in[(axis + 3) * n + i];
}

struct Point {
  float x, y, z;
};

__global__ void lengths_of_points(float* out, const Point* in) {
  const int i = thread_of_grid();
  const Point p = in[i];
  out[i] = p.x * p.x + p.y * p.y + p.z * p.z;
}

__global__ void lengths_of_arrays(float* out, const float* x, int n) {
  const int i = thread_of_grid();
  out[i] = x[i] * x[i] + x[n + i] * x[n + i] + x[2 * n + i] * x[2 * n + i];
}

/// Points to arrays, by way of shared memory.
__global__ void split_points(float* out, const float* in, int n) {
  __shared__ float points[3 * THREADS];
  const int first = blockIdx.x * 3 * THREADS;
  for (int k = 0; k < 3; ++k) points[k * THREADS + threadIdx.x] = in[first + k * THREADS + threadIdx.x];
  __syncthreads();
  for (int k = 0; k < 3; ++k) out[k * n + blockIdx.x * THREADS + threadIdx.x] = points[3 * threadIdx.x + k];
}

__global__ void multiply_complex(float2* out, const float2* a, const float2* b) {
  const int i = thread_of_grid();
  out[i] = make_float2(a[i].x * b[i].x - a[i].y * b[i].y, a[i].x * b[i].y + a[i].y * b[i].x);
}

__global__ void dot_vectors(float* out, const float4* a, const float4* b) {
  const int i = thread_of_grid();
  const float4 left = a[i], right = b[i];
  out[i] = left.x * right.x + left.y * right.y + left.z * right.z + left.w * right.w;
}

__global__ void add_bytes(float* out, const unsigned char* in) {
  const int i = thread_of_grid();
  out[i] = static_cast<float>(in[4 * i] + in[4 * i + 1] + in[4 * i + 2] + in[4 * i + 3]);
}

__global__ void add_byte_vectors(float* out, const uchar4* in) {
  const int i = thread_of_grid();
  const uchar4 four = in[i];
  out[i] = static_cast<float>(four.x + four.y + four.z + four.w);
}

/// 4 × 4 matrices times one vector, a thread each.
__global__ void small_matrices(float4* out, const float4* in) {
  const int i = thread_of_grid();
  float4 result;
  float4 row = in[4 * i];
  result.x = row.x + 2 * row.y + 3 * row.z + 4 * row.w;
  row = in[4 * i + 1];
  result.y = row.x + 2 * row.y + 3 * row.z + 4 * row.w;
  row = in[4 * i + 2];
  result.z = row.x + 2 * row.y + 3 * row.z + 4 * row.w;
  row = in[4 * i + 3];
  result.w = row.x + 2 * row.y + 3 * row.z + 4 * row.w;
  out[i] = result;
}

__global__ void sum_as_doubles(float* out, const float* a, const float* b) {
  const int i = thread_of_grid();
  const double x = a[i], y = b[i];
  out[i] = static_cast<float>(x * y + x + 0.5 * y);
}

// ---- images: filters with halos ----

__device__ int clamped(int i, int size) { return min(max(i, 0), size - 1); }

__global__ void blur(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) sum += in[clamped(y + dy, height) * width + clamped(x + dx, width)];
  }
  out[y * width + x] = sum;
}

template <int W, int H>
__global__ void blur_in_shared(float* out, const float* in, int width, int height) {
  __shared__ float tile[H + 2][W + 2];
  const int left = blockIdx.x * W - 1, top = blockIdx.y * H - 1;
  for (int i = threadIdx.y * W + threadIdx.x; i < (W + 2) * (H + 2); i += W * H) {
    const int x = i % (W + 2), y = i / (W + 2);
    tile[y][x] = in[clamped(top + y, height) * width + clamped(left + x, width)];
  }
  __syncthreads();
  float sum = 0;
  for (int dy = 0; dy <= 2; ++dy) {
    for (int dx = 0; dx <= 2; ++dx) sum += tile[threadIdx.y + dy][threadIdx.x + dx];
  }
  out[(blockIdx.y * H + threadIdx.y) * width + blockIdx.x * W + threadIdx.x] = sum;
}

__constant__ float weights[9] = {1, 2, 3, 4, 5, 4, 3, 2, 1};

__global__ void filter_rows(float* out, const float* in, int width) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  float sum = 0;
  for (int k = -4; k <= 4; ++k) {
    const int from = x + k;
    if (from >= 0 && from < width) sum += weights[k + 4] * in[y * width + from];
  }
  out[y * width + x] = sum;
}

__global__ void filter_columns(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = -4; k <= 4; ++k) {
    const int from = y + k;
    if (from >= 0 && from < height) sum += weights[k + 4] * in[from * width + x];
  }
  out[y * width + x] = sum;
}

/// A thread goes down 16 rows and holds three values of its column.
__global__ void slide_down(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, top = blockIdx.y * 16;
  float above = in[clamped(top - 1, height) * width + x], here = in[top * width + x];
  for (int y = top; y < top + 16; ++y) {
    const float below = in[clamped(y + 1, height) * width + x];
    out[y * width + x] = above - 2 * here + below;
    above = here;
    here = below;
  }
}

/// Inner points of a plane only.
__global__ void laplacian(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x == 0 || y == 0 || x == width - 1 || y == height - 1) return;
  const float* const at = in + y * width + x;
  out[y * width + x] = at[-1] + at[1] + at[-width] + at[width] - 4 * at[0];
}

__global__ void live(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int neighbours = 0;
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      if (dx == 0 && dy == 0) continue;
      const int from = (y + dy + height) % height * width + (x + dx + width) % width;
      neighbours += in[from] > 0 ? 1 : 0;
    }
  }
  const bool was = in[y * width + x] > 0;
  out[y * width + x] = neighbours == 3 || (was && neighbours == 2) ? 1.0F : 0.0F;
}

/// Seven points of a volume, planes of `side` × `side`.
__global__ void seven_points(float* out, const float* in, int side, int depth) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
  const int plane = side * side, i = z * plane + y * side + x;
  float sum = in[i];
  if (x > 0) sum += in[i - 1];
  if (x < side - 1) sum += in[i + 1];
  if (y > 0) sum += in[i - side];
  if (y < side - 1) sum += in[i + side];
  if (z > 0) sum += in[i - plane];
  if (z < depth - 1) sum += in[i + plane];
  out[i] = sum;
}

/// The same; a thread goes through 16 planes.
__global__ void seven_points_by_columns(float* out, const float* in, int side, int depth) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const int plane = side * side, first = blockIdx.z * 16;
  int i = first * plane + y * side + x;
  float before = first > 0 ? in[i - plane] : 0, here = in[i];
  for (int z = first; z < first + 16; ++z, i += plane) {
    const float after = z < depth - 1 ? in[i + plane] : 0;
    float sum = before + here + after;
    if (x > 0) sum += in[i - 1];
    if (x < side - 1) sum += in[i + 1];
    if (y > 0) sum += in[i - side];
    if (y < side - 1) sum += in[i + side];
    out[i] = sum;
    before = here;
    here = after;
  }
}

__global__ void to_grey(float* out, const unsigned char* in) {
  const int i = thread_of_grid();
  out[i] = static_cast<float>(2 * in[3 * i] + 5 * in[3 * i + 1] + in[3 * i + 2]);
}

// ---- reductions ----

__global__ void largest_of_block(float* out, const float* in) {
  __shared__ float of_warp[32];
  float most = in[thread_of_grid()];
  for (int step = 16; step > 0; step /= 2) most = fmaxf(most, __shfl_xor_sync(0xffffffffU, most, step));
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = most;
  __syncthreads();
  if (threadIdx.x >= 32) return;
  most = threadIdx.x < blockDim.x / 32 ? of_warp[threadIdx.x] : -1e30F;
  for (int step = 16; step > 0; step /= 2) most = fmaxf(most, __shfl_xor_sync(0xffffffffU, most, step));
  if (threadIdx.x == 0) out[blockIdx.x] = most;
}

/// Each thread adds 8 words first; whole numbers, so that all blocks may add to one word.
__global__ void add_up(int* out, const float* in) {
  __shared__ int part[THREADS];
  const int first = blockIdx.x * THREADS * 8 + threadIdx.x;
  int sum = 0;
  for (int k = 0; k < 8; ++k) sum += whole(in[first + k * THREADS]);
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int step = THREADS / 2; step > 0; step /= 2) {
    if (threadIdx.x < step) part[threadIdx.x] += part[threadIdx.x + step];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(out + blockIdx.x % 64, part[0]);
}

__global__ void dot_by_warps(float* out, const float* a, const float* b) {
  const int first = thread_of_grid() / 32 * 512 + threadIdx.x % 32;
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 16; ++k) sum += a[first + 32 * k] * b[first + 32 * k];
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffffU, sum, step);
  if (threadIdx.x % 32 == 0) out[thread_of_grid() / 32] = sum;
}

/// A block a row, and rows that are no multiple of a block.
__global__ void sum_of_row(float* out, const float* in, int columns) {
  __shared__ float part[128];
  float sum = 0;
  for (int c = threadIdx.x; c < columns; c += 128) sum += in[blockIdx.x * columns + c];
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int step = 64; step > 0; step /= 2) {
    if (threadIdx.x < step) part[threadIdx.x] += part[threadIdx.x + step];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}

__global__ void sums_of_columns(float* out, const float* in, int columns, int rows) {
  const int c = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int r = blockIdx.y * rows; r < (blockIdx.y + 1) * rows; ++r) sum += in[r * columns + c];
  out[blockIdx.y * columns + c] = sum;
}

/// Mean and mean of squares of neighbouring 64 words, a thread each: as one writes it first.
__global__ void moments(float2* out, const float* in) {
  const int i = thread_of_grid();
  float sum = 0, squares = 0;
  for (int k = 0; k < 64; ++k) {
    const float x = in[64 * i + k];
    sum += x;
    squares += x * x;
  }
  out[i] = make_float2(sum, squares);
}

/// Rows of a sparse matrix: row i begins at 64 i and has up to 63 words.
EXPERIMENT_HOST_DEVICE int ragged_length(unsigned row) { return static_cast<int>(hashed(row) & 63U); }

__global__ void ragged_by_thread(float* out, const float* values, const float* x) {
  const int row = thread_of_grid(), length = ragged_length(row);
  float sum = 0;
  for (int k = 0; k < length; ++k) sum += values[64 * row + k] * x[hashed(row + k) & 4095U];
  out[row] = sum;
}

__global__ void ragged_by_warp(float* out, const float* values, const float* x) {
  const int row = thread_of_grid() / 32, length = ragged_length(row);
  float sum = 0;
  for (int k = threadIdx.x % 32; k < length; k += 32) sum += values[64 * row + k] * x[hashed(row + k) & 4095U];
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffffU, sum, step);
  if (threadIdx.x % 32 == 0) out[row] = sum;
}

__global__ void average_four(float* out, const float* in, int step, int n) {
  const int i = thread_of_grid();
  if (i < n) out[i] = in[i * step] + in[i * step + 1] + in[i * step + 2] + in[i * step + 3];
}

// ---- scans and sorting ----

__global__ void scan_warps(float* out, const float* in) {
  const int i = thread_of_grid(), lane = threadIdx.x % 32;
  float sum = in[i];
  for (int step = 1; step < 32; step *= 2) {
    const float other = __shfl_up_sync(0xffffffffU, sum, step);
    if (lane >= step) sum += other;
  }
  out[i] = sum;
}

/// Up and down a tree of 512 words, with the conflicts of the first version everyone writes; exclusive.
__global__ void scan_tree(float* out, const float* in) {
  __shared__ float tree[512];
  const int t = threadIdx.x, first = blockIdx.x * 512;
  tree[2 * t] = in[first + 2 * t];
  tree[2 * t + 1] = in[first + 2 * t + 1];
  int offset = 1;
  for (int active = 256; active > 0; active /= 2) {
    __syncthreads();
    if (t < active) tree[offset * (2 * t + 2) - 1] += tree[offset * (2 * t + 1) - 1];
    offset *= 2;
  }
  if (t == 0) tree[511] = 0;
  for (int active = 1; active < 512; active *= 2) {
    offset /= 2;
    __syncthreads();
    if (t < active) {
      const int low = offset * (2 * t + 1) - 1, high = offset * (2 * t + 2) - 1;
      const float before = tree[low];
      tree[low] = tree[high];
      tree[high] += before;
    }
  }
  __syncthreads();
  out[first + 2 * t] = tree[2 * t];
  out[first + 2 * t + 1] = tree[2 * t + 1];
}

/// Neighbouring eight words a thread, then warps, then the block.
__global__ void scan_eight_each(float* out, const float* in) {
  __shared__ float of_warp[8];
  const int first = thread_of_grid() * 8, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  float own[8];
  float sum = 0;
  for (int k = 0; k < 8; ++k) own[k] = sum += in[first + k];
  float before = sum;
  for (int step = 1; step < 32; step *= 2) {
    const float other = __shfl_up_sync(0xffffffffU, before, step);
    if (lane >= step) before += other;
  }
  if (lane == 31) of_warp[warp] = before;
  __syncthreads();
  float start = before - sum;
  for (int w = 0; w < warp; ++w) start += of_warp[w];
  for (int k = 0; k < 8; ++k) out[first + k] = own[k] + start;
}

/// Positive words first in each warp's 32, the others behind them as zeros.
__global__ void compact_warps(float* out, const float* in) {
  const int i = thread_of_grid(), lane = threadIdx.x % 32;
  const float x = in[i];
  const unsigned kept = __ballot_sync(0xffffffffU, x > 0);
  out[i] = 0;
  __syncwarp();
  if (x > 0) out[i - lane + __popc(kept & ((1U << lane) - 1))] = x;
}

__global__ void sort_warps(float* out, const float* in) {
  const int i = thread_of_grid(), lane = threadIdx.x % 32;
  float x = in[i];
  for (int size = 2; size <= 32; size *= 2) {
    for (int step = size / 2; step > 0; step /= 2) {
      const float other = __shfl_xor_sync(0xffffffffU, x, step);
      const bool is_up = (lane & size) == 0, is_low = (lane & step) == 0;
      x = is_up == is_low ? fminf(x, other) : fmaxf(x, other);
    }
  }
  out[i] = x;
}

__global__ void sort_blocks(float* out, const float* in) {
  __shared__ float words[512];
  const int t = threadIdx.x, first = blockIdx.x * 512;
  words[t] = in[first + t];
  words[t + 256] = in[first + t + 256];
  for (int size = 2; size <= 512; size *= 2) {
    for (int step = size / 2; step > 0; step /= 2) {
      __syncthreads();
      const int low = 2 * t - (t & (step - 1)), high = low + step;
      const bool is_up = (low & size) == 0;
      if ((words[low] > words[high]) == is_up) {
        const float held = words[low];
        words[low] = words[high];
        words[high] = held;
      }
    }
  }
  __syncthreads();
  out[first + t] = words[t];
  out[first + t + 256] = words[t + 256];
}

// ---- products of matrices: C (rows × 256) = A (rows × 256) · B (256 × 256) ----

constexpr int SIDE = 256;

__global__ void multiply_plain(float* out, const float* a, const float* b) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < SIDE; ++k) sum += a[row * SIDE + k] * b[k * SIDE + column];
  out[row * SIDE + column] = sum;
}

template <int TILE>
__global__ void multiply_tiles(float* out, const float* a, const float* b) {
  __shared__ float of_a[TILE][TILE], of_b[TILE][TILE];
  const int column = blockIdx.x * TILE + threadIdx.x, row = blockIdx.y * TILE + threadIdx.y;
  float sum = 0;
  for (int first = 0; first < SIDE; first += TILE) {
    of_a[threadIdx.y][threadIdx.x] = a[row * SIDE + first + threadIdx.x];
    of_b[threadIdx.y][threadIdx.x] = b[(first + threadIdx.y) * SIDE + column];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < TILE; ++k) sum += of_a[threadIdx.y][k] * of_b[k][threadIdx.x];
    __syncthreads();
  }
  out[row * SIDE + column] = sum;
}

/// 64 × 64 of C a block, 4 × 4 a thread in registers.
__global__ void multiply_in_registers(float* out, const float* a, const float* b) {
  __shared__ float of_a[16][64 + 1], of_b[16][64];
  const int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
  const int row = blockIdx.y * 64, column = blockIdx.x * 64;
  float sums[4][4] = {};
  for (int first = 0; first < SIDE; first += 16) {
    for (int i = threadIdx.x; i < 64 * 16; i += 256) {
      of_a[i % 16][i / 16] = a[(row + i / 16) * SIDE + first + i % 16];
      of_b[i / 64][i % 64] = b[(first + i / 64) * SIDE + column + i % 64];
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 16; ++k) {
      float left[4], right[4];
#pragma unroll
      for (int i = 0; i < 4; ++i) left[i] = of_a[k][ty * 4 + i];
#pragma unroll
      for (int i = 0; i < 4; ++i) right[i] = of_b[k][tx + 16 * i];
#pragma unroll
      for (int i = 0; i < 4; ++i) {
#pragma unroll
        for (int j = 0; j < 4; ++j) sums[i][j] += left[i] * right[j];
      }
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 4; ++i) {
#pragma unroll
    for (int j = 0; j < 4; ++j) out[(row + ty * 4 + i) * SIDE + column + tx + 16 * j] = sums[i][j];
  }
}

/// x in shared memory, four neighbouring columns a thread.
__global__ void vector_times_matrix(float4* out, const float4* in, int rows) {
  const int columns = SIDE / 4, c = threadIdx.x;
  __shared__ float x[64];
  x[threadIdx.x] = static_cast<float>(threadIdx.x % 4);
  __syncthreads();
  float4 sum = make_float4(0, 0, 0, 0);
  for (int r = 0; r < rows; ++r) {
    const float4 four = in[(blockIdx.x * rows + r) * columns + c];
    sum.x += four.x * x[r];
    sum.y += four.y * x[r];
    sum.z += four.z * x[r];
    sum.w += four.w * x[r];
  }
  out[blockIdx.x * columns + c] = sum;
}

__global__ void outer_product(float* out, const float* x, const float* y) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
  out[row * 1024 + column] = x[row] * y[column];
}

// ---- transposes and permutations ----

/// Tiles of 64 × 64 by 16 × 16 threads.
__global__ void transpose_large_tiles(float* out, const float* in, int side) {
  __shared__ float tile[64][65];
  const int x0 = blockIdx.x * 64, y0 = blockIdx.y * 64;
  for (int j = threadIdx.y; j < 64; j += 16) {
    for (int i = threadIdx.x; i < 64; i += 16) tile[j][i] = in[(y0 + j) * side + x0 + i];
  }
  __syncthreads();
  for (int j = threadIdx.y; j < 64; j += 16) {
    for (int i = threadIdx.x; i < 64; i += 16) out[(x0 + j) * side + y0 + i] = tile[i][j];
  }
}

/// Each warp turns 32 rows of 8 words.
__global__ void transpose_narrow_tiles(float* out, const float* in, int side) {
  __shared__ float tile[8][33];
  const int x = threadIdx.x % 8, y = threadIdx.x / 8;
  tile[x][y] = in[(blockIdx.y * 32 + y) * side + blockIdx.x * 8 + x];
  __syncthreads();
  const int column = threadIdx.x % 32, row = threadIdx.x / 32;
  out[(blockIdx.x * 8 + row) * side + blockIdx.y * 32 + column] = tile[row][column];
}

__global__ void transpose_pairs(float2* out, const float2* in, int side) {
  __shared__ float2 tile[32][33];
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * side + x];
  __syncthreads();
  const int column = blockIdx.y * 32 + threadIdx.x, row = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[(row + j) * side + column] = tile[threadIdx.x][threadIdx.y + j];
}

/// Pixels of 4 channels to 4 planes.
__global__ void split_channels(float* out, const float* in, int pixels) {
  const int i = thread_of_grid();
  out[i % 4 * pixels + i / 4] = in[i];
}

__global__ void mirror_rows(float* out, const float* in, int width) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  out[blockIdx.y * width + width - 1 - x] = in[blockIdx.y * width + x];
}

/// A thread moves 4 × 4 words by vectors of 4.
__global__ void transpose_by_vectors(float4* out, const float4* in, int side) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, width = side / 4;
  const float4 a = in[4 * y * width + x], b = in[(4 * y + 1) * width + x];
  const float4 c = in[(4 * y + 2) * width + x], d = in[(4 * y + 3) * width + x];
  out[4 * x * width + y] = make_float4(a.x, b.x, c.x, d.x);
  out[(4 * x + 1) * width + y] = make_float4(a.y, b.y, c.y, d.y);
  out[(4 * x + 2) * width + y] = make_float4(a.z, b.z, c.z, d.z);
  out[(4 * x + 3) * width + y] = make_float4(a.w, b.w, c.w, d.w);
}

// ---- gathers and scatters ----

/// Places are loaded, and near.
__global__ void gather_near(float* out, const float* in, const float* places, int mask) {
  const int i = thread_of_grid();
  out[i] = in[(i + 16 * whole(places[i])) & mask];
}

/// In each 1024 words, those whose place has the bits reversed.
__global__ void reverse_bits(float* out, const float* in) {
  const unsigned i = threadIdx.x;
  out[blockIdx.x * 1024 + (__brev(i) >> 22)] = in[blockIdx.x * 1024 + i];
}

/// Random rows of 16 words, as of an embedding.
__global__ void gather_rows(float* out, const float* in, unsigned row_mask) {
  const unsigned i = thread_of_grid();
  out[i] = in[(hashed(i / 16) & row_mask) * 16 + i % 16];
}

__global__ void scatter_rows(float4* out, const float4* in, unsigned row_mask) {
  const unsigned i = thread_of_grid();
  out[((i / 8 * 0x9e3779b1U) & row_mask) * 8 + i % 8] = in[i];  // an odd factor: a permutation
}

__global__ void follow(float* out, const float* in, unsigned mask) {
  const unsigned i = thread_of_grid();
  unsigned at = hashed(i) & mask;
#pragma unroll 1
  for (int hop = 0; hop < 8; ++hop) at = hashed(at + whole(in[at])) & mask;
  out[i] = static_cast<float>(at & 255U);
}

__global__ void search(float* out, const float* in, int words) {
  const unsigned i = thread_of_grid();
  const float key = static_cast<float>(hashed(i) & 15U) * 0.125F - 1;
  int low = 0, high = words;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (in[middle] < key) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  out[i] = static_cast<float>(low & 255);
}

__global__ void look_up_in_shared(float* out, const float* in, int n) {
  __shared__ float table[256];
  table[threadIdx.x] = static_cast<float>(threadIdx.x * 3 % 256);
  __syncthreads();
  for (int i = thread_of_grid(); i < n; i += gridDim.x * blockDim.x) out[i] = table[hashed(i + whole(in[i])) & 255U];
}

__constant__ float steps_of_eight[16] = {0, 3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9};

__global__ void look_up_in_constant(float* out, const float* in) {
  const int i = thread_of_grid();
  out[i] = steps_of_eight[whole(in[i]) + 8];
}

// ---- atomic updates ----

__global__ void histogram_in_shared(int* out, const float* in, int each) {
  __shared__ int counts[256];
  counts[threadIdx.x] = 0;
  __syncthreads();
  for (int k = 0; k < each; ++k) {
    const int i = (blockIdx.x * each + k) * THREADS + threadIdx.x;
    atomicAdd(&counts[hashed(i + whole(in[i])) & 255U], 1);
  }
  __syncthreads();
  atomicAdd(out + threadIdx.x, counts[threadIdx.x]);
}

__global__ void histogram_in_global(int* out, const float* in) { atomicAdd(out + whole(in[thread_of_grid()]) + 8, 1); }

/// A histogram for each warp.
__global__ void histogram_by_warp(int* out, const float* in, int each) {
  __shared__ int counts[8][16];
  for (int i = threadIdx.x; i < 128; i += THREADS) counts[i / 16][i % 16] = 0;
  __syncthreads();
  for (int k = 0; k < each; ++k) {
    const int i = (blockIdx.x * each + k) * THREADS + threadIdx.x;
    atomicAdd(&counts[threadIdx.x / 32][whole(in[i]) + 8], 1);
  }
  __syncthreads();
  if (threadIdx.x >= 16) return;
  int sum = 0;
  for (int w = 0; w < 8; ++w) sum += counts[w][threadIdx.x];
  atomicAdd(out + threadIdx.x, sum);
}

__global__ void largest(int* out, const float* in) {
  __shared__ int most;
  if (threadIdx.x == 0) most = -100;
  __syncthreads();
  atomicMax(&most, whole(in[thread_of_grid()]));
  __syncthreads();
  if (threadIdx.x == 0) atomicMax(out + blockIdx.x % 64, most);
}

/// One update a warp, for all its lanes.
__global__ void count_by_warp(int* out, const float* in) {
  const unsigned positive = __ballot_sync(0xffffffffU, in[thread_of_grid()] > 0);
  if (threadIdx.x % 32 == 0) atomicAdd(out + blockIdx.x % 32, __popc(positive));
}

/// A word that holds -1e30 stays what it is.
__global__ void add_floats(float* out, const float* in, int mask) {
  const int i = thread_of_grid();
  atomicAdd(out + (hashed(i) & mask), in[i]);
}

__global__ void swap_until_changed(int* out) {
  int* const word = out + thread_of_grid();
  int seen = *word;
  for (;;) {
    const int found = atomicCAS(word, seen, seen + 3);
    if (found == seen) break;
    seen = found;
  }
}

// ---- arithmetic ----

__global__ void collatz(float* out, int first) {
  const int i = thread_of_grid();
  unsigned x = first + i % 4096;
  int steps = 0;
  while (x != 1) {
    x = x % 2 == 0 ? x / 2 : 3 * x + 1;
    ++steps;
  }
  out[i] = static_cast<float>(steps);
}

EXPERIMENT_HOST_DEVICE unsigned shuffled_bits(unsigned x, int rounds) {
  for (int k = 0; k < rounds; ++k) {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
  }
  return x;
}

__global__ void random_numbers(float* out) {
  const int i = thread_of_grid();
  out[i] = static_cast<float>(shuffled_bits(i + 1, 256) & 255U);
}

EXPERIMENT_HOST_DEVICE unsigned greatest_divisor(unsigned a, unsigned b) {
  while (b != 0) {
    const unsigned rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

__global__ void divisors(float* out) {
  const unsigned i = thread_of_grid();
  out[i] = static_cast<float>(greatest_divisor((hashed(i) & 0xfffffU) + 1, (hashed(i + 7) & 0xfffffU) + 1));
}

EXPERIMENT_HOST_DEVICE int smallest_factor(unsigned n) {
  for (unsigned d = 2; d < 64; ++d) {
    if (n % d == 0) return static_cast<int>(d);
  }
  return 0;
}

__global__ void factors(float* out) {
  const unsigned i = thread_of_grid();
  out[i] = static_cast<float>(smallest_factor((hashed(i) & 0xffffffU) + 2));
}

__global__ void polynomial(float* out, const float* in) {
  const int i = thread_of_grid();
  const float x = in[i];
  float y = 0.5F;
#pragma unroll
  for (int k = 1; k < 64; ++k) y = y * x + 1.0F / static_cast<float>(k);
  out[i] = stored(y);
}

__global__ void polynomial_of_doubles(float* out, const float* in) {
  const int i = thread_of_grid();
  const double x = in[i];
  double y = 0.5;
#pragma unroll
  for (int k = 1; k < 64; ++k) y = y * x + 1.0 / k;
  out[i] = stored(static_cast<float>(y));
}

/// Attraction of 4096 bodies by tiles in shared memory.
__global__ void attract_in_shared(float* out, const float4* in) {
  __shared__ float4 tile[THREADS];
  const float4 own = in[thread_of_grid() % 4096];
  float x = 0, y = 0, z = 0;
  for (int first = 0; first < 4096; first += THREADS) {
    tile[threadIdx.x] = in[first + threadIdx.x];
    __syncthreads();
#pragma unroll 8
    for (int k = 0; k < THREADS; ++k) {
      const float dx = tile[k].x - own.x, dy = tile[k].y - own.y, dz = tile[k].z - own.z;
      const float over = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01F);
      const float pull = tile[k].w * over * over * over;
      x += dx * pull;
      y += dy * pull;
      z += dz * pull;
    }
    __syncthreads();
  }
  out[thread_of_grid()] = stored(x + y + z);
}

/// The same of 1024 bodies, each loaded by all.
__global__ void attract_in_global(float* out, const float4* in) {
  const float4 own = in[thread_of_grid() % 1024];
  float x = 0, y = 0, z = 0;
  for (int k = 0; k < 1024; ++k) {
    const float4 other = in[k];
    const float dx = other.x - own.x, dy = other.y - own.y, dz = other.z - own.z;
    const float over = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01F);
    const float pull = other.w * over * over * over;
    x += dx * pull;
    y += dy * pull;
    z += dz * pull;
  }
  out[thread_of_grid()] = stored(x + y + z);
}

/// The price of an option: exponentials, a logarithm, a root, divisions.
__global__ void prices(float* out, const float* in) {
  const int i = thread_of_grid();
  const float price = in[i] + 2, strike = in[i] * 0.5F + 2, time = 1.5F, rate = 0.02F, spread = 0.3F;
  const float root = sqrtf(time);
  const float d = (logf(price / strike) + (rate + 0.5F * spread * spread) * time) / (spread * root);
  const float k = 1.0F / (1.0F + 0.2316419F * fabsf(d));
  const float tail = expf(-0.5F * d * d) * k * (0.31938F + k * (-0.35656F + k * (1.78148F + k * -1.82126F)));
  out[i] = stored(price * (1 - tail) - strike * expf(-rate * time) * tail);
}

__global__ void waves(float* out, const float* in) {
  const int i = thread_of_grid();
  float sum = 0;
  for (int k = 1; k <= 8; ++k) sum += sinf(in[i] * static_cast<float>(k)) + cosf(in[i] * static_cast<float>(k));
  out[i] = stored(sum);
}

/// A warp makes a row of 128 words shares of one.
__global__ void shares_of_row(float4* out, const float4* in) {
  const int i = thread_of_grid();
  const float4 x = in[i];
  float most = fmaxf(fmaxf(x.x, x.y), fmaxf(x.z, x.w));
  for (int step = 16; step > 0; step /= 2) most = fmaxf(most, __shfl_xor_sync(0xffffffffU, most, step));
  const float a = expf(x.x - most), b = expf(x.y - most), c = expf(x.z - most), d = expf(x.w - most);
  float sum = a + b + c + d;
  for (int step = 16; step > 0; step /= 2) sum += __shfl_xor_sync(0xffffffffU, sum, step);
  out[i] = make_float4(stored(a / sum), stored(b / sum), stored(c / sum), stored(d / sum));
}

EXPERIMENT_HOST_DEVICE unsigned long long linear_congruential(unsigned long long x) {
  for (int k = 0; k < 64; ++k) x = x * 6364136223846793005ULL + 1442695040888963407ULL;
  return x;
}

__global__ void wide_products(float* out) {
  const int i = thread_of_grid();
  out[i] = static_cast<float>(linear_congruential(i) >> 56);
}

/// Lanes leave a loop that converges after different numbers of rounds.
__global__ void escape(float* out, int width) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const float real = static_cast<float>(x % 512) / 256 - 1.5F, imaginary = static_cast<float>(y % 16) / 16 - 0.5F;
  float a = 0, b = 0;
  int rounds = 0;
  while (rounds < 128 && a * a + b * b < 4) {
    const float next = a * a - b * b + real;
    b = 2 * a * b + imaginary;
    a = next;
    ++rounds;
  }
  out[y * width + x] = stored(a + b + static_cast<float>(rounds));
}

/// A thread's own array, indexed by what is known at run time only.
__global__ void own_histogram(float* out, const float* in, int n) {
  const int i = thread_of_grid();
  int counts[16] = {};
  for (int k = 0; k < 64; ++k) ++counts[whole(in[k * n + i]) + 8];
  int most = 0;
  for (int k = 0; k < 16; ++k) most = counts[k] > most ? counts[k] : most;
  out[i] = static_cast<float>(most);
}

// ---- occupancy, loops and small grids ----

/// By way of shared memory of its own, so that few blocks are resident.
__global__ void copy_by_stages(float* out, const float* in, int each) {
  extern __shared__ float stage[];
  const int first = blockIdx.x * each;
  for (int i = threadIdx.x; i < each; i += blockDim.x) stage[i] = in[first + i];
  __syncthreads();
  for (int i = threadIdx.x; i < each; i += blockDim.x) out[first + each - 1 - i] = stage[i];
}

/// Loads of the next round before the sums of this one.
__global__ void load_ahead(float* out, const float* in, int n) {
  const int step = gridDim.x * blockDim.x;
  int i = thread_of_grid();
  float next = in[i];
  float sum = 0;
  for (; i < n - step; i += step) {
    const float now = next;
    next = in[i + step];
    sum += now * now;
  }
  out[thread_of_grid()] = sum + next * next;
}

__global__ void persistent_copy(float4* out, const float4* in, int n) {
  const int step = gridDim.x * blockDim.x;
  for (int i = thread_of_grid(); i < n; i += 4 * step) {
    float4 held[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) held[k] = in[i + k * step];
#pragma unroll
    for (int k = 0; k < 4; ++k) out[i + k * step] = held[k];
  }
}

/// Every block reads the same words; they stay in the L2.
__global__ void read_together(float* out, const float4* in, int words) {
  float sum = 0;
  for (int i = threadIdx.x; i < words; i += blockDim.x) sum += component_sum(in[i]);
  out[thread_of_grid()] = sum;
}

__global__ void add_one(float* out, int n) {
  const int i = thread_of_grid();
  if (i < n) out[i] += 1;
}

__global__ void begin_with(float* out, const float* in, int n) {
  const int i = thread_of_grid();
  if (i < n) out[i] = in[i];
}

__global__ void sum_of_all(float* out, const float* in, int n) {
  __shared__ float part[1024];
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += 1024) sum += in[i];
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int step = 512; step > 0; step /= 2) {
    if (threadIdx.x < step) part[threadIdx.x] += part[threadIdx.x + step];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[0] = part[0];
}

__global__ void axpy(float* out, const float* x, const float* y, int n) {
  const int i = thread_of_grid();
  if (i < n) out[i] = 2 * x[i] + y[i];
}

/// Triangles of 1024 columns, whose rows become 32 words longer each time.
__global__ void triangle(float* out, const float* in, int side) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x <= y * 32 % 1024) out[y * side + x] = in[y * side + x];
}

// ---- the cases ----

/// The counts of numbers below `kinds`, added to what lay there; made once.
Expected counted(int n, int kinds, std::function<int(int)> kind_of) {
  auto counts = std::make_shared<std::vector<int>>();
  return [=, kind_of = std::move(kind_of)](std::int64_t index) {
    if (index >= kinds) return untouched;
    if (counts->empty()) {
      counts->resize(static_cast<std::size_t>(kinds));
      for (int i = 0; i < n; ++i) ++(*counts)[static_cast<std::size_t>(kind_of(i))];
    }
    return counted_up((*counts)[static_cast<std::size_t>(index)]);
  };
}

unsigned char byte_of_input(std::int64_t byte) {
  const float word = input(0, byte / 4);
  unsigned char bytes[4];
  std::memcpy(bytes, &word, sizeof bytes);
  return bytes[byte % 4];
}

Group structures(int n) {
  Group all{"structures", {n, n}, n, {}};
  const int particles = n / 8, points = n / 4;
  const auto in = [](std::int64_t i) { return input(0, i); };
  add(
      all, "one member of eight", 8LL * particles,
      [=](Buffers b) { masses_of_particles<<<particles / THREADS, THREADS>>>(b.out, as<Particle>(b.in[0])); },
      first_of(particles, [=](std::int64_t i) { return in(8 * i + 6); }));
  add(
      all, "moved particles", 36LL * particles,
      [=](Buffers b) { move_particles<<<particles / THREADS, THREADS>>>(b.out, as<Particle>(b.in[0])); },
      first_of(3LL * particles, [=](std::int64_t i) { return in(i / 3 * 8 + i % 3) + in(i / 3 * 8 + i % 3 + 3); }));
  add(
      all, "moved arrays", 36LL * particles,
      [=](Buffers b) { move_arrays<<<particles / THREADS, THREADS>>>(b.out, b.in[0], particles); },
      first_of(3LL * particles, [=](std::int64_t i) { return in(i) + in(i + 3LL * particles); }));
  add(
      all, "lengths of points", 16LL * points,
      [=](Buffers b) { lengths_of_points<<<points / THREADS, THREADS>>>(b.out, as<Point>(b.in[0])); },
      first_of(points, [=](std::int64_t i) {
        return in(3 * i) * in(3 * i) + in(3 * i + 1) * in(3 * i + 1) + in(3 * i + 2) * in(3 * i + 2);
      }));
  add(
      all, "lengths of three arrays", 16LL * points,
      [=](Buffers b) { lengths_of_arrays<<<points / THREADS, THREADS>>>(b.out, b.in[0], points); },
      first_of(points, [=](std::int64_t i) {
        return in(i)*in(i) + in(i + points) * in(i + points) + in(i + 2 * points) * in(i + 2 * points);
      }));
  add(
      all, "points to arrays", 24LL * points,
      [=](Buffers b) { split_points<<<points / THREADS, THREADS>>>(b.out, b.in[0], points); },
      first_of(3LL * points, [=](std::int64_t i) { return in(i % points * 3 + i / points); }));
  add(
      all, "complex products", 12LL * n,
      [=](Buffers b) {
        multiply_complex<<<n / 2 / THREADS, THREADS>>>(as<float2>(b.out), as<float2>(b.in[0]), as<float2>(b.in[1]));
      },
      [](std::int64_t i) {
        const std::int64_t x = i / 2 * 2, y = x + 1;
        return i % 2 == 0 ? input(0, x) * input(1, x) - input(0, y) * input(1, y)
                          : input(0, x) * input(1, y) + input(0, y) * input(1, x);
      });
  add(
      all, "products of vectors of 4", 9LL * n,
      [=](Buffers b) { dot_vectors<<<n / 4 / THREADS, THREADS>>>(b.out, as<float4>(b.in[0]), as<float4>(b.in[1])); },
      first_of(n / 4, [](std::int64_t i) {
        float sum = 0;
        for (int k = 0; k < 4; ++k) sum += input(0, 4 * i + k) * input(1, 4 * i + k);
        return sum;
      }));
  const Expected four_bytes = [](std::int64_t i) {
    int sum = 0;
    for (int k = 0; k < 4; ++k) sum += byte_of_input(4 * i + k);
    return static_cast<float>(sum);
  };
  add(
      all, "four bytes, one by one", 8LL * n,
      [=](Buffers b) { add_bytes<<<n / THREADS, THREADS>>>(b.out, as<unsigned char>(b.in[0])); }, four_bytes);
  add(
      all, "four bytes at once", 8LL * n,
      [=](Buffers b) { add_byte_vectors<<<n / THREADS, THREADS>>>(b.out, as<uchar4>(b.in[0])); }, four_bytes);
  const int pixels = n;  // three bytes each, of four
  add(
      all, "grey of three bytes", 7LL * pixels,
      [=](Buffers b) { to_grey<<<pixels / THREADS, THREADS>>>(b.out, as<unsigned char>(b.in[0])); },
      [](std::int64_t i) {
        return static_cast<float>(2 * byte_of_input(3 * i) + 5 * byte_of_input(3 * i + 1) + byte_of_input(3 * i + 2));
      });
  add(
      all, "matrices of 4 × 4", 5LL * n,
      [=](Buffers b) { small_matrices<<<n / 16 / THREADS, THREADS>>>(as<float4>(b.out), as<float4>(b.in[0])); },
      first_of(n / 4,
               [=](std::int64_t i) { return in(4 * i) + 2 * in(4 * i + 1) + 3 * in(4 * i + 2) + 4 * in(4 * i + 3); }));
  add(
      all, "sums as doubles", 12LL * n,
      [=](Buffers b) { sum_as_doubles<<<n / THREADS, THREADS>>>(b.out, b.in[0], b.in[1]); },
      [](std::int64_t i) { return input(0, i) * input(1, i) + input(0, i) + 0.5F * input(1, i); });
  add(
      all, "2 x + y", 12LL * n, [=](Buffers b) { axpy<<<n / 1024, 1024>>>(b.out, b.in[0], b.in[1], n); },
      [](std::int64_t i) { return 2 * input(0, i) + input(1, i); });
  return all;
}

Group images(int width, int height) {
  const int n = width * height;
  Group all{"images", {n}, n, {}};
  const dim3 blocks(width / 32, height / 8), threads(32, 8);
  const auto at = [=](std::int64_t x, std::int64_t y) {
    return input(0, std::clamp<std::int64_t>(y, 0, height - 1) * width + std::clamp<std::int64_t>(x, 0, width - 1));
  };
  const Expected blurred = [=](std::int64_t i) {
    float sum = 0;
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx) sum += at(i % width + dx, i / width + dy);
    }
    return sum;
  };
  add(
      all, "blur", 8LL * n, [=](Buffers b) { blur<<<blocks, threads>>>(b.out, b.in[0], width, height); }, blurred);
  add(
      all, "blur, blocks of 16 × 16", 8LL * n,
      [=](Buffers b) { blur<<<dim3(width / 16, height / 16), dim3(16, 16)>>>(b.out, b.in[0], width, height); },
      blurred);
  add(
      all, "blur in shared memory", 8LL * n,
      [=](Buffers b) { blur_in_shared<32, 8><<<blocks, threads>>>(b.out, b.in[0], width, height); }, blurred);
  const auto filtered = [=](std::int64_t i, bool is_row) {
    float sum = 0;
    for (int k = -4; k <= 4; ++k) {
      const std::int64_t x = i % width + (is_row ? k : 0), y = i / width + (is_row ? 0 : k);
      if (x >= 0 && x < width && y >= 0 && y < height) sum += static_cast<float>(5 - std::abs(k)) * at(x, y);
    }
    return sum;
  };
  add(
      all, "filtered rows", 8LL * n,
      [=](Buffers b) { filter_rows<<<dim3(width / THREADS, height), THREADS>>>(b.out, b.in[0], width); },
      [=](std::int64_t i) { return filtered(i, true); });
  add(
      all, "filtered columns", 8LL * n,
      [=](Buffers b) { filter_columns<<<blocks, threads>>>(b.out, b.in[0], width, height); },
      [=](std::int64_t i) { return filtered(i, false); });
  add(
      all, "down the columns", 8LL * n,
      [=](Buffers b) { slide_down<<<dim3(width / THREADS, height / 16), THREADS>>>(b.out, b.in[0], width, height); },
      [=](std::int64_t i) {
        const std::int64_t x = i % width, y = i / width;
        return at(x, y - 1) - 2 * at(x, y) + at(x, y + 1);
      });
  add(
      all, "inner points", 8LL * n, [=](Buffers b) { laplacian<<<blocks, threads>>>(b.out, b.in[0], width, height); },
      [=](std::int64_t i) {
        const std::int64_t x = i % width, y = i / width;
        if (x == 0 || y == 0 || x == width - 1 || y == height - 1) return untouched;
        return at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1) - 4 * at(x, y);
      });
  add(
      all, "game of life", 8LL * n, [=](Buffers b) { live<<<blocks, threads>>>(b.out, b.in[0], width, height); },
      [=](std::int64_t i) {
        const std::int64_t x = i % width, y = i / width;
        int neighbours = 0;
        for (int dy = -1; dy <= 1; ++dy) {
          for (int dx = -1; dx <= 1; ++dx) {
            if (dx != 0 || dy != 0) neighbours += at((x + dx + width) % width, (y + dy + height) % height) > 0 ? 1 : 0;
          }
        }
        return neighbours == 3 || (at(x, y) > 0 && neighbours == 2) ? 1.0F : 0.0F;
      });
  add(
      all, "lower triangles", 8LL * 497 * height,
      [=](Buffers b) { triangle<<<dim3(1024 / THREADS, height), THREADS>>>(b.out, b.in[0], width); },
      [=](std::int64_t i) { return i % width <= i / width * 32 % 1024 ? input(0, i) : untouched; });
  return all;
}

Group volumes(int depth) {
  const int side = 512, plane = side * side, n = plane * depth;
  Group all{"volumes", {n}, n, {}};
  const Expected seven = [=](std::int64_t i) {
    const std::int64_t x = i % side, y = i / side % side, z = i / plane;
    float sum = input(0, i);
    if (x > 0) sum += input(0, i - 1);
    if (x < side - 1) sum += input(0, i + 1);
    if (y > 0) sum += input(0, i - side);
    if (y < side - 1) sum += input(0, i + side);
    if (z > 0) sum += input(0, i - plane);
    if (z < depth - 1) sum += input(0, i + plane);
    return sum;
  };
  add(
      all, "seven points", 8LL * n,
      [=](Buffers b) { seven_points<<<dim3(side / 32, side / 8, depth), dim3(32, 8)>>>(b.out, b.in[0], side, depth); },
      seven);
  add(
      all, "seven points, 16 planes a thread", 8LL * n,
      [=](Buffers b) {
        seven_points_by_columns<<<dim3(side / 32, side / 8, depth / 16), dim3(32, 8)>>>(b.out, b.in[0], side, depth);
      },
      seven);
  return all;
}

Group sums(int n) {
  Group all{"sums", {n, n}, n, {}};
  add(
      all, "largest of a block of 512", 4LL * n, [=](Buffers b) { largest_of_block<<<n / 512, 512>>>(b.out, b.in[0]); },
      first_of(n / 512, [](std::int64_t i) {
        float most = -2;
        for (int k = 0; k < 512; ++k) most = std::max(most, input(0, i * 512 + k));
        return most;
      }));
  auto totals = std::make_shared<std::vector<int>>();
  add(
      all, "eight words a thread, then one word for many blocks", 4LL * n,
      [=](Buffers b) { add_up<<<n / 8 / THREADS, THREADS>>>(as<int>(b.out), b.in[0]); },
      first_of(64, [=](std::int64_t i) {
        if (totals->empty()) {
          totals->resize(64);
          for (int k = 0; k < n; ++k) (*totals)[static_cast<std::size_t>(k / (8 * THREADS) % 64)] += whole(input(0, k));
        }
        return counted_up((*totals)[static_cast<std::size_t>(i)]);
      }));
  add(
      all, "products by warps", 8LL * n,
      [=](Buffers b) { dot_by_warps<<<n / 16 / THREADS, THREADS>>>(b.out, b.in[0], b.in[1]); },
      first_of(n / 512, [](std::int64_t i) {
        float sum = 0;
        for (int k = 0; k < 512; ++k) sum += input(0, 512 * i + k) * input(1, 512 * i + k);
        return sum;
      }));
  const int rows = n / 1024;
  add(
      all, "rows of 1000 words", 4000LL * rows, [=](Buffers b) { sum_of_row<<<rows, 128>>>(b.out, b.in[0], 1000); },
      first_of(rows, [](std::int64_t i) { return sum_of_inputs(1000 * i, 1, 1000 * (i + 1)); }));
  add(
      all, "columns of 64 words", 4LL * n,
      [=](Buffers b) { sums_of_columns<<<dim3(8, rows / 2 / 64), 256>>>(b.out, b.in[0], 2048, 64); },
      first_of(n / 64, [](std::int64_t i) {
        const std::int64_t first = i / 2048 * 64 * 2048 + i % 2048;
        return sum_of_inputs(first, 2048, first + 64LL * 2048);
      }));
  add(
      all, "64 neighbours a thread", 4LL * n,
      [=](Buffers b) { moments<<<n / 64 / 128, 128>>>(as<float2>(b.out), b.in[0]); },
      first_of(n / 32, [](std::int64_t i) {
        float sum = 0, squares = 0;
        for (int k = 0; k < 64; ++k) {
          sum += input(0, i / 2 * 64 + k);
          squares += input(0, i / 2 * 64 + k) * input(0, i / 2 * 64 + k);
        }
        return i % 2 == 0 ? sum : squares;
      }));
  const Expected ragged = first_of(n / 64, [](std::int64_t i) {
    const auto row = static_cast<unsigned>(i);
    float sum = 0;
    for (int k = 0; k < ragged_length(row); ++k) sum += input(0, 64 * i + k) * input(1, hashed(row + k) & 4095U);
    return sum;
  });
  add(
      all, "ragged rows, a thread each", 2LL * n,
      [=](Buffers b) { ragged_by_thread<<<n / 64 / 128, 128>>>(b.out, b.in[0], b.in[1]); }, ragged);
  add(
      all, "ragged rows, a warp each", 2LL * n,
      [=](Buffers b) { ragged_by_warp<<<n / 2 / THREADS, THREADS>>>(b.out, b.in[0], b.in[1]); }, ragged);
  add(
      all, "four words of eight", 4LL * n / 2,
      [=](Buffers b) { average_four<<<n / 8 / THREADS, THREADS>>>(b.out, b.in[0], 8, n / 8); },
      first_of(n / 8, [](std::int64_t i) { return sum_of_inputs(8 * i, 1, 8 * i + 4); }));
  return all;
}

Group scans(int n) {
  Group all{"scans and sorting", {n}, n, {}};
  const auto scanned = [](int together, bool is_inclusive) {
    return [=](std::int64_t i) { return sum_of_inputs(i / together * together, 1, i + (is_inclusive ? 1 : 0)); };
  };
  const auto sorted = [](int together, bool is_turned) {
    return [=](std::int64_t i) {
      const std::int64_t first = i / together * together;
      std::vector<float> words;
      for (int k = 0; k < together; ++k) words.push_back(input(0, first + k));
      std::sort(words.begin(), words.end());
      return words[static_cast<std::size_t>(is_turned ? together - 1 - (i - first) : i - first)];
    };
  };
  add(
      all, "scan of warps", 8LL * n, [=](Buffers b) { scan_warps<<<n / THREADS, THREADS>>>(b.out, b.in[0]); },
      scanned(32, true));
  add(
      all, "scan by a tree", 8LL * n, [=](Buffers b) { scan_tree<<<n / 512, 256>>>(b.out, b.in[0]); },
      scanned(512, false));
  add(
      all, "scan, eight neighbours a thread", 8LL * n,
      [=](Buffers b) { scan_eight_each<<<n / 8 / THREADS, THREADS>>>(b.out, b.in[0]); }, scanned(8 * THREADS, true));
  add(
      all, "positive words of a warp", 8LL * n,
      [=](Buffers b) { compact_warps<<<n / THREADS, THREADS>>>(b.out, b.in[0]); },
      [](std::int64_t i) {
        const std::int64_t first = i / 32 * 32;
        std::int64_t found = first;
        for (std::int64_t k = first; k < first + 32; ++k) {
          if (input(0, k) > 0 && found++ == i) return input(0, k);
        }
        return 0.0F;
      });
  add(
      all, "sorted warps", 8LL * n, [=](Buffers b) { sort_warps<<<n / THREADS, THREADS>>>(b.out, b.in[0]); },
      sorted(32, false));
  add(
      all, "sorted blocks of 512", 8LL * n, [=](Buffers b) { sort_blocks<<<n / 512, 256>>>(b.out, b.in[0]); },
      sorted(512, false));
  return all;
}

Group products(int rows) {
  const std::int64_t n = static_cast<std::int64_t>(rows) * SIDE;
  Group all{"products", {n, SIDE * SIDE}, n, {}};
  const Expected product = [](std::int64_t i) {
    float sum = 0;
    for (int k = 0; k < SIDE; ++k) sum += input(0, i / SIDE * SIDE + k) * input(1, k * SIDE + i % SIDE);
    return sum;
  };
  add(
      all, "plain", 8LL * n,
      [=](Buffers b) { multiply_plain<<<dim3(SIDE / 32, rows / 8), dim3(32, 8)>>>(b.out, b.in[0], b.in[1]); }, product);
  add(
      all, "plain, blocks of 16 × 16", 8LL * n,
      [=](Buffers b) { multiply_plain<<<dim3(SIDE / 16, rows / 16), dim3(16, 16)>>>(b.out, b.in[0], b.in[1]); },
      product);
  add(
      all, "tiles of 16", 8LL * n,
      [=](Buffers b) { multiply_tiles<16><<<dim3(SIDE / 16, rows / 16), dim3(16, 16)>>>(b.out, b.in[0], b.in[1]); },
      product);
  add(
      all, "tiles of 32", 8LL * n,
      [=](Buffers b) { multiply_tiles<32><<<dim3(SIDE / 32, rows / 32), dim3(32, 32)>>>(b.out, b.in[0], b.in[1]); },
      product);
  add(
      all, "4 × 4 a thread", 8LL * n,
      [=](Buffers b) { multiply_in_registers<<<dim3(SIDE / 64, rows / 64), 256>>>(b.out, b.in[0], b.in[1]); }, product);
  add(
      all, "vector times matrix of 64 rows", 4LL * n,
      [=](Buffers b) { vector_times_matrix<<<rows / 64, 64>>>(as<float4>(b.out), as<float4>(b.in[0]), 64); },
      first_of(n / 64, [](std::int64_t i) {
        float sum = 0;
        for (int r = 0; r < 64; ++r) sum += input(0, (i / SIDE * 64 + r) * SIDE + i % SIDE) * static_cast<float>(r % 4);
        return sum;
      }));
  const int tall = rows / 4;
  add(
      all, "outer product", 4LL * n,
      [=](Buffers b) { outer_product<<<dim3(1024 / THREADS, tall), THREADS>>>(b.out, b.in[0], b.in[1]); },
      [](std::int64_t i) { return input(0, i / 1024) * input(1, i % 1024); });
  return all;
}

Group transposes(int side) {
  const std::int64_t n = static_cast<std::int64_t>(side) * side;
  Group all{"transposes", {n}, n, {}};
  const Expected turned = [=](std::int64_t i) { return input(0, i % side * side + i / side); };
  add(
      all, "tiles of 64 by 256 threads", 8LL * n,
      [=](Buffers b) { transpose_large_tiles<<<dim3(side / 64, side / 64), dim3(16, 16)>>>(b.out, b.in[0], side); },
      turned);
  add(
      all, "tiles of 8 × 32", 8LL * n,
      [=](Buffers b) { transpose_narrow_tiles<<<dim3(side / 8, side / 32), THREADS>>>(b.out, b.in[0], side); }, turned);
  const int pairs = side / 2;  // the upper half of the words
  add(
      all, "pairs", 4LL * n,
      [=](Buffers b) {
        transpose_pairs<<<dim3(pairs / 32, pairs / 32), dim3(32, 8)>>>(as<float2>(b.out), as<float2>(b.in[0]), pairs);
      },
      first_of(n / 2, [=](std::int64_t i) {
        const std::int64_t pair = i / 2;
        return input(0, (pair % pairs * pairs + pair / pairs) * 2 + i % 2);
      }));
  add(
      all, "a thread moves 4 × 4", 8LL * n,
      [=](Buffers b) {
        transpose_by_vectors<<<dim3(side / 4 / 16, side / 4 / 16), dim3(16, 16)>>>(as<float4>(b.out),
                                                                                   as<float4>(b.in[0]), side);
      },
      turned);
  const int pixels = static_cast<int>(n / 4);
  add(
      all, "channels to planes", 8LL * n,
      [=](Buffers b) { split_channels<<<static_cast<int>(n / THREADS), THREADS>>>(b.out, b.in[0], pixels); },
      [=](std::int64_t i) { return input(0, i % pixels * 4 + i / pixels); });
  add(
      all, "mirrored rows", 8LL * n,
      [=](Buffers b) { mirror_rows<<<dim3(side / THREADS, side), THREADS>>>(b.out, b.in[0], side); },
      [=](std::int64_t i) { return input(0, i / side * side + side - 1 - i % side); });
  return all;
}

Group gathers(int n, int whole_n) {
  Group all{"gathers and scatters", {whole_n, n}, n, {}};
  add(
      all, "near, by loaded places", 12LL * n,
      [=](Buffers b) { gather_near<<<n / THREADS, THREADS>>>(b.out, b.in[0], b.in[1], n - 1); },
      [=](std::int64_t i) { return input(0, (i + 16 * whole(input(1, i))) & (n - 1)); });
  add(
      all, "bits reversed in 1024", 8LL * n, [=](Buffers b) { reverse_bits<<<n / 1024, 1024>>>(b.out, b.in[0]); },
      [](std::int64_t i) {
        std::int64_t from = 0;
        for (int bit = 0; bit < 10; ++bit) from |= (i >> bit & 1) << (9 - bit);
        return input(0, i / 1024 * 1024 + from);
      });
  for (const int rows : {1 << 15, 1 << 22}) {  // 2 MiB, 256 MiB
    add(
        all, text("random rows of 16 words, of %d MiB", rows >> 14), 8LL * n,
        [=](Buffers b) { gather_rows<<<n / THREADS, THREADS>>>(b.out, b.in[0], rows - 1); },
        [=](std::int64_t i) { return input(0, (hashed(static_cast<unsigned>(i / 16)) & (rows - 1)) * 16 + i % 16); });
  }
  const int lines = n / 32;
  add(
      all, "rows of 32 words to mixed places", 8LL * n,
      [=](Buffers b) { scatter_rows<<<n / 4 / THREADS, THREADS>>>(as<float4>(b.out), as<float4>(b.in[0]), lines - 1); },
      [=](std::int64_t i) {
        // The inverse of the odd factor, by Newton's steps.
        unsigned inverse = 0x9e3779b1U;
        for (int k = 0; k < 5; ++k) inverse *= 2 - 0x9e3779b1U * inverse;
        const unsigned row = (static_cast<unsigned>(i / 32) * inverse) & (lines - 1);
        return input(0, static_cast<std::int64_t>(row) * 32 + i % 32);
      });
  const unsigned table = (1U << 20) - 1;
  const int few = n / 8;
  add(
      all, "eight hops in 4 MiB", 36LL * few,
      [=](Buffers b) { follow<<<few / THREADS, THREADS>>>(b.out, b.in[0], table); }, first_of(few, [=](std::int64_t i) {
        unsigned at = hashed(static_cast<unsigned>(i)) & table;
        for (int hop = 0; hop < 8; ++hop) at = hashed(at + whole(input(0, at))) & table;
        return static_cast<float>(at & 255U);
      }));
  add(
      all, "binary search in 4 MiB", 80LL * few,
      [=](Buffers b) { search<<<few / THREADS, THREADS>>>(b.out, b.in[0], 1 << 20); },
      first_of(few, [](std::int64_t i) {
        const float key = static_cast<float>(hashed(static_cast<unsigned>(i)) & 15U) * 0.125F - 1;
        int low = 0, high = 1 << 20;
        while (low < high) {
          const int middle = (low + high) / 2;
          (input(0, middle) < key ? low : high) = input(0, middle) < key ? middle + 1 : middle;
        }
        return static_cast<float>(low & 255);
      }));
  add(
      all, "table in shared memory", 8LL * n,
      [=](Buffers b) { look_up_in_shared<<<n / 16 / THREADS, THREADS>>>(b.out, b.in[0], n); },
      [](std::int64_t i) {
        return static_cast<float>((hashed(static_cast<unsigned>(i) + whole(input(0, i))) & 255U) * 3 % 256);
      });
  add(
      all, "table of 16 in constant memory", 8LL * n,
      [=](Buffers b) { look_up_in_constant<<<n / THREADS, THREADS>>>(b.out, b.in[0]); },
      [](std::int64_t i) {
        constexpr float values[16] = {0, 3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9};
        return values[whole(input(0, i)) + 8];
      });
  return all;
}

Group updates(int n) {
  Group all{"updates", {n}, n, {}};
  const auto mixed = [](int i) { return static_cast<int>(hashed(i + whole(input(0, i))) & 255U); };
  const auto sixteen = [](int i) { return whole(input(0, i)) + 8; };
  add(
      all, "histogram of 256 in shared memory", 4LL * n,
      [=](Buffers b) { histogram_in_shared<<<n / 16 / THREADS, THREADS>>>(as<int>(b.out), b.in[0], 16); },
      counted(n, 256, mixed));
  add(
      all, "histogram of 16 in global memory", 4LL * n,
      [=](Buffers b) { histogram_in_global<<<n / THREADS, THREADS>>>(as<int>(b.out), b.in[0]); },
      counted(n, 16, sixteen));
  add(
      all, "histogram of 16, one a warp", 4LL * n,
      [=](Buffers b) { histogram_by_warp<<<n / 16 / THREADS, THREADS>>>(as<int>(b.out), b.in[0], 16); },
      counted(n, 16, sixteen));
  // What lay there is, as a whole number, less than any.
  add(
      all, "largest, by a word of a block", 4LL * n,
      [=](Buffers b) { largest<<<n / THREADS, THREADS>>>(as<int>(b.out), b.in[0]); }, first_of(64, [](std::int64_t) {
        const int seven = 7;
        float value = 0;
        std::memcpy(&value, &seven, sizeof value);
        return value;
      }));
  add(
      all, "counted by warps", 4LL * n,
      [=](Buffers b) { count_by_warp<<<n / THREADS, THREADS>>>(as<int>(b.out), b.in[0]); },
      [=, counts = std::make_shared<std::vector<int>>()](std::int64_t i) {
        if (i >= 32) return untouched;
        if (counts->empty()) {
          counts->resize(32);
          for (int k = 0; k < n; ++k) (*counts)[static_cast<std::size_t>(k / THREADS % 32)] += input(0, k) > 0 ? 1 : 0;
        }
        return counted_up((*counts)[static_cast<std::size_t>(i)]);
      });
  add(
      all, "sums of floats in 4096 words", 4LL * n,
      [=](Buffers b) { add_floats<<<n / THREADS, THREADS>>>(b.out, b.in[0], 4095); }, is_untouched);
  add(
      all, "compared and swapped, a word each", 8LL * n,
      [=](Buffers b) { swap_until_changed<<<n / THREADS, THREADS>>>(as<int>(b.out)); },
      [](std::int64_t) { return counted_up(3); });
  return all;
}

/// Blocks that are the same on a GPU, only more of them.
Group arithmetic(int blocks) {
  const int n = blocks * THREADS;
  Group all{"arithmetic", {n, 4 * 4096}, n, {}};
  const auto kernel = [&](const char* label, const std::function<void(Buffers)>& launch, const Expected& expected) {
    add(all, label, 4LL * n, launch, expected);
  };
  kernel(
      "Collatz", [=](Buffers b) { collatz<<<blocks, THREADS>>>(b.out, 1000); },
      [](std::int64_t i) {
        unsigned x = 1000 + static_cast<unsigned>(i % 4096);
        int steps = 0;
        for (; x != 1; ++steps) x = x % 2 == 0 ? x / 2 : 3 * x + 1;
        return static_cast<float>(steps);
      });
  kernel(
      "random numbers by shifts", [=](Buffers b) { random_numbers<<<blocks, THREADS>>>(b.out); },
      [](std::int64_t i) { return static_cast<float>(shuffled_bits(static_cast<unsigned>(i) + 1, 256) & 255U); });
  kernel(
      "greatest common divisors", [=](Buffers b) { divisors<<<blocks, THREADS>>>(b.out); },
      [](std::int64_t index) {
        const auto i = static_cast<unsigned>(index);
        return static_cast<float>(greatest_divisor((hashed(i) & 0xfffffU) + 1, (hashed(i + 7) & 0xfffffU) + 1));
      });
  kernel(
      "smallest factors", [=](Buffers b) { factors<<<blocks, THREADS>>>(b.out); },
      [](std::int64_t i) {
        return static_cast<float>(smallest_factor((hashed(static_cast<unsigned>(i)) & 0xffffffU) + 2));
      });
  kernel(
      "polynomial", [=](Buffers b) { polynomial<<<blocks, THREADS>>>(b.out, b.in[0]); }, is_half);
  kernel(
      "polynomial of doubles", [=](Buffers b) { polynomial_of_doubles<<<blocks, THREADS>>>(b.out, b.in[0]); }, is_half);
  kernel(
      "attraction, tiles in shared memory",
      [=](Buffers b) { attract_in_shared<<<blocks, THREADS>>>(b.out, as<float4>(b.in[1])); }, is_half);
  kernel(
      "attraction, loads of the same word",
      [=](Buffers b) { attract_in_global<<<blocks, THREADS>>>(b.out, as<float4>(b.in[1])); }, is_half);
  kernel(
      "prices of options", [=](Buffers b) { prices<<<blocks, THREADS>>>(b.out, b.in[0]); }, is_half);
  kernel(
      "sines and cosines", [=](Buffers b) { waves<<<blocks, THREADS>>>(b.out, b.in[0]); }, is_half);
  kernel(
      "shares of rows of 128",
      [=](Buffers b) { shares_of_row<<<blocks / 4, THREADS>>>(as<float4>(b.out), as<float4>(b.in[0])); }, is_half);
  kernel(
      "products of 64 bits", [=](Buffers b) { wide_products<<<blocks, THREADS>>>(b.out); },
      [](std::int64_t i) { return static_cast<float>(linear_congruential(static_cast<unsigned>(i)) >> 56); });
  kernel(
      "loops that lanes leave one by one",
      [=](Buffers b) { escape<<<dim3(16, blocks / 16), dim3(32, 8)>>>(b.out, 512); }, is_half);
  return all;
}

Group residency(int n, int multiprocessors) {
  Group all{"residency", {n}, n, {}};
  for (const int kib : {8, 48, 100}) {
    const int each = kib << 8;
    const int blocks = n / each / multiprocessors * multiprocessors;
    const int threads = kib == 8 ? 32 : 256;
    add(
        all, text("by way of %d KiB of shared memory, blocks of %d", kib, threads), 8LL * blocks * each,
        [=](Buffers b) {
          cudaFuncSetAttribute(copy_by_stages, cudaFuncAttributeMaxDynamicSharedMemorySize, kib << 10);
          copy_by_stages<<<blocks, threads, kib << 10>>>(b.out, b.in[0], each);
        },
        first_of(static_cast<std::int64_t>(blocks) * each,
                 [=](std::int64_t i) { return input(0, i / each * each + each - 1 - i % each); }));
  }
  const int threads = 4 * multiprocessors * 128;
  const int rounds = n / threads, all_of = rounds * threads;
  add(
      all, "loads a round ahead", 4LL * all_of,
      [=](Buffers b) { load_ahead<<<4 * multiprocessors, 128>>>(b.out, b.in[0], all_of); },
      first_of(threads, [=](std::int64_t i) {
        float sum = 0;
        for (std::int64_t k = i; k < all_of; k += threads) sum += input(0, k) * input(0, k);
        return sum;
      }));
  const int vectors = n / 4 / (4 * 1024 * multiprocessors) * (4 * 1024 * multiprocessors);
  add(
      all, "a block of 1024 a multiprocessor, four loads at once", 32LL * vectors,
      [=](Buffers b) { persistent_copy<<<multiprocessors, 1024>>>(as<float4>(b.out), as<float4>(b.in[0]), vectors); },
      first_of(4LL * vectors, is_input));
  const int columns = n / 64;
  add(
      all, "an array of a thread's own", 4LL * n,
      [=](Buffers b) { own_histogram<<<columns / THREADS, THREADS>>>(b.out, b.in[0], columns); },
      first_of(columns, [=](std::int64_t i) {
        int counts[16] = {};
        for (int k = 0; k < 64; ++k) ++counts[whole(input(0, static_cast<std::int64_t>(k) * columns + i)) + 8];
        return static_cast<float>(*std::max_element(counts, counts + 16));
      }));
  return all;
}

/// The same on a GPU and in the emulator.
Group small_work(int multiprocessors) {
  const int n = 1 << 18;
  Group all{"small work", {n, SIDE * SIDE}, n, {}};
  add(
      all, "sum by one block", 4LL * n, [](Buffers b) { sum_of_all<<<1, 1024>>>(b.out, b.in[0], 1 << 18); },
      first_of(1, [](std::int64_t) { return sum_of_inputs(0, 1, 1 << 18); }));
  add(
      all, "2 x + y of 10000 words", 120000,
      [](Buffers b) { axpy<<<(10000 + 127) / 128, 128>>>(b.out, b.in[0], b.in[0], 10000); },
      first_of(10000, [](std::int64_t i) { return 3 * input(0, i); }));
  add(
      all, "product of 128 × 256 and 256 × 256", 4LL * (2 * 128 + SIDE) * SIDE,
      [](Buffers b) { multiply_tiles<16><<<dim3(SIDE / 16, 8), dim3(16, 16)>>>(b.out, b.in[0], b.in[1]); },
      first_of(128LL * SIDE, [](std::int64_t i) {
        float sum = 0;
        for (int k = 0; k < SIDE; ++k) sum += input(0, i / SIDE * SIDE + k) * input(1, k * SIDE + i % SIDE);
        return sum;
      }));
  const int blocks = 2 * multiprocessors;
  add(
      all, "64 KiB read by every block", (64LL << 10) * blocks,
      [=](Buffers b) { read_together<<<blocks, THREADS>>>(b.out, as<float4>(b.in[0]), 4096); },
      first_of(static_cast<std::int64_t>(blocks) * THREADS, [](std::int64_t i) {
        float sum = 0;
        for (std::int64_t k = i % THREADS; k < 4096; k += THREADS) sum += sum_of_inputs(4 * k, 1, 4 * k + 4);
        return sum;
      }));
  add(
      all, "four kernels in a row", 32LL << 16,
      [](Buffers b) {
        begin_with<<<256, THREADS>>>(b.out, b.in[0], 1 << 16);
        for (int k = 0; k < 3; ++k) add_one<<<256, THREADS>>>(b.out, 1 << 16);
      },
      first_of(1 << 16, [](std::int64_t i) { return input(0, i) + 3; }));
  all.cases.back().kernels = 4;
  return all;
}

}  // namespace

void describe_experiment(const Machine& machine, Experiment& described) {
  const bool small = machine.is_emulated;
  const int n = small ? 1 << 18 : 1 << 26;
  described.groups = {structures(n),
                      images(8192, small ? 32 : 8192),
                      volumes(small ? 16 : 256),
                      sums(small ? 1 << 20 : 1 << 26),
                      scans(n),
                      products(small ? 256 : 1 << 15),
                      transposes(small ? 512 : 8192),
                      gathers(small ? 1 << 20 : 1 << 25, 1 << 26),
                      updates(small ? 1 << 18 : 1 << 24),
                      arithmetic(small ? 32 : 32 * machine.multiprocessors),
                      residency(small ? 1 << 24 : 1 << 26, machine.multiprocessors),
                      small_work(machine.multiprocessors)};
  tests_no_claim(described);
}
