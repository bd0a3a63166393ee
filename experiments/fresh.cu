// More kernels as students and programs write them, none of which is in another experiment: the second blind test of
// predictions. Their times were predicted before any was measured.
#include <cuda_runtime.h>

#include <algorithm>
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

// ---- element by element ----

__global__ void sigmoid(float* out, const float* in) {
  const int i = thread_of_grid();
  out[i] = stored(1.0F / (1.0F + expf(-in[i])));
}

__global__ void limit(float* out, const float* in) {
  const int i = thread_of_grid();
  out[i] = fminf(fmaxf(in[i], -0.5F), 0.5F);
}

__global__ void blend(float4* out, const float4* a, const float4* b) {
  const int i = thread_of_grid();
  const float4 x = a[i], y = b[i];
  out[i] = make_float4(0.25F * x.x + 0.75F * y.x, 0.25F * x.y + 0.75F * y.y, 0.25F * x.z + 0.75F * y.z,
                       0.25F * x.w + 0.75F * y.w);
}

/// Four words to four bytes.
__global__ void pack(uchar4* out, const float4* in) {
  const int i = thread_of_grid();
  const float4 x = in[i];
  out[i] = make_uchar4(whole(x.x) + 8, whole(x.y) + 8, whole(x.z) + 8, whole(x.w) + 8);
}

__global__ void where_positive(float* out, const float* a, const float* b) {
  const int i = thread_of_grid();
  float result = 0;
  if (a[i] > 0.75F) result = b[i];
  out[i] = result;
}

__global__ void triad(float* out, const float* a, const float* b, int n) {
  for (int i = thread_of_grid(); i < n; i += gridDim.x * blockDim.x) out[i] = a[i] + 0.5F * b[i];
}

__global__ void remainders(float* out, int divisor) {
  const int i = thread_of_grid();
  out[i] = static_cast<float>(i % divisor);
}

__global__ void rotate(float* out, const float* in, int by, int n) {
  const int i = thread_of_grid();
  out[i] = in[(i + by) % n];
}

__global__ void differences(float* out, const float* in, int n) {
  const int i = thread_of_grid();
  out[i] = i + 1 < n ? in[i + 1] - in[i] : 0;
}

__global__ void butterflies(float* out, const float* in, int n) {
  const int i = thread_of_grid();
  const float a = in[i], b = in[i + n];
  out[i] = a + b;
  out[i + n] = a - b;
}

// ---- images ----

__global__ void halve(float* out, const float* in, int width) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const float* const at = in + 2 * y * width + 2 * x;
  out[y * (width / 2) + x] = (at[0] + at[1] + at[width] + at[width + 1]) * 0.25F;
}

__global__ void enlarge(float* out, const float* in, int width) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  out[y * width + x] = in[y / 2 * (width / 2) + x / 2];
}

__global__ void middle_of_three(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const float a = in[max(y - 1, 0) * width + x], b = in[y * width + x], c = in[min(y + 1, height - 1) * width + x];
  out[y * width + x] = fmaxf(fminf(a, b), fminf(fmaxf(a, b), c));
}

__constant__ float weights[25] = {1, 2, 3, 2, 1, 2, 4, 6, 4, 2, 3, 6, 9, 6, 3, 2, 4, 6, 4, 2, 1, 2, 3, 2, 1};

__global__ void filter_5x5(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int dy = -2; dy <= 2; ++dy) {
    const int row = y + dy;
    if (row < 0 || row >= height) continue;
    for (int dx = -2; dx <= 2; ++dx) {
      const int column = x + dx;
      if (column >= 0 && column < width) sum += weights[(dy + 2) * 5 + dx + 2] * in[row * width + column];
    }
  }
  out[y * width + x] = sum;
}

/// Edges, with a tile of 18 × 18 in shared memory.
__global__ void edges(float* out, const float* in, int width, int height) {
  __shared__ float tile[18][18];
  const int left = blockIdx.x * 16, top = blockIdx.y * 16;
  for (int i = threadIdx.y * 16 + threadIdx.x; i < 18 * 18; i += 256) {
    const int x = min(max(left + i % 18 - 1, 0), width - 1), y = min(max(top + i / 18 - 1, 0), height - 1);
    tile[i / 18][i % 18] = in[y * width + x];
  }
  __syncthreads();
  const int x = threadIdx.x, y = threadIdx.y;
  const float across =
      tile[y][x + 2] - tile[y][x] + 2 * (tile[y + 1][x + 2] - tile[y + 1][x]) + tile[y + 2][x + 2] - tile[y + 2][x];
  const float down =
      tile[y + 2][x] - tile[y][x] + 2 * (tile[y + 2][x + 1] - tile[y][x + 1]) + tile[y + 2][x + 2] - tile[y][x + 2];
  out[(top + y) * width + left + x] = fabsf(across) + fabsf(down);
}

/// Each thread goes down a column of 128 rows.
__global__ void sums_down(float* out, const float* in, int width) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int y = blockIdx.y * 128; y < (blockIdx.y + 1) * 128; ++y) {
    sum += in[y * width + x];
    out[y * width + x] = sum;
  }
}

/// A ring of four points around each point of a volume's plane; blocks of 64 × 4.
__global__ void four_corners(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  if (x > 0 && x < width - 1 && y > 0 && y < height - 1) {
    sum = in[(y - 1) * width + x - 1] + in[(y - 1) * width + x + 1] + in[(y + 1) * width + x - 1] +
          in[(y + 1) * width + x + 1];
  }
  out[y * width + x] = sum;
}

