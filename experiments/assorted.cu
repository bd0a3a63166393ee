// Kernels of every kind, each limited by something else, to hold predictions of time against.
#include <cuda_runtime.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "timed_kernels.cuh"

using namespace experiment;

namespace {

// ---- copies ----

template <class T>
__global__ void copy(T* out, const T* in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}

template <int EACH>
__global__ void copy_several(float* out, const float* in) {
  const int first = blockIdx.x * blockDim.x * EACH + threadIdx.x;
  float held[EACH];
#pragma unroll
  for (int k = 0; k < EACH; ++k) held[k] = in[first + k * blockDim.x];
#pragma unroll
  for (int k = 0; k < EACH; ++k) out[first + k * blockDim.x] = held[k];
}

template <class T>
__global__ void copy_by_grid(T* out, const T* in, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = in[i];
}

__global__ void copy_with_few_blocks_resident(float* out, const float* in) {
  extern __shared__ float unused[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (in[i] > 1) unused[threadIdx.x] = 0;  // never
  out[i] = in[i];
}

__global__ void copy_shifted(float* out, const float* in, int shift) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i + shift];
}

template <int EACH>
__global__ void copy_neighbours(float* out, const float* in) {
  const int first = (blockIdx.x * blockDim.x + threadIdx.x) * EACH;
#pragma unroll 1
  for (int k = 0; k < EACH; ++k) out[first + k] = in[first + k];
}

/// Element i of the result is element i × stride of the input, modulo n and moved on by one a turn.
__global__ void gather_strided(float* out, const float* in, int n, int stride) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int turn = n / stride;
  out[i] = in[i % turn * stride + i / turn];
}

__global__ void scatter_strided(float* out, const float* in, int n, int stride) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int turn = n / stride;
  out[i % turn * stride + i / turn] = in[i];
}

template <class T>
__global__ void fill(T* out, T value) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

// ---- sums ----

template <class T>
__global__ void sum_by_grid(float* out, const T* in, int n) {
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += component_sum(in[i]);
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void reduce_interleaved(float* out, const float* in) {
  __shared__ float part[THREADS];
  part[threadIdx.x] = in[blockIdx.x * THREADS + threadIdx.x];
  __syncthreads();
  for (int step = 1; step < THREADS; step *= 2) {
    const int at = 2 * step * threadIdx.x;
    if (at < THREADS) part[at] += part[at + step];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}

__global__ void reduce_sequential(float* out, const float* in) {
  __shared__ float part[THREADS];
  part[threadIdx.x] = in[blockIdx.x * THREADS + threadIdx.x];
  __syncthreads();
  for (int step = THREADS / 2; step > 0; step /= 2) {
    if (threadIdx.x < step) part[threadIdx.x] += part[threadIdx.x + step];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}

__global__ void reduce_by_shuffles(float* out, const float* in) {
  float sum = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffffU, sum, step);
  if (threadIdx.x % 32 == 0) out[(blockIdx.x * blockDim.x + threadIdx.x) / 32] = sum;
}

__global__ void scan_blocks(float* out, const float* in) {
  __shared__ float part[2][1024];
  int from = 0;
  part[0][threadIdx.x] = in[blockIdx.x * 1024 + threadIdx.x];
  __syncthreads();
  for (int step = 1; step < 1024; step *= 2) {
    const float other = threadIdx.x >= step ? part[from][threadIdx.x - step] : 0;
    part[1 - from][threadIdx.x] = part[from][threadIdx.x] + other;
    from = 1 - from;
    __syncthreads();
  }
  out[blockIdx.x * 1024 + threadIdx.x] = part[from][threadIdx.x];
}

// ---- matrix times vector ----

__global__ void thread_a_row(float* out, const float* a, const float* x, int columns) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int c = 0; c < columns; ++c) sum += a[row * columns + c] * x[c];
  out[row] = sum;
}

__global__ void thread_a_column(float* out, const float* a, const float* x, int rows, int columns) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int r = 0; r < rows; ++r) sum += a[r * columns + column] * x[r];
  out[column] = sum;
}

__global__ void warp_a_row(float* out, const float* a, const float* x, int columns) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  float sum = 0;
  for (int c = lane; c < columns; c += 32) sum += a[row * columns + c] * x[c];
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffffU, sum, step);
  if (lane == 0) out[row] = sum;
}

// ---- transposes ----

__global__ void transpose_plain(float* out, const float* in, int side, bool reads_rows) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (reads_rows) {
    out[x * side + y] = in[y * side + x];
  } else {
    out[y * side + x] = in[x * side + y];
  }
}