// ---- reductions ----

__global__ void least_and_most(float2* out, const float* in) {
  __shared__ float least[THREADS], most[THREADS];
  const int t = threadIdx.x;
  least[t] = most[t] = in[thread_of_grid()];
  __syncthreads();
  for (int step = THREADS / 2; step > 0; step /= 2) {
    if (t < step) {
      least[t] = fminf(least[t], least[t + step]);
      most[t] = fmaxf(most[t], most[t + step]);
    }
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = make_float2(least[0], most[0]);
}

/// The place of a warp's largest word.
__global__ void place_of_largest(float* out, const float* in) {
  float most = in[thread_of_grid()];
  int place = threadIdx.x % 32;
  for (int step = 16; step > 0; step /= 2) {
    const float other = __shfl_down_sync(0xffffffffU, most, step);
    const int others_place = __shfl_down_sync(0xffffffffU, place, step);
    if (other > most || (other == most && others_place < place)) {
      most = other;
      place = others_place;
    }
  }
  if (threadIdx.x % 32 == 0) out[thread_of_grid() / 32] = static_cast<float>(place);
}

__device__ float sum_of_block(float value, float* part) {
  part[threadIdx.x] = value;
  __syncthreads();
  for (int step = THREADS / 2; step > 0; step /= 2) {
    if (threadIdx.x < step) part[threadIdx.x] += part[threadIdx.x + step];
    __syncthreads();
  }
  const float sum = part[0];
  __syncthreads();
  return sum;
}

/// Rows of 256 words: their mean is taken away.
__global__ void centre_rows(float* out, const float* in) {
  __shared__ float part[THREADS];
  const int i = thread_of_grid();
  const float x = in[i];
  out[i] = x - sum_of_block(x, part) / THREADS;
}

__global__ void largest_of_sixteen(float* out, const float* in) {
  const int i = thread_of_grid();
  float most = in[i];
  for (int step = 8; step > 0; step /= 2) most = fmaxf(most, __shfl_xor_sync(0xffffffffU, most, step, 16));
  out[i] = most;
}

/// Rows of 512 words, a warp each, by vectors of 4.
__global__ void rows_by_vectors(float* out, const float4* in, const float4* x) {
  const int row = thread_of_grid() / 32, lane = threadIdx.x % 32;
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    const float4 a = in[row * 128 + k * 32 + lane], b = x[k * 32 + lane];
    sum += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
  }
  for (int step = 16; step > 0; step /= 2) sum += __shfl_xor_sync(0xffffffffU, sum, step);
  if (lane == 0) out[row] = sum;
}

__global__ void scan_block(float* out, const float* in) {
  __shared__ float of_warp[8];
  const int i = thread_of_grid(), lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  float sum = in[i];
  for (int step = 1; step < 32; step *= 2) {
    const float other = __shfl_up_sync(0xffffffffU, sum, step);
    if (lane >= step) sum += other;
  }
  if (lane == 31) of_warp[warp] = sum;
  __syncthreads();
  for (int w = 0; w < warp; ++w) sum += of_warp[w];
  out[i] = sum;
}

// ---- matrices ----

/// A thread a column of `rows` rows; x in shared memory.
__global__ void columns_times_x(float* out, const float* a, const float* x, int columns, int rows) {
  __shared__ float part[THREADS];
  const int column = thread_of_grid();
  float sum = 0;
  for (int first = 0; first < rows; first += THREADS) {
    part[threadIdx.x] = x[first + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < THREADS; ++k) sum += a[(first + k) * columns + column] * part[k];
    __syncthreads();
  }
  out[column] = sum;
}

constexpr int SIDE = 256;

/// Tiles of 32 × 32 of C by 32 × 8 threads, four rows each.
__global__ void multiply_four_rows(float* out, const float* a, const float* b) {
  __shared__ float of_a[32][32], of_b[32][32];
  const int column = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 32 + threadIdx.y;
  float sums[4] = {};
  for (int first = 0; first < SIDE; first += 32) {
#pragma unroll
    for (int j = 0; j < 32; j += 8) {
      of_a[threadIdx.y + j][threadIdx.x] = a[(row + j) * SIDE + first + threadIdx.x];
      of_b[threadIdx.y + j][threadIdx.x] = b[(first + threadIdx.y + j) * SIDE + column];
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 32; ++k) {
      const float right = of_b[k][threadIdx.x];
#pragma unroll
      for (int j = 0; j < 4; ++j) sums[j] += of_a[threadIdx.y + 8 * j][k] * right;
    }
    __syncthreads();
  }
#pragma unroll
  for (int j = 0; j < 4; ++j) out[(row + 8 * j) * SIDE + column] = sums[j];
}

/// Products of 8 × 8 matrices, four a block of 256 threads.
__global__ void multiply_small(float* out, const float* a, const float* b) {
  __shared__ float of_a[256], of_b[256];
  const int i = thread_of_grid(), t = threadIdx.x;
  of_a[t] = a[i];
  of_b[t] = b[i];
  __syncthreads();
  const int first = t / 64 * 64, row = t % 64 / 8, column = t % 8;
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 8; ++k) sum += of_a[first + row * 8 + k] * of_b[first + k * 8 + column];
  out[i] = sum;
}

__global__ void update_by_rank_one(float* out, const float* c, const float* x) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
  out[row * 2048 + column] = c[row * 2048 + column] - x[row] * x[column];
}

__global__ void five_diagonals(float* out, const float* a, const float* x, int n) {
  const int i = thread_of_grid();
  float sum = 0;
  for (int d = 0; d < 5; ++d) {
    const int column = i + d - 2;
    if (column >= 0 && column < n) sum += a[d * n + i] * x[column];
  }
  out[i] = sum;
}

/// Rows · rows of A (rows of 64 words), a thread a result: C = A·Aᵀ of one block of 64 rows.
__global__ void products_of_rows(float* out, const float* a) {
  const int column = threadIdx.x, first = blockIdx.x * 64;
  for (int row = threadIdx.y; row < 64; row += blockDim.y) {
    float sum = 0;
    for (int k = 0; k < 64; ++k) sum += a[(first + row) * 64 + k] * a[(first + column) * 64 + k];
    out[(first + row) * 64 + column] = sum;
  }
}

// ---- transposes ----

__global__ void transpose_swizzled(float* out, const float* in, int side) {
  __shared__ float tile[32][32];
  const int x = blockIdx.x * 32, y = blockIdx.y * 32;
  for (int j = threadIdx.y; j < 32; j += 8) tile[j][threadIdx.x ^ j] = in[(y + j) * side + x + threadIdx.x];
  __syncthreads();
  for (int j = threadIdx.y; j < 32; j += 8) out[(x + j) * side + y + threadIdx.x] = tile[threadIdx.x][j ^ threadIdx.x];
}

/// A turn by 90 degrees, without shared memory.
__global__ void turn(float* out, const float* in, int side) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  out[y * side + x] = in[(side - 1 - x) * side + y];
}

__global__ void transpose_small(float* out, const float* in) {
  const int first = blockIdx.x * 256, x = threadIdx.x % 16, y = threadIdx.x / 16;
  out[first + x * 16 + y] = in[first + y * 16 + x];
}

__global__ void transpose_pairs_plain(float2* out, const float2* in, int side) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  out[x * side + y] = in[y * side + x];
}

// ---- gathers ----

/// Eight mixed words of a table a row.
__global__ void sparse_rows(float* out, const float* values, const float* x, int n, unsigned mask) {
  const int row = thread_of_grid();
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 8; ++k) sum += values[k * n + row] * x[hashed(row * 8 + k) & mask];
  out[row] = sum;
}

__global__ void scatter_in_blocks(float* out, const float* in) {
  const unsigned i = thread_of_grid();
  out[(i & ~4095U) | (i * 1597U & 4095U)] = in[i];
}

/// Hops in shared memory.
__global__ void follow_in_shared(float* out) {
  __shared__ int next[1024];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) next[i] = (i * 5 + 7) % 1024;
  __syncthreads();
  int at = threadIdx.x;
#pragma unroll 1
  for (int hop = 0; hop < 64; ++hop) at = next[at];
  out[thread_of_grid()] = static_cast<float>(at);
}

/// Pairs of words from mixed places.
__global__ void gather_pairs(float2* out, const float2* in, unsigned mask) {
  const unsigned i = thread_of_grid();
  out[i] = in[hashed(i) & mask];
}

// ---- atomic updates ----

__global__ void sum_to_one_word(int* out, const float* in) {
  int sum = whole(in[thread_of_grid()]);
  for (int step = 16; step > 0; step /= 2) sum += __shfl_xor_sync(0xffffffffU, sum, step);
  if (threadIdx.x % 32 == 0) atomicAdd(out, sum);
}

/// A histogram of 16 in shared memory, one for the block; 32 words a thread.
__global__ void histogram_of_block(int* out, const float* in) {
  __shared__ int counts[16];
  if (threadIdx.x < 16) counts[threadIdx.x] = 0;
  __syncthreads();
  for (int k = 0; k < 32; ++k) atomicAdd(&counts[whole(in[(blockIdx.x * 32 + k) * THREADS + threadIdx.x]) + 8], 1);
  __syncthreads();
  if (threadIdx.x < 16) atomicAdd(out + threadIdx.x, counts[threadIdx.x]);
}

// ---- arithmetic ----

__global__ void cube_roots(float* out, const float* in) {
  const int i = thread_of_grid();
  const float x = in[i] + 2;
  float y = 1;
  for (int k = 0; k < 16; ++k) y = (2 * y + x / (y * y)) / 3;
  out[i] = stored(y);
}

__global__ void hash_again(float* out) {
  unsigned x = thread_of_grid();
  for (int k = 0; k < 64; ++k) x = hashed(x + k);
  out[thread_of_grid()] = stored(static_cast<float>(x));
}

__global__ void fibonacci(float* out, int rounds) {
  const int i = thread_of_grid();
  unsigned a = i, b = 1;
  for (int k = 0; k < rounds; ++k) {
    const unsigned next = (a + b) % 1000003U;
    a = b;
    b = next;
  }
  out[i] = stored(static_cast<float>(a));
}

__global__ void bits(float* out) {
  unsigned x = thread_of_grid();
  int sum = 0;
  for (int k = 0; k < 128; ++k) {
    sum += __popc(x) + __clz(x);
    x = x * 1664525U + 1013904223U;
  }
  out[thread_of_grid()] = stored(static_cast<float>(sum));
}

__global__ void series(float* out, const float* in, int terms) {
  const int i = thread_of_grid();
  float term = 1, sum = 1;
  for (int k = 1; k <= terms; ++k) {
    term *= in[i] / static_cast<float>(k);
    sum += term;
  }
  out[i] = stored(sum);
}