template <int TILE, int PAD, int ROWS>
__global__ void transpose_tiled(float* out, const float* in, int side) {
  __shared__ float tile[TILE][TILE + PAD];
  const int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
#pragma unroll
  for (int j = 0; j < TILE; j += ROWS) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * side + x];
  __syncthreads();
  const int column = blockIdx.y * TILE + threadIdx.x, row = blockIdx.x * TILE + threadIdx.y;
#pragma unroll
  for (int j = 0; j < TILE; j += ROWS) out[(row + j) * side + column] = tile[threadIdx.x][threadIdx.y + j];
}

// ---- stencils; the input has a border ----

constexpr int BORDER = 32;

template <int RADIUS>
__global__ void stencil(float* out, const float* in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
#pragma unroll
  for (int k = -RADIUS; k <= RADIUS; ++k) sum += in[i + BORDER + k];
  out[i] = sum;
}

template <int RADIUS>
__global__ void stencil_in_shared(float* out, const float* in) {
  __shared__ float part[THREADS + 2 * RADIUS];
  const int i = blockIdx.x * THREADS + threadIdx.x;
  part[threadIdx.x] = in[i + BORDER - RADIUS];
  if (threadIdx.x < 2 * RADIUS) part[THREADS + threadIdx.x] = in[i + THREADS + BORDER - RADIUS];
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int k = 0; k <= 2 * RADIUS; ++k) sum += part[threadIdx.x + k];
  out[i] = sum;
}

// Five points of a plane that is a ring in both directions.
__global__ void stencil_2d(float* out, const float* in, int side, int rows) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const int left = (x + side - 1) % side, right = (x + 1) % side, up = (y + rows - 1) % rows, down = (y + 1) % rows;
  out[y * side + x] =
      in[y * side + x] + in[y * side + left] + in[y * side + right] + in[up * side + x] + in[down * side + x];
}

// ---- random words, `mask` + 1 of them, a power of two ----

__global__ void gather_random(float* out, const float* in, unsigned mask) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[hashed(i) & mask];
}

// The second address depends on the first word.
__global__ void gather_twice(float* out, const float* in, unsigned mask) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const float first = in[hashed(i) & mask];
  out[i] = in[(hashed(i + 1) + static_cast<int>(first * 8)) & mask];
}

// ---- the same words over and over ----