__global__ void integrate(float* out, int steps) {
  const int i = thread_of_grid();
  const float from = static_cast<float>(i % 64) * 0.01F;
  float sum = 0;
  for (int k = 0; k < steps; ++k) {
    const float x = from + static_cast<float>(k) * 0.001F;
    sum += __fdividef(4.0F, 1.0F + x * x);
  }
  out[i] = stored(sum);
}

__global__ void logistic(float* out, const float* in) {
  const int i = thread_of_grid();
  double x = in[i] * 0.25 + 0.5;
  for (int k = 0; k < 64; ++k) x = 3.5 * x * (1 - x);
  out[i] = stored(static_cast<float>(x));
}

__global__ void distances(float* out, const float2* in, int points) {
  const float2 own = in[thread_of_grid() % points];
  float least = 1e30F;
  for (int k = 0; k < points; ++k) {
    const float dx = in[k].x - own.x, dy = in[k].y - own.y;
    least = fminf(least, sqrtf(dx * dx + dy * dy));
  }
  out[thread_of_grid()] = stored(least);
}

__global__ void determinants(float* out, const float* in) {
  const int i = thread_of_grid();
  float a[9];
#pragma unroll
  for (int k = 0; k < 9; ++k) a[k] = in[9 * i + k];
  out[i] = a[0] * (a[4] * a[8] - a[5] * a[7]) - a[1] * (a[3] * a[8] - a[5] * a[6]) + a[2] * (a[3] * a[7] - a[4] * a[6]);
}

// ---- few threads, small grids, barriers ----

/// A warp a block, eight words a thread.
__global__ void copy_by_warps(float* out, const float* in) {
  const int first = blockIdx.x * 256 + threadIdx.x;
#pragma unroll
  for (int k = 0; k < 8; ++k) out[first + 32 * k] = in[first + 32 * k];
}

/// Values go once around a block, step by step.
__global__ void relax(float* out, const float* in, int steps) {
  __shared__ float row[THREADS + 2];
  const int i = thread_of_grid(), t = threadIdx.x + 1;
  row[t] = in[i];
  if (threadIdx.x < 2) row[threadIdx.x * (THREADS + 1)] = 0;
  __syncthreads();
  for (int step = 0; step < steps; ++step) {
    const float next = 0.5F * (row[t - 1] + row[t + 1]);
    __syncthreads();
    row[t] = next;
    __syncthreads();
  }
  out[i] = stored(row[t]);
}

__global__ void copy_plain(float4* out, const float4* in) {
  const int i = thread_of_grid();
  out[i] = in[i];
}

/// Two passes: a block's sum each, then one block adds them up.
__global__ void partial_sums(float* out, const float* in, int n) {
  __shared__ float part[THREADS];
  float sum = 0;
  for (int i = thread_of_grid(); i < n; i += gridDim.x * blockDim.x) sum += in[i];
  sum = sum_of_block(sum, part);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

__global__ void last_sum(float* out, int count) {
  __shared__ float part[THREADS];
  float sum = 0;
  for (int i = threadIdx.x; i < count; i += blockDim.x) sum += out[i];
  sum = sum_of_block(sum, part);
  if (threadIdx.x == 0) out[0] = sum;
}

/// A thread a matrix row of 32 words, as one writes it first.
__global__ void row_of_thread(float* out, const float* in) {
  const int i = thread_of_grid();
  float sum = 0;
  for (int k = 0; k < 32; ++k) sum += in[i * 32 + k];
  out[i] = sum;
}

// ---- the cases ----

Group elements(int n) {
  const int blocks = n / THREADS;
  Group all{"elements", {n, n}, n, {}};
  add(
      all, "sigmoid", 8LL * n, [=](Buffers b) { sigmoid<<<blocks, THREADS>>>(b.out, b.in[0]); }, is_half);
  add(
      all, "limits", 8LL * n, [=](Buffers b) { limit<<<blocks, THREADS>>>(b.out, b.in[0]); },
      [](std::int64_t i) { return std::min(std::max(input(0, i), -0.5F), 0.5F); });
  add(
      all, "blend by vectors of 4", 12LL * n,
      [=](Buffers b) { blend<<<blocks / 4, THREADS>>>(as<float4>(b.out), as<float4>(b.in[0]), as<float4>(b.in[1])); },
      [](std::int64_t i) { return 0.25F * input(0, i) + 0.75F * input(1, i); });
  add(
      all, "four words to bytes", 5LL * n,
      [=](Buffers b) { pack<<<blocks / 4, THREADS>>>(as<uchar4>(b.out), as<float4>(b.in[0])); },
      [=](std::int64_t i) {
        if (i >= n / 4) return untouched;
        unsigned char four[4];
        for (int k = 0; k < 4; ++k) four[k] = static_cast<unsigned char>(whole(input(0, 4 * i + k)) + 8);
        float value = 0;
        std::memcpy(&value, four, sizeof value);
        return value;
      });
  add(
      all, "loaded where another is large", 12LL * n,
      [=](Buffers b) { where_positive<<<blocks, THREADS>>>(b.out, b.in[0], b.in[1]); },
      [](std::int64_t i) { return input(0, i) > 0.75F ? input(1, i) : 0; });
  add(
      all, "remainders", 4LL * n, [=](Buffers b) { remainders<<<blocks, THREADS>>>(b.out, 1000); },
      [](std::int64_t i) { return static_cast<float>(i % 1000); });
  add(
      all, "rotated by a third", 8LL * n, [=](Buffers b) { rotate<<<blocks, THREADS>>>(b.out, b.in[0], n / 3, n); },
      [=](std::int64_t i) { return input(0, (i + n / 3) % n); });
  add(
      all, "differences of neighbours", 8LL * n,
      [=](Buffers b) { differences<<<blocks, THREADS>>>(b.out, b.in[0], n); },
      [=](std::int64_t i) { return i + 1 < n ? input(0, i + 1) - input(0, i) : 0; });
  const int half = n / 2;
  add(
      all, "sums and differences of halves", 8LL * n,
      [=](Buffers b) { butterflies<<<half / THREADS, THREADS>>>(b.out, b.in[0], half); },
      [=](std::int64_t i) { return i < half ? input(0, i) + input(0, i + half) : input(0, i - half) - input(0, i); });
  return all;
}

Group images(int width, int height) {
  const int n = width * height;
  Group all{"images", {n}, n, {}};
  const dim3 block(32, 8), grid(width / 32, height / 8);
  add(
      all, "halved", 5LL * n,
      [=](Buffers b) { halve<<<dim3(width / 64, height / 16), block>>>(b.out, b.in[0], width); },
      [=](std::int64_t i) {
        if (i >= n / 4) return untouched;
        const std::int64_t at = i / (width / 2) * 2 * width + i % (width / 2) * 2;
        return (input(0, at) + input(0, at + 1) + input(0, at + width) + input(0, at + width + 1)) * 0.25F;
      });
  add(
      all, "doubled", 5LL * n, [=](Buffers b) { enlarge<<<grid, block>>>(b.out, b.in[0], width); },
      [=](std::int64_t i) { return input(0, i / width / 2 * (width / 2) + i % width / 2); });
  add(
      all, "middle of three rows", 8LL * n,
      [=](Buffers b) { middle_of_three<<<grid, block>>>(b.out, b.in[0], width, height); },
      [=](std::int64_t i) {
        const std::int64_t x = i % width, y = i / width;
        const float a = input(0, std::max<std::int64_t>(y - 1, 0) * width + x), b = input(0, i);
        const float c = input(0, std::min<std::int64_t>(y + 1, height - 1) * width + x);
        return std::max(std::min(a, b), std::min(std::max(a, b), c));
      });
  add(
      all, "filter of 5 × 5", 8LL * n, [=](Buffers b) { filter_5x5<<<grid, block>>>(b.out, b.in[0], width, height); },
      [=](std::int64_t i) {
        constexpr float rows[5] = {1, 2, 3, 2, 1};
        const std::int64_t x = i % width, y = i / width;
        float sum = 0;
        for (int dy = -2; dy <= 2; ++dy) {
          for (int dx = -2; dx <= 2; ++dx) {
            if (x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= height) continue;
            sum += rows[dy + 2] * rows[dx + 2] * input(0, (y + dy) * width + x + dx);
          }
        }
        return sum;
      });
  add(
      all, "edges by tiles of 16 × 16", 8LL * n,
      [=](Buffers b) { edges<<<dim3(width / 16, height / 16), dim3(16, 16)>>>(b.out, b.in[0], width, height); },
      [=](std::int64_t i) {
        const auto at = [=](std::int64_t x, std::int64_t y) {
          x = std::min<std::int64_t>(std::max<std::int64_t>(x, 0), width - 1);
          y = std::min<std::int64_t>(std::max<std::int64_t>(y, 0), height - 1);
          return input(0, y * width + x);
        };
        const std::int64_t x = i % width, y = i / width;
        const float across = at(x + 1, y - 1) - at(x - 1, y - 1) + 2 * (at(x + 1, y) - at(x - 1, y)) +
                             at(x + 1, y + 1) - at(x - 1, y + 1);
        const float down = at(x - 1, y + 1) - at(x - 1, y - 1) + 2 * (at(x, y + 1) - at(x, y - 1)) + at(x + 1, y + 1) -
                           at(x + 1, y - 1);
        return std::abs(across) + std::abs(down);
      });
  add(
      all, "sums down 128 rows", 8LL * n,
      [=](Buffers b) { sums_down<<<dim3(width / THREADS, height / 128), THREADS>>>(b.out, b.in[0], width); },
      [=](std::int64_t i) { return sum_of_inputs(i / (128LL * width) * 128 * width + i % width, width, i + 1); });
  add(
      all, "four corners", 8LL * n,
      [=](Buffers b) { four_corners<<<dim3(width / 64, height / 4), dim3(64, 4)>>>(b.out, b.in[0], width, height); },
      [=](std::int64_t i) {
        const std::int64_t x = i % width, y = i / width;
        if (x == 0 || x == width - 1 || y == 0 || y == height - 1) return 0.0F;
        return input(0, i - width - 1) + input(0, i - width + 1) + input(0, i + width - 1) + input(0, i + width + 1);
      });
  return all;
}

Group reductions(int n) {
  const int blocks = n / THREADS;
  Group all{"reductions", {n, 512}, n, {}};
  add(
      all, "least and largest of a block", 4LL * n,
      [=](Buffers b) { least_and_most<<<blocks, THREADS>>>(as<float2>(b.out), b.in[0]); },
      [=](std::int64_t i) {
        if (i >= 2LL * blocks) return untouched;
        float least = 2, most = -2;
        for (std::int64_t k = i / 2 * THREADS; k < (i / 2 + 1) * THREADS; ++k) {
          least = std::min(least, input(0, k));
          most = std::max(most, input(0, k));
        }
        return i % 2 == 0 ? least : most;
      });
  add(
      all, "place of a warp's largest", 4LL * n,
      [=](Buffers b) { place_of_largest<<<blocks, THREADS>>>(b.out, b.in[0]); }, first_of(n / 32, [](std::int64_t i) {
        int place = 0;
        for (int k = 1; k < 32; ++k) {
          if (input(0, i * 32 + k) > input(0, i * 32 + place)) place = k;
        }
        return static_cast<float>(place);
      }));
  add(
      all, "rows less their mean", 8LL * n, [=](Buffers b) { centre_rows<<<blocks, THREADS>>>(b.out, b.in[0]); },
      [](std::int64_t i) {
        const std::int64_t first = i / THREADS * THREADS;
        return input(0, i) - sum_of_inputs(first, 1, first + THREADS) / THREADS;
      });
  add(
      all, "largest of sixteen", 8LL * n, [=](Buffers b) { largest_of_sixteen<<<blocks, THREADS>>>(b.out, b.in[0]); },
      [](std::int64_t i) {
        float most = -2;
        for (std::int64_t k = i / 16 * 16; k < i / 16 * 16 + 16; ++k) most = std::max(most, input(0, k));
        return most;
      });
  add(
      all, "rows of 512 by vectors of 4", 4LL * n,
      [=](Buffers b) { rows_by_vectors<<<n / 512 / 8, THREADS>>>(b.out, as<float4>(b.in[0]), as<float4>(b.in[1])); },
      first_of(n / 512, [](std::int64_t row) {
        float sum = 0;
        for (int k = 0; k < 512; ++k) sum += input(0, row * 512 + k) * input(1, k);
        return sum;
      }));
  add(
      all, "scan of blocks by warps", 8LL * n, [=](Buffers b) { scan_block<<<blocks, THREADS>>>(b.out, b.in[0]); },
      [](std::int64_t i) { return sum_of_inputs(i / THREADS * THREADS, 1, i + 1); });
  add(
      all, "rows of 32, a thread each", 4LL * n,
      [=](Buffers b) { row_of_thread<<<blocks / 32, THREADS>>>(b.out, b.in[0]); },
      first_of(n / 32, [](std::int64_t i) { return sum_of_inputs(32 * i, 1, 32 * i + 32); }));
  return all;
}

Group matrices(int n) {
  const int rows = n / SIDE;
  Group all{"matrices", {n, n}, n, {}};
  const int columns = n / 512;
  add(
      all, "columns of 512, x in shared memory", 4LL * n,
      [=](Buffers b) { columns_times_x<<<columns / THREADS, THREADS>>>(b.out, b.in[0], b.in[1], columns, 512); },
      first_of(columns, [=](std::int64_t c) {
        float sum = 0;
        for (std::int64_t r = 0; r < 512; ++r) sum += input(0, r * columns + c) * input(1, r);
        return sum;
      }));
  add(
      all, "tiles of 32, four rows a thread", 8LL * n,
      [=](Buffers b) { multiply_four_rows<<<dim3(SIDE / 32, rows / 32), dim3(32, 8)>>>(b.out, b.in[0], b.in[1]); },
      [](std::int64_t i) {
        float sum = 0;
        for (int k = 0; k < SIDE; ++k) sum += input(0, i / SIDE * SIDE + k) * input(1, k * SIDE + i % SIDE);
        return sum;
      });
  add(
      all, "products of 8 × 8", 12LL * n,
      [=](Buffers b) { multiply_small<<<n / THREADS, THREADS>>>(b.out, b.in[0], b.in[1]); },
      [](std::int64_t i) {
        const std::int64_t first = i / 64 * 64;
        float sum = 0;
        for (int k = 0; k < 8; ++k) sum += input(0, first + i % 64 / 8 * 8 + k) * input(1, first + k * 8 + i % 8);
        return sum;
      });
  add(
      all, "rank-one update", 8LL * n,
      [=](Buffers b) { update_by_rank_one<<<dim3(2048 / THREADS, n / 2048), THREADS>>>(b.out, b.in[0], b.in[1]); },
      [](std::int64_t i) { return input(0, i) - input(1, i / 2048) * input(1, i % 2048); });
  const int fifth = n / 8;
  add(
      all, "five diagonals", 28LL * fifth,
      [=](Buffers b) { five_diagonals<<<fifth / THREADS, THREADS>>>(b.out, b.in[0], b.in[1], fifth); },
      first_of(fifth, [=](std::int64_t i) {
        float sum = 0;
        for (int d = 0; d < 5; ++d) {
          if (i + d >= 2 && i + d - 2 < fifth)
            sum += input(0, static_cast<std::int64_t>(d) * fifth + i) * input(1, i + d - 2);
        }
        return sum;
      }));
  const int groups = n / 64 / 64;
  add(
      all, "products of rows of 64", 8LL * n,
      [=](Buffers b) { products_of_rows<<<groups, dim3(64, 4)>>>(b.out, b.in[0]); },
      [](std::int64_t i) {
        const std::int64_t row = i / 64, column = row / 64 * 64 + i % 64;
        float sum = 0;
        for (int k = 0; k < 64; ++k) sum += input(0, row * 64 + k) * input(0, column * 64 + k);
        return sum;
      });
  return all;
}

Group transposes(int side) {
  const std::int64_t n = static_cast<std::int64_t>(side) * side;
  Group all{"transposes", {n}, n, {}};
  const Expected turned = [=](std::int64_t i) { return input(0, i % side * side + i / side); };
  add(
      all, "tiles whose columns are mixed", 8LL * n,
      [=](Buffers b) { transpose_swizzled<<<dim3(side / 32, side / 32), dim3(32, 8)>>>(b.out, b.in[0], side); },
      turned);
  add(
      all, "a turn, plain", 8LL * n,
      [=](Buffers b) { turn<<<dim3(side / 32, side / 8), dim3(32, 8)>>>(b.out, b.in[0], side); },
      [=](std::int64_t i) { return input(0, (side - 1 - i % side) * side + i / side); });
  add(
      all, "matrices of 16 × 16, plain", 8LL * n,
      [=](Buffers b) { transpose_small<<<static_cast<int>(n / 256), 256>>>(b.out, b.in[0]); },
      [](std::int64_t i) { return input(0, i / 256 * 256 + i % 16 * 16 + i % 256 / 16); });
  const int pairs = side / 2;
  add(
      all, "pairs, plain", 4LL * n,
      [=](Buffers b) {
        transpose_pairs_plain<<<dim3(pairs / 16, pairs / 16), dim3(16, 16)>>>(as<float2>(b.out), as<float2>(b.in[0]),
                                                                              pairs);
      },
      first_of(n / 2, [=](std::int64_t i) {
        const std::int64_t pair = i / 2;
        return input(0, (pair % pairs * pairs + pair / pairs) * 2 + i % 2);
      }));
  return all;
}

Group gathers(int n) {
  const int blocks = n / THREADS, eighth = n / 8;
  const unsigned table = (1U << 14) - 1, large = (1U << 17) - 1;
  Group all{"gathers", {n, std::max(n, 1 << 18)}, n, {}};
  add(
      all, "eight words of 64 KiB a row", 36LL * eighth,
      [=](Buffers b) { sparse_rows<<<eighth / THREADS, THREADS>>>(b.out, b.in[0], b.in[1], eighth, table); },
      first_of(eighth, [=](std::int64_t i) {
        float sum = 0;
        for (int k = 0; k < 8; ++k) {
          sum += input(0, static_cast<std::int64_t>(k) * eighth + i) *
                 input(1, hashed(static_cast<unsigned>(i) * 8 + k) & table);
        }
        return sum;
      }));
  add(
      all, "scattered in 4096", 8LL * n, [=](Buffers b) { scatter_in_blocks<<<blocks, THREADS>>>(b.out, b.in[0]); },
      [](std::int64_t i) {
        unsigned inverse = 1597U;  // by Newton's steps
        for (int k = 0; k < 5; ++k) inverse *= 2 - 1597U * inverse;
        const auto at = static_cast<unsigned>(i);
        return input(0, (at & ~4095U) | (at * inverse & 4095U));
      });
  add(
      all, "pairs of 1 MiB", 8LL * n,
      [=](Buffers b) { gather_pairs<<<blocks / 2, THREADS>>>(as<float2>(b.out), as<float2>(b.in[1]), large); },
      [=](std::int64_t i) { return input(1, (hashed(static_cast<unsigned>(i / 2)) & large) * 2LL + i % 2); });
  return all;
}

Group updates(int n) {
  const int blocks = n / THREADS;
  Group all{"updates", {n}, n, {}};
  add(
      all, "sums of warps to one word", 4LL * n,
      [=](Buffers b) { sum_to_one_word<<<blocks, THREADS>>>(as<int>(b.out), b.in[0]); }, first_of(1, [=](std::int64_t) {
        int sum = 0;
        for (int i = 0; i < n; ++i) sum += whole(input(0, i));
        return counted_up(sum);
      }));
  add(
      all, "histogram of 16, one a block", 4LL * n,
      [=](Buffers b) { histogram_of_block<<<blocks / 32, THREADS>>>(as<int>(b.out), b.in[0]); },
      [=, counts = std::make_shared<std::vector<int>>()](std::int64_t i) {
        if (i >= 16) return untouched;
        if (counts->empty()) {
          counts->resize(16);
          for (int k = 0; k < n; ++k) ++(*counts)[static_cast<std::size_t>(whole(input(0, k)) + 8)];
        }
        return counted_up((*counts)[static_cast<std::size_t>(i)]);
      });
  return all;
}

/// Blocks that are the same on a GPU, only more of them.
Group arithmetic(int blocks) {
  const int n = blocks * THREADS;
  Group all{"arithmetic", {9LL * n}, n, {}};
  const auto kernel = [&](const char* label, const std::function<void(Buffers)>& launch,
                          const Expected& expected = is_half) { add(all, label, 4LL * n, launch, expected); };
  kernel("cube roots", [=](Buffers b) { cube_roots<<<blocks, THREADS>>>(b.out, b.in[0]); });
  kernel("hashes of hashes", [=](Buffers b) { hash_again<<<blocks, THREADS>>>(b.out); });
  kernel("remainders of a sum", [=](Buffers b) { fibonacci<<<blocks, THREADS>>>(b.out, 100); });
  kernel("bits", [=](Buffers b) { bits<<<blocks, THREADS>>>(b.out); });
  kernel("a series", [=](Buffers b) { series<<<blocks, THREADS>>>(b.out, b.in[0], 24); });
  kernel("an integral", [=](Buffers b) { integrate<<<blocks, THREADS>>>(b.out, 200); });
  kernel("logistic map of doubles", [=](Buffers b) { logistic<<<blocks, THREADS>>>(b.out, b.in[0]); });
  kernel("nearest of 256 points", [=](Buffers b) { distances<<<blocks, THREADS>>>(b.out, as<float2>(b.in[0]), 256); });
  kernel(
      "determinants of 3 × 3", [=](Buffers b) { determinants<<<blocks, THREADS>>>(b.out, b.in[0]); },
      [](std::int64_t i) {
        float a[9];
        for (int k = 0; k < 9; ++k) a[k] = input(0, 9 * i + k);
        return a[0] * (a[4] * a[8] - a[5] * a[7]) - a[1] * (a[3] * a[8] - a[5] * a[6]) +
               a[2] * (a[3] * a[7] - a[4] * a[6]);
      });
  kernel(
      "64 hops in shared memory", [=](Buffers b) { follow_in_shared<<<blocks, THREADS>>>(b.out); },
      [](std::int64_t i) {
        int at = static_cast<int>(i % THREADS);
        for (int hop = 0; hop < 64; ++hop) at = (at * 5 + 7) % 1024;
        return static_cast<float>(at);
      });
  kernel("neighbours' means, 32 steps", [=](Buffers b) { relax<<<blocks, THREADS>>>(b.out, b.in[0], 32); });
  return all;
}

Group loops(int n, int multiprocessors) {
  Group all{"loops", {n, n}, n, {}};
  add(
      all, "triad, 4 blocks a multiprocessor", 12LL * n,
      [=](Buffers b) { triad<<<4 * multiprocessors, THREADS>>>(b.out, b.in[0], b.in[1], n); },
      [](std::int64_t i) { return input(0, i) + 0.5F * input(1, i); });
  add(
      all, "triad, 16 blocks a multiprocessor", 12LL * n,
      [=](Buffers b) { triad<<<16 * multiprocessors, THREADS>>>(b.out, b.in[0], b.in[1], n); },
      [](std::int64_t i) { return input(0, i) + 0.5F * input(1, i); });
  add(
      all, "copy by blocks of a warp", 8LL * n, [=](Buffers b) { copy_by_warps<<<n / 256, 32>>>(b.out, b.in[0]); },
      is_input);
  add(
      all, "sums of blocks, 8 a multiprocessor", 4LL * n,
      [=](Buffers b) { partial_sums<<<8 * multiprocessors, THREADS>>>(b.out, b.in[0], n); },
      first_of(8LL * multiprocessors, [=](std::int64_t block) {
        float sum = 0;
        for (std::int64_t first = block * THREADS; first < n; first += 8LL * multiprocessors * THREADS) {
          sum += sum_of_inputs(first, 1, std::min<std::int64_t>(first + THREADS, n));
        }
        return sum;
      }));
  return all;
}

/// The same on a GPU and in the emulator.
Group small_grids(int multiprocessors) {
  const int n = 1 << 20;
  Group all{"small grids", {n}, n, {}};
  add(
      all, "copy of 4 MiB by vectors of 4", 8LL * n,
      [=](Buffers b) { copy_plain<<<n / 4 / THREADS, THREADS>>>(as<float4>(b.out), as<float4>(b.in[0])); }, is_input);
  add(
      all, "copy of 256 KiB by vectors of 4", 8LL << 16,
      [=](Buffers b) { copy_plain<<<64, THREADS>>>(as<float4>(b.out), as<float4>(b.in[0])); },
      first_of(1 << 16, is_input));
  add(
      all, "sum of 4 MiB by two kernels", 4LL * n,
      [=](Buffers b) {
        partial_sums<<<2 * multiprocessors, THREADS>>>(b.out, b.in[0], n);
        last_sum<<<1, THREADS>>>(b.out, 2 * multiprocessors);
      },
      first_of(1, [=](std::int64_t) { return sum_of_inputs(0, 1, n); }));
  all.cases.back().kernels = 2;
  all.cases.back().expected = [=, first = all.cases.back().expected](std::int64_t i) {
    if (i == 0 || i >= 2LL * multiprocessors) return i == 0 ? first(i) : untouched;
    float sum = 0;
    for (std::int64_t k = i * THREADS; k < n; k += 2LL * multiprocessors * THREADS) {
      sum += sum_of_inputs(k, 1, std::min<std::int64_t>(k + THREADS, n));
    }
    return sum;
  };
  add(
      all, "transpose of 512 × 512", 8LL << 18,
      [](Buffers b) { transpose_swizzled<<<dim3(16, 16), dim3(32, 8)>>>(b.out, b.in[0], 512); },
      first_of(1 << 18, [](std::int64_t i) { return input(0, i % 512 * 512 + i / 512); }));
  return all;
}

}  // namespace

void describe_experiment(const Machine& machine, Experiment& described) {
  const bool small = machine.is_emulated;
  const int n = small ? 1 << 18 : 1 << 26;
  described.groups = {elements(n),
                      images(8192, small ? 128 : 8192),
                      reductions(n),
                      matrices(n),
                      transposes(small ? 512 : 8192),
                      gathers(n),
                      updates(small ? 1 << 18 : 1 << 24),
                      arithmetic(small ? 32 : 32 * machine.multiprocessors),
                      loops(small ? 1 << 22 : 1 << 26, machine.multiprocessors),
                      small_grids(machine.multiprocessors)};
  tests_no_claim(described);
}