template <class T>
__global__ void read_l1_again(float* out, const T* in, int words, int rounds) {
  const T* const own = in + blockIdx.x * words;
  float sum = 0;
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) {
    for (int i = threadIdx.x; i < words; i += blockDim.x) sum += component_sum(own[i]);
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

template <class T>
__global__ void read_l2_again(float* out, const T* in, int words, int rounds) {
  float sum = 0;
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < words; i += gridDim.x * blockDim.x) {
      sum += component_sum(__ldcg(in + i));
    }
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// ---- shared memory ----

__global__ void read_banks(float* out, int stride, int rounds) {
  __shared__ float words[32 * 32 + 64];
  for (int i = threadIdx.x; i < 32 * 32 + 64; i += blockDim.x) words[i] = static_cast<float>(i % 8);
  __syncthreads();
  float sum = 0;
  const int first = threadIdx.x % 32 * stride;
#pragma unroll 8
  for (int round = 0; round < rounds; ++round) sum += words[first + round % 64];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void read_wide_banks(float* out, int rounds) {
  __shared__ float4 words[THREADS + 64];
  for (int i = threadIdx.x; i < THREADS + 64; i += blockDim.x)
    words[i] = make_float4(1, 2, 3, static_cast<float>(i % 8));
  __syncthreads();
  float sum = 0;
#pragma unroll 8
  for (int round = 0; round < rounds; ++round) sum += component_sum(words[threadIdx.x + round % 64]);
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void write_banks(float* out, int stride, int rounds) {
  __shared__ volatile float words[8][32 * 32];
  const int warp = threadIdx.x / 32 % 8;
  const int at = threadIdx.x % 32 * stride;
#pragma unroll 8
  for (int round = 0; round < rounds; ++round) words[warp][at] = static_cast<float>(round);
  out[blockIdx.x * blockDim.x + threadIdx.x] = words[warp][at];
}

// ---- arithmetic ----

struct MultiplyAdd {
  static __device__ float step(float x, float y) { return fmaf(x, y, y); }
};
struct SquareRoot {
  static __device__ float step(float x, float y) { return sqrtf(x) + y; }
};
struct Division {
  static __device__ float step(float x, float y) { return y / (x + 2); }
};
struct FastSine {
  static __device__ float step(float x, float y) { return __sinf(x) + y; }
};
struct IntegerDivision {
  static __device__ float step(float x, float y) {
    return __int_as_float(0x40000000 | (0x7ffffff / (__float_as_int(x) | 1) + __float_as_int(y)) & 0xfffff);
  }
};
struct IntegerMultiplyAdd {
  static __device__ float step(float x, float y) {
    return __int_as_float(__float_as_int(x) * __float_as_int(y) + 0x1234567);
  }
};
struct DoubleMultiplyAdd {
  static __device__ float step(float x, float y) {
    return static_cast<float>(static_cast<double>(x) * static_cast<double>(y) + 0.5);
  }
};
struct Logic {
  static __device__ float step(float x, float y) {
    const int bits = __float_as_int(x);
    return __int_as_float((bits << 3 ^ bits >> 5) + __float_as_int(y));
  }
};

/// CHAINS sequences of steps, independent of each other. The result is never stored, because no value is that large.
template <class Operation, int CHAINS>
__global__ void compute(float* out, float y, int rounds) {
  float x[CHAINS];
#pragma unroll
  for (int c = 0; c < CHAINS; ++c) x[c] = static_cast<float>(threadIdx.x + c) * 0.001F;
#pragma unroll 4
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (int c = 0; c < CHAINS; ++c) x[c] = Operation::step(x[c], y);
  }
  float sum = 0;
#pragma unroll
  for (int c = 0; c < CHAINS; ++c) sum += x[c];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = sum == 123.456F ? 1.0F : 0.5F;
}

/// Lanes whose loops are of different lengths, or on two paths.
__global__ void loop_by_lane(float* out, float y, int rounds) {
  float x = static_cast<float>(threadIdx.x) * 0.001F;
#pragma unroll 1
  for (int round = 0; round < rounds * static_cast<int>(threadIdx.x % 32 + 1); ++round) x = fmaf(x, y, y);
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = x == 123.456F ? 1.0F : 0.5F;
}

__global__ void two_paths(float* out, float y, int rounds) {
  float x = static_cast<float>(threadIdx.x) * 0.001F;
  if (threadIdx.x % 2 == 0) {
#pragma unroll 1
    for (int round = 0; round < rounds; ++round) x = fmaf(x, y, y);
  } else {
#pragma unroll 1
    for (int round = 0; round < rounds; ++round) x = fmaf(x, x, y);
  }
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = x == 123.456F ? 1.0F : 0.5F;
}

// ---- atomic updates; words are a power of two ----

__global__ void count_in_words(float* out, int words) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(reinterpret_cast<int*>(out) + (hashed(i) & (words - 1)), static_cast<int>(i & 3));
}

__global__ void count_in_own_words(float* out) {
  atomicAdd(reinterpret_cast<int*>(out) + blockIdx.x * blockDim.x + threadIdx.x, 1);
}

__global__ void count_in_shared(float* out, int words, int rounds) {
  __shared__ int counts[1024];
  for (int i = threadIdx.x; i < words; i += blockDim.x) counts[i] = 0;
  __syncthreads();
  for (int round = 0; round < rounds; ++round) {
    atomicAdd(&counts[hashed(threadIdx.x + THREADS * round) & (words - 1)], 1);
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = static_cast<float>(counts[threadIdx.x & (words - 1)]) * 0 + 0.5F;
}

// ---- barriers and grids ----

__global__ void only_barriers(float* out, int rounds) {
#pragma unroll 16
  for (int round = 0; round < rounds; ++round) __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = 0.5F;
}

__global__ void exchange_neighbours(float* out, int rounds) {
  __shared__ float part[THREADS];
  float x = static_cast<float>(threadIdx.x % 8);
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) {
    part[threadIdx.x] = x;
    __syncthreads();
    x = part[(threadIdx.x + 1) % THREADS];
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}

__global__ void nothing(float* out) {
  if (out == nullptr) *out = 0;
}

// ---- the cases ----

template <class T>
void add_copy_of(Group& group, const char* label, int n) {
  const int elements = static_cast<int>(n * sizeof(float) / sizeof(T));
  add(
      group, label, 8LL * n, [=](Buffers b) { copy<T><<<elements / THREADS, THREADS>>>(as<T>(b.out), as<T>(b.in[0])); },
      is_input);
}

template <int EACH>
void add_several(Group& group, int n) {
  add(
      group, text("%d loads in flight", EACH), 8LL * n,
      [=](Buffers b) { copy_several<EACH><<<n / THREADS / EACH, THREADS>>>(b.out, b.in[0]); }, is_input);
}

template <int EACH>
void add_neighbours(Group& group, int n) {
  add(
      group, text("%d neighbours a thread", EACH), 8LL * n,
      [=](Buffers b) { copy_neighbours<EACH><<<n / THREADS / EACH, THREADS>>>(b.out, b.in[0]); }, is_input);
}

Group copies(int n) {
  Group all{"copies", {n + BORDER}, n, {}};
  add_copy_of<char>(all, "of 1 byte", n);
  add_copy_of<short>(all, "of 2 bytes", n);
  add_copy_of<float>(all, "of 4 bytes", n);
  add_copy_of<float2>(all, "of 8 bytes", n);
  add_copy_of<float4>(all, "of 16 bytes", n);
  add_several<2>(all, n);
  add_several<4>(all, n);
  add_several<8>(all, n);
  for (const int threads : {32, 64, 128, 512, 1024}) {
    add(
        all, text("blocks of %d", threads), 8LL * n,
        [=](Buffers b) { copy<float><<<n / threads, threads>>>(b.out, b.in[0]); }, is_input);
  }
  for (const int kib : {16, 32, 64, 200}) {
    add(
        all, text("%d KiB of shared memory a block", kib), 8LL * n,
        [=](Buffers b) {
          cudaFuncSetAttribute(copy_with_few_blocks_resident, cudaFuncAttributeMaxDynamicSharedMemorySize, kib << 10);
          copy_with_few_blocks_resident<<<n / THREADS, THREADS, kib << 10>>>(b.out, b.in[0]);
        },
        is_input);
  }
  for (const int shift : {1, 8, 17}) {
    add(
        all, text("shifted by %d", shift), 8LL * n,
        [=](Buffers b) { copy_shifted<<<n / THREADS, THREADS>>>(b.out, b.in[0], shift); },
        [=](std::int64_t i) { return input(0, i + shift); });
  }
  add_neighbours<4>(all, n);
  add_neighbours<16>(all, n);
  for (const int stride : {2, 4, 8, 32}) {
    const int turn = n / stride;
    add(
        all, text("every %d-th loaded", stride), 8LL * n,
        [=](Buffers b) { gather_strided<<<n / THREADS, THREADS>>>(b.out, b.in[0], n, stride); },
        [=](std::int64_t i) { return input(0, i % turn * stride + i / turn); });
    add(
        all, text("every %d-th stored", stride), 8LL * n,
        [=](Buffers b) { scatter_strided<<<n / THREADS, THREADS>>>(b.out, b.in[0], n, stride); },
        [=](std::int64_t i) { return input(0, i % stride * turn + i / stride); });
  }
  add(
      all, "only stores of 4 bytes", 4LL * n, [=](Buffers b) { fill<float><<<n / THREADS, THREADS>>>(b.out, 0.5F); },
      is_half);
  add(
      all, "only stores of 16 bytes", 4LL * n,
      [=](Buffers b) {
        fill<float4><<<n / 4 / THREADS, THREADS>>>(as<float4>(b.out), make_float4(0.5F, 0.5F, 0.5F, 0.5F));
      },
      is_half);
  return all;
}

/// Grids whose size is that of the device: the emulated threads have fewer elements each.
Group loops_over_the_grid(int n, int multiprocessors) {
  Group all{"loops over the grid", {n}, n, {}};
  for (const int blocks : {1, 2, 4, 8}) {
    add(
        all, text("copy, %d blocks a multiprocessor", blocks), 8LL * n,
        [=](Buffers b) { copy_by_grid<float><<<blocks * multiprocessors, THREADS>>>(b.out, b.in[0], n); }, is_input);
  }
  for (const int blocks : {1, 8}) {
    add(
        all, text("copy of 16 bytes, %d blocks a multiprocessor", blocks), 8LL * n,
        [=](Buffers b) {
          copy_by_grid<float4><<<blocks * multiprocessors, THREADS>>>(as<float4>(b.out), as<float4>(b.in[0]), n / 4);
        },
        is_input);
  }
  const int threads = 8 * multiprocessors * THREADS;
  add(
      all, "sum", 4LL * n, [=](Buffers b) { sum_by_grid<float><<<threads / THREADS, THREADS>>>(b.out, b.in[0], n); },
      [=](std::int64_t i) { return i < threads ? sum_of_inputs(i, threads, n) : untouched; });
  add(
      all, "sum of 16 bytes", 4LL * n,
      [=](Buffers b) { sum_by_grid<float4><<<threads / THREADS, THREADS>>>(b.out, as<float4>(b.in[0]), n / 4); },
      [=](std::int64_t i) {
        if (i >= threads) return untouched;
        float sum = 0;
        for (int k = 0; k < 4; ++k) sum += sum_of_inputs(4 * i + k, 4LL * threads, n);
        return sum;
      });
  return all;
}

Group reductions(int n) {
  Group all{"reductions", {n}, n, {}};
  const auto block = [n](std::int64_t i) {
    return i < n / THREADS ? sum_of_inputs(i * THREADS, 1, (i + 1) * THREADS) : untouched;
  };
  add(
      all, "interleaved", 4LL * n, [=](Buffers b) { reduce_interleaved<<<n / THREADS, THREADS>>>(b.out, b.in[0]); },
      block);
  add(
      all, "sequential", 4LL * n, [=](Buffers b) { reduce_sequential<<<n / THREADS, THREADS>>>(b.out, b.in[0]); },
      block);
  add(
      all, "by shuffles", 4LL * n, [=](Buffers b) { reduce_by_shuffles<<<n / THREADS, THREADS>>>(b.out, b.in[0]); },
      [n](std::int64_t i) { return i < n / 32 ? sum_of_inputs(i * 32, 1, (i + 1) * 32) : untouched; });
  add(
      all, "scan of 1024", 8LL * n, [=](Buffers b) { scan_blocks<<<n / 1024, 1024>>>(b.out, b.in[0]); },
      [](std::int64_t i) { return sum_of_inputs(i / 1024 * 1024, 1, i + 1); });
  return all;
}

Group products(int factor) {
  const int rows = 64 * 256 / factor, columns = 4096;
  const int short_rows = (1 << 20) / factor, few = 64;
  Group all{"matrix times vector", {static_cast<std::int64_t>(rows) * columns, columns}, short_rows, {}};
  const auto product = [](int height, int width) {
    return [=](std::int64_t row) {
      float sum = 0;
      for (int c = 0; c < width && row < height; ++c) sum += input(0, row * width + c) * input(1, c);
      return row < height ? sum : untouched;
    };
  };
  const std::int64_t bytes = 4LL * rows * columns;
  add(
      all, "a thread a row", bytes,
      [=](Buffers b) { thread_a_row<<<rows / THREADS, THREADS>>>(b.out, b.in[0], b.in[1], columns); },
      product(rows, columns));
  add(
      all, "a thread a row, blocks of 64", bytes,
      [=](Buffers b) { thread_a_row<<<rows / 64, 64>>>(b.out, b.in[0], b.in[1], columns); }, product(rows, columns));
  add(
      all, "a thread a column", bytes,
      [=](Buffers b) { thread_a_column<<<rows / 64, 64>>>(b.out, b.in[0], b.in[1], columns, rows); },
      [=](std::int64_t column) {
        float sum = 0;
        for (int r = 0; r < columns && column < rows; ++r) {
          sum += input(0, static_cast<std::int64_t>(r) * rows + column) * input(1, r);
        }
        return column < rows ? sum : untouched;
      });
  add(
      all, "a warp a row", bytes,
      [=](Buffers b) { warp_a_row<<<rows / 8, THREADS>>>(b.out, b.in[0], b.in[1], columns); }, product(rows, columns));
  add(
      all, "a warp a short row", 4LL * short_rows * few,
      [=](Buffers b) { warp_a_row<<<short_rows / 8, THREADS>>>(b.out, b.in[0], b.in[1], few); },
      product(short_rows, few));
  return all;
}

Group transposes(int side) {
  Group all{"transposes", {static_cast<std::int64_t>(side) * side}, static_cast<std::int64_t>(side) * side, {}};
  const std::int64_t bytes = 8LL * side * side;
  const Expected turned = [=](std::int64_t i) { return input(0, i % side * side + i / side); };
  const dim3 tiles(side / 32, side / 32);
  for (const bool reads_rows : {true, false}) {
    add(
        all, reads_rows ? "plain, rows loaded" : "plain, rows stored", bytes,
        [=](Buffers b) {
          transpose_plain<<<dim3(side / 32, side / 8), dim3(32, 8)>>>(b.out, b.in[0], side, reads_rows);
        },
        turned);
  }
  add(
      all, "plain, blocks of 16 × 16", bytes,
      [=](Buffers b) { transpose_plain<<<dim3(side / 16, side / 16), dim3(16, 16)>>>(b.out, b.in[0], side, true); },
      turned);
  add(
      all, "tiles", bytes, [=](Buffers b) { transpose_tiled<32, 0, 8><<<tiles, dim3(32, 8)>>>(b.out, b.in[0], side); },
      turned);
  add(
      all, "padded tiles", bytes,
      [=](Buffers b) { transpose_tiled<32, 1, 8><<<tiles, dim3(32, 8)>>>(b.out, b.in[0], side); }, turned);
  add(
      all, "padded tiles, an element a thread", bytes,
      [=](Buffers b) { transpose_tiled<32, 1, 32><<<tiles, dim3(32, 32)>>>(b.out, b.in[0], side); }, turned);
  add(
      all, "padded tiles of 16", bytes,
      [=](Buffers b) {
        transpose_tiled<16, 1, 16><<<dim3(side / 16, side / 16), dim3(16, 16)>>>(b.out, b.in[0], side);
      },
      turned);
  return all;
}

template <int RADIUS>
float sum_around(std::int64_t i) {
  return sum_of_inputs(i + BORDER - RADIUS, 1, i + BORDER + RADIUS + 1);
}

Group stencils(int side, int rows) {
  const int n = side * rows;
  Group all{"stencils", {n + 2 * BORDER}, n, {}};
  add(
      all, "3 points", 8LL * n, [=](Buffers b) { stencil<1><<<n / THREADS, THREADS>>>(b.out, b.in[0]); },
      sum_around<1>);
  add(
      all, "17 points", 8LL * n, [=](Buffers b) { stencil<8><<<n / THREADS, THREADS>>>(b.out, b.in[0]); },
      sum_around<8>);
  add(
      all, "17 points in shared memory", 8LL * n,
      [=](Buffers b) { stencil_in_shared<8><<<n / THREADS, THREADS>>>(b.out, b.in[0]); }, sum_around<8>);
  add(
      all, "5 points of a plane", 8LL * n,
      [=](Buffers b) { stencil_2d<<<dim3(side / 32, rows / 8), dim3(32, 8)>>>(b.out, b.in[0], side, rows); },
      [=](std::int64_t i) {
        const std::int64_t x = i % side, y = i / side;
        return input(0, i) + input(0, y * side + (x + side - 1) % side) + input(0, y * side + (x + 1) % side) +
               input(0, (y + rows - 1) % rows * side + x) + input(0, (y + 1) % rows * side + x);
      });
  return all;
}

Group gathers(int factor) {
  const int n = (1 << 25) / factor;
  const unsigned all_words = 1U << 26;
  Group all{"gathers", {all_words}, n, {}};
  const std::pair<const char*, unsigned> tables[] = {{"16 KiB", 1U << 12}, {"4 MiB", 1U << 20}, {"256 MiB", 1U << 26}};
  for (const auto& [label, words] : tables) {
    const unsigned mask = words - 1;
    add(
        all, std::string("from ") + label, 8LL * n,
        [=](Buffers b) { gather_random<<<n / THREADS, THREADS>>>(b.out, b.in[0], mask); },
        [=](std::int64_t i) { return input(0, hashed(static_cast<unsigned>(i)) & mask); });
    add(
        all, std::string("twice from ") + label, 12LL * n,
        [=](Buffers b) { gather_twice<<<n / THREADS, THREADS>>>(b.out, b.in[0], mask); },
        [=](std::int64_t index) {
          const auto i = static_cast<unsigned>(index);
          const float first = input(0, hashed(i) & mask);
          return input(0, (hashed(i + 1) + static_cast<int>(first * 8)) & mask);
        });
  }
  return all;
}

Group kept_in_caches(int multiprocessors) {
  const int in_l2 = 1 << 22, in_l1 = 4096, rounds = 16, many = 256;  // 16 MiB, 16 KiB a block
  const int blocks = 8 * multiprocessors;
  Group all{"kept in caches",
            {std::max<std::int64_t>(in_l2, static_cast<std::int64_t>(blocks) * in_l1)},
            blocks * THREADS,
            {}};
  const auto own = [=](int each, std::int64_t i) {
    const std::int64_t block = i / THREADS * in_l1;
    float sum = 0;
    for (int k = 0; k < each; ++k) {
      sum += sum_of_inputs(block + i % THREADS * each + k, static_cast<std::int64_t>(THREADS) * each, block + in_l1);
    }
    return sum;
  };
  const auto everyones = [=](int each, std::int64_t i) {
    float sum = 0;
    for (int k = 0; k < each; ++k) {
      sum += sum_of_inputs(i * each + k, static_cast<std::int64_t>(blocks) * THREADS * each, in_l2);
    }
    return sum;
  };
  add(
      all, "L1", 4LL * blocks * in_l1 * rounds,
      [=](Buffers b) { read_l1_again<float><<<blocks, THREADS>>>(b.out, b.in[0], in_l1, rounds); },
      [=](std::int64_t i) { return own(1, i) * rounds; });
  add(
      all, "L1, 16 bytes", 4LL * blocks * in_l1 * rounds,
      [=](Buffers b) { read_l1_again<float4><<<blocks, THREADS>>>(b.out, as<float4>(b.in[0]), in_l1 / 4, rounds); },
      [=](std::int64_t i) { return own(4, i) * rounds; });
  add(
      all, "L2", 4LL * in_l2 * rounds,
      [=](Buffers b) { read_l2_again<float><<<blocks, THREADS>>>(b.out, b.in[0], in_l2, rounds); },
      [=](std::int64_t i) { return everyones(1, i) * rounds; });
  add(
      all, "L2, 16 bytes", 4LL * in_l2 * rounds,
      [=](Buffers b) { read_l2_again<float4><<<blocks, THREADS>>>(b.out, as<float4>(b.in[0]), in_l2 / 4, rounds); },
      [=](std::int64_t i) { return everyones(4, i) * rounds; });
  add(
      all, "L2, a block a multiprocessor", 4LL * in_l2,
      [=](Buffers b) { read_l2_again<float><<<multiprocessors, THREADS>>>(b.out, b.in[0], in_l2 / many, many); },
      [=](std::int64_t i) {
        if (i >= multiprocessors * THREADS) return untouched;
        return sum_of_inputs(i, static_cast<std::int64_t>(multiprocessors) * THREADS, in_l2 / many) * many;
      });
  return all;
}

/// Blocks that are the same on a GPU, only more of them.
Group on_chip(int blocks) {
  const int rounds = 2048, n = blocks * THREADS;
  Group all{"on the chip", {64}, n, {}};
  const auto sum_of_rounds = [](int first, int count) {
    float sum = 0;
    for (int round = 0; round < count; ++round) sum += static_cast<float>((first + round % 64) % 8);
    return sum;
  };
  for (const int stride : {0, 1, 2, 4, 8, 16, 32}) {
    add(
        all, text("shared loads %d apart", stride), 4LL * n,
        [=](Buffers b) { read_banks<<<blocks, THREADS>>>(b.out, stride, rounds); },
        [=](std::int64_t i) { return sum_of_rounds(static_cast<int>(i % 32) * stride, rounds); });
  }
  add(
      all, "shared loads of 16 bytes", 4LL * n, [=](Buffers b) { read_wide_banks<<<blocks, THREADS>>>(b.out, rounds); },
      [=](std::int64_t i) {
        return sum_of_rounds(static_cast<int>(i % THREADS), rounds) + 6 * static_cast<float>(rounds);
      });
  for (const int stride : {1, 32}) {
    add(
        all, text("shared stores %d apart", stride), 4LL * n,
        [=](Buffers b) { write_banks<<<blocks, THREADS>>>(b.out, stride, rounds); },
        [=](std::int64_t) { return static_cast<float>(rounds - 1); });
  }
  const auto kernel = [&](const char* label, void (*computed)(float*, float, int), int count, int threads = THREADS) {
    add(
        all, label, 4LL * blocks * threads, [=](Buffers b) { computed<<<blocks, threads>>>(b.out, 0.25F, count); },
        [=](std::int64_t i) { return i < static_cast<std::int64_t>(blocks) * threads ? 0.5F : untouched; });
  };
  kernel("multiply-adds, a chain", compute<MultiplyAdd, 1>, rounds);
  kernel("multiply-adds, 8 chains", compute<MultiplyAdd, 8>, rounds);
  kernel("multiply-adds, a chain, a warp a block", compute<MultiplyAdd, 1>, rounds, 32);
  kernel("square roots", compute<SquareRoot, 2>, rounds / 4);
  kernel("divisions", compute<Division, 2>, rounds / 4);
  kernel("fast sines", compute<FastSine, 4>, rounds / 4);
  kernel("integer divisions", compute<IntegerDivision, 2>, rounds / 4);
  kernel("integer multiply-adds", compute<IntegerMultiplyAdd, 4>, rounds);
  kernel("doubles", compute<DoubleMultiplyAdd, 4>, rounds / 2);
  kernel("shifts and logic", compute<Logic, 4>, rounds / 2);
  kernel("loops as long as the lane", loop_by_lane, 32);
  kernel("two paths", two_paths, rounds);
  add(
      all, "barriers", 4LL * n, [=](Buffers b) { only_barriers<<<blocks, THREADS>>>(b.out, rounds / 2); }, is_half);
  add(
      all, "exchange by barriers", 4LL * n,
      [=](Buffers b) { exchange_neighbours<<<blocks, THREADS>>>(b.out, rounds / 4); },
      [=](std::int64_t i) { return static_cast<float>((i + rounds / 4) % THREADS % 8); });
  for (const int words : {1, 32, 1024}) {
    add(
        all, text("%d counter%s in shared memory", words, words == 1 ? "" : "s"), 4LL * n,
        [=](Buffers b) { count_in_shared<<<blocks, THREADS>>>(b.out, words, 256); }, is_half);
  }
  return all;
}

Group atomics(int n) {
  Group all{"atomic updates", {64}, n, {}};
  for (const int words : {1, 32, 1 << 10, 1 << 15}) {
    add(
        all, text("%d word%s", words, words == 1 ? "" : "s"), 4LL * n,
        [=](Buffers b) { count_in_words<<<n / THREADS, THREADS>>>(b.out, words); },
        [=, counts = std::make_shared<std::vector<int>>()](std::int64_t index) {
          if (index >= words) return untouched;
          if (counts->empty()) {
            counts->resize(static_cast<std::size_t>(words));
            for (int i = 0; i < n; ++i) (*counts)[hashed(static_cast<unsigned>(i)) & (words - 1)] += i & 3;
          }
          return counted_up((*counts)[static_cast<std::size_t>(index)]);
        });
  }
  add(
      all, "a word each", 4LL * n, [=](Buffers b) { count_in_own_words<<<n / THREADS, THREADS>>>(b.out); },
      [](std::int64_t) { return counted_up(1); });
  return all;
}

/// The same on a GPU and in the emulator: what is small, and waves that are not full.
Group grids(int multiprocessors) {
  const int most = 2 * 8 * multiprocessors, rounds = 1024;
  Group all{"small grids", {1 << 20}, 1 << 20, {}};
  add(
      all, "nothing", 4, [](Buffers b) { nothing<<<1, 32>>>(b.out); }, is_untouched);
  for (const int blocks : {1, 16, multiprocessors, 4 * multiprocessors}) {
    const int n = blocks * THREADS;
    add(
        all, text("copy by %d blocks", blocks), 8LL * n,
        [=](Buffers b) { copy<float><<<blocks, THREADS>>>(b.out, b.in[0]); },
        [=](std::int64_t i) { return i < n ? input(0, i) : untouched; });
  }
  add(
      all, "a block copies 1 MiB", 8LL << 18,
      [](Buffers b) { copy_by_grid<float><<<1, 1024>>>(b.out, b.in[0], 1 << 18); },
      [](std::int64_t i) { return i < 1 << 18 ? input(0, i) : untouched; });
  for (const int blocks : {multiprocessors, 8 * multiprocessors, 8 * multiprocessors + 1, most * 3 / 4}) {
    add(
        all, text("multiply-adds by %d blocks", blocks), 4LL * blocks * THREADS,
        [=](Buffers b) { compute<MultiplyAdd, 4><<<blocks, THREADS>>>(b.out, 0.25F, rounds); },
        [=](std::int64_t i) { return i < static_cast<std::int64_t>(blocks) * THREADS ? 0.5F : untouched; });
  }
  return all;
}

}  // namespace

void describe_experiment(const Machine& machine, Experiment& described) {
  const bool small = machine.is_emulated;
  const int n = small ? 1 << 18 : 1 << 26;
  described.groups = {copies(n),
                      loops_over_the_grid(small ? 1 << 22 : 1 << 26, machine.multiprocessors),
                      reductions(n),
                      products(small ? 16 : 1),
                      transposes(small ? 512 : 8192),
                      stencils(8192, small ? 32 : 8192),
                      gathers(small ? 16 : 1),
                      kept_in_caches(machine.multiprocessors),
                      on_chip(small ? machine.multiprocessors / 4 : 16 * machine.multiprocessors),
                      atomics(small ? 1 << 18 : 1 << 22),
                      grids(machine.multiprocessors)};
  tests_no_claim(described);
}
