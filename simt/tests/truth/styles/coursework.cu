// What a student of the course may hand in: copies, products of a matrix and a vector, A Aᵀ, transposes, windows and
// sums, with the loops left to the compiler to unroll.
#include "simt/tests/truth/styles/style.hpp"

namespace {

using namespace simt::styles;

constexpr int tile_side = 16;

__global__ void copy_by_offset(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x + 3;
  if (i < n) out[i] = in[i];
}

__global__ void copy_by_columns(const float* in, float* out, int n) {
  const int x = blockIdx.y * blockDim.y + threadIdx.y, y = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < n && y < n) out[y * n + x] = in[y * n + x];
}

__global__ void copy_four_by_loop(const float* in, float* out, int n) {
  const int i = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
  for (int k = 0; k < 4; ++k) {
    if (i + k < n) out[i + k] = in[i + k];
  }
}

__global__ void copy_strided_by_blocks(const float* in, float* out, int n) {
  const int base = blockIdx.x * blockDim.x * 4 + threadIdx.x;
  for (int k = 0; k < 4; ++k) {
    const int i = base + k * blockDim.x;
    if (i < n) out[i] = in[i];
  }
}

__global__ void copy_as_vectors_with_tail(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 4) reinterpret_cast<float4*>(out)[i] = reinterpret_cast<const float4*>(in)[i];
  if (i < n % 4) out[n / 4 * 4 + i] = in[n / 4 * 4 + i];
}

/// y = A x, one thread a row; x is re-read by every thread.
__global__ void matvec_rows(const float* a, float* y, int n) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n) return;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * a[k];
  y[row] = sum;
}

/// A is stored by columns.
__global__ void matvec_columns(const float* a, float* y, int n) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n) return;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[k * n + row] * a[k];
  y[row] = sum;
}

/// A block's warps share a piece of x.
__global__ void matvec_shared_x(const float* a, float* y, int n) {
  __shared__ float x[64];
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int begin = 0; begin < n; begin += 64) {
    if (threadIdx.x < 64 && begin + static_cast<int>(threadIdx.x) < n) x[threadIdx.x] = a[begin + threadIdx.x];
    __syncthreads();
    const int end = min(64, n - begin);
    if (row < n) {
      for (int k = 0; k < end; ++k) sum += a[row * n + begin + k] * x[k];
    }
    __syncthreads();
  }
  if (row < n) y[row] = sum;
}

/// One block a row; a tree in shared memory.
__global__ void matvec_block_a_row(const float* a, float* y, int n) {
  __shared__ float part[128];
  float sum = 0;
  for (int k = threadIdx.x; k < n; k += blockDim.x) sum += a[blockIdx.x * n + k] * a[k];
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int step = blockDim.x / 2; step > 0; step >>= 1) {
    if (threadIdx.x < step) part[threadIdx.x] += part[threadIdx.x + step];
    __syncthreads();
  }
  if (threadIdx.x == 0) y[blockIdx.x] = part[0];
}

/// One warp a row, shuffles at the end.
__global__ void matvec_warp_a_row(const float* a, float* y, int n) {
  const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (warp >= n) return;
  float sum = 0;
  for (int k = lane; k < n; k += 32) sum += a[warp * n + k] * a[k];
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffffu, sum, step);
  if (lane == 0) y[warp] = sum;
}

/// C = A Aᵀ, tiles in shared memory; the second tile is read by columns.
__global__ void product_with_transposed(const float* a, float* c, int n) {
  __shared__ float left[tile_side][tile_side], right[tile_side][tile_side];
  const int row = blockIdx.y * tile_side + threadIdx.y, column = blockIdx.x * tile_side + threadIdx.x;
  float sum = 0;
  for (int begin = 0; begin < n; begin += tile_side) {
    left[threadIdx.y][threadIdx.x] = a[row * n + begin + threadIdx.x];
    right[threadIdx.y][threadIdx.x] = a[(blockIdx.x * tile_side + threadIdx.y) * n + begin + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < tile_side; ++k) sum += left[threadIdx.y][k] * right[threadIdx.x][k];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

/// The same, with the second tile stored transposed and padded.
__global__ void product_with_padded(const float* a, float* c, int n) {
  __shared__ float left[tile_side][tile_side + 1], right[tile_side][tile_side + 1];
  const int row = blockIdx.y * tile_side + threadIdx.y, column = blockIdx.x * tile_side + threadIdx.x;
  float sum = 0;
  for (int begin = 0; begin < n; begin += tile_side) {
    left[threadIdx.y][threadIdx.x] = a[row * n + begin + threadIdx.x];
    right[threadIdx.x][threadIdx.y] = a[(blockIdx.x * tile_side + threadIdx.y) * n + begin + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < tile_side; ++k) sum += left[threadIdx.y][k] * right[k][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

/// Only the left matrix is in shared memory.
__global__ void product_half_shared(const float* a, float* c, int n) {
  __shared__ float left[tile_side][tile_side];
  const int row = blockIdx.y * tile_side + threadIdx.y, column = blockIdx.x * tile_side + threadIdx.x;
  float sum = 0;
  for (int begin = 0; begin < n; begin += tile_side) {
    left[threadIdx.y][threadIdx.x] = a[row * n + begin + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < tile_side; ++k) sum += left[threadIdx.y][k] * a[(begin + k) * n + column];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

/// Each thread makes 2 × 2 elements.
__global__ void product_two_by_two(const float* a, float* c, int n) {
  __shared__ float left[32][8], right[8][32];
  const int t = threadIdx.y * 16 + threadIdx.x;
  const int row = blockIdx.y * 32, column = blockIdx.x * 32;
  float sums[2][2] = {};
  for (int begin = 0; begin < n; begin += 8) {
    left[t / 8][t % 8] = a[(row + t / 8) * n + begin + t % 8];
    right[t / 32][t % 32] = a[(begin + t / 32) * n + column + t % 32];
    __syncthreads();
    for (int k = 0; k < 8; ++k) {
      for (int i = 0; i < 2; ++i) {
        for (int j = 0; j < 2; ++j) sums[i][j] += left[threadIdx.y + 16 * i][k] * right[k][threadIdx.x + 16 * j];
      }
    }
    __syncthreads();
  }
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j) c[(row + threadIdx.y + 16 * i) * n + column + threadIdx.x + 16 * j] = sums[i][j];
  }
}

/// The tile is 32 × 32, the block 32 × 8; loops as in the vendor's sample, for the compiler to unroll.
__global__ void transpose_by_fours(const float* in, float* out, int n) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}

__global__ void transpose_without_padding(const float* in, float* out, int n) {
  __shared__ float tile[32][32];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}

__global__ void transpose_turned_words(const float* in, float* out, int n) {
  __shared__ float tile[32][32];
  const int tx = threadIdx.x, ty = threadIdx.y;
  for (int j = 0; j < 32; j += 8) {
    tile[ty + j][(tx + ty + j) % 32] = in[(blockIdx.y * 32 + ty + j) * n + blockIdx.x * 32 + tx];
  }
  __syncthreads();
  for (int j = 0; j < 32; j += 8) {
    out[(blockIdx.x * 32 + ty + j) * n + blockIdx.y * 32 + tx] = tile[tx][(tx + ty + j) % 32];
  }
}

__global__ void transpose_vectors_of_four(const float* in, float* out, int n) {
  __shared__ float tile[32][33];
  const float4 v =
      *reinterpret_cast<const float4*>(in + (blockIdx.y * 32 + threadIdx.y) * n + blockIdx.x * 32 + threadIdx.x * 4);
  tile[threadIdx.x * 4][threadIdx.y] = v.x;
  tile[threadIdx.x * 4 + 1][threadIdx.y] = v.y;
  tile[threadIdx.x * 4 + 2][threadIdx.y] = v.z;
  tile[threadIdx.x * 4 + 3][threadIdx.y] = v.w;
  __syncthreads();
  float4 w;
  w.x = tile[threadIdx.y][threadIdx.x * 4];
  w.y = tile[threadIdx.y][threadIdx.x * 4 + 1];
  w.z = tile[threadIdx.y][threadIdx.x * 4 + 2];
  w.w = tile[threadIdx.y][threadIdx.x * 4 + 3];
  *reinterpret_cast<float4*>(out + (blockIdx.x * 32 + threadIdx.y) * n + blockIdx.y * 32 + threadIdx.x * 4) = w;
}

/// A window of five in shared memory; the first and last threads fetch the halo.
__global__ void window_of_five(const float* in, float* out, int n) {
  __shared__ float s[128 + 4];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x + 2] = i < n ? in[i] : 0;
  if (threadIdx.x < 2) {
    s[threadIdx.x] = i >= 2 ? in[i - 2] : 0;
    s[threadIdx.x + 2 + blockDim.x] = i + static_cast<int>(blockDim.x) < n ? in[i + blockDim.x] : 0;
  }
  __syncthreads();
  if (i >= n) return;
  float sum = 0;
  for (int k = 0; k < 5; ++k) sum += s[threadIdx.x + k];
  out[i] = sum / 5;
}

__global__ void window_from_global(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = -2; k <= 2; ++k) {
    if (i + k >= 0 && i + k < n) sum += in[i + k];
  }
  out[i] = sum / 5;
}

/// Sum of a block, two elements a thread at the start, the last warp by shuffles.
__global__ void block_sum(const float* in, float* out, int n) {
  __shared__ float s[256];
  const int i = blockIdx.x * blockDim.x * 2 + threadIdx.x;
  s[threadIdx.x] = (i < n ? in[i] : 0) + (i + blockDim.x < n ? in[i + blockDim.x] : 0);
  __syncthreads();
  for (unsigned step = blockDim.x / 2; step > 32; step >>= 1) {
    if (threadIdx.x < step) s[threadIdx.x] += s[threadIdx.x + step];
    __syncthreads();
  }
  if (threadIdx.x < 32) {
    float v = s[threadIdx.x] + s[threadIdx.x + 32];
    for (int step = 16; step > 0; step >>= 1) v += __shfl_xor_sync(0xffffffffu, v, step);
    if (threadIdx.x == 0) out[blockIdx.x] = v;
  }
}

/// A ticket by the block's first thread; the last block adds up.
__device__ unsigned arrived;
__global__ void sum_by_last_block(const float* in, float* out, int n) {
  __shared__ float s[128];
  __shared__ bool last;
  float v = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) v += in[i];
  s[threadIdx.x] = v;
  __syncthreads();
  for (int step = 64; step > 0; step /= 2) {
    if (threadIdx.x < step) s[threadIdx.x] += s[threadIdx.x + step];
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    out[1 + blockIdx.x] = s[0];
    __threadfence();
    last = atomicInc(&arrived, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    float sum = 0;
    for (int b = 0; b < static_cast<int>(gridDim.x); ++b) sum += reinterpret_cast<volatile float*>(out)[1 + b];
    out[0] = sum;
  }
}

__global__ void histogram_in_shared(const int* in, int* out, int n) {
  __shared__ int bins[64];
  for (int b = threadIdx.x; b < 64; b += blockDim.x) bins[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&bins[in[i] & 63], 1);
  __syncthreads();
  for (int b = threadIdx.x; b < 64; b += blockDim.x) atomicAdd(&out[b], bins[b]);
}

__constant__ float weights[9] = {1, 2, 1, 2, 4, 2, 1, 2, 1};
__global__ void filter_by_constants(const float* in, float* out, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= n) return;
  float sum = 0;
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      const int cx = min(max(x + dx, 0), n - 1), cy = min(max(y + dy, 0), n - 1);
      sum += weights[(dy + 1) * 3 + dx + 1] * in[cy * n + cx];
    }
  }
  out[y * n + x] = sum / 16;
}

__global__ void filter_with_tile(const float* in, float* out, int n) {
  __shared__ float s[18][18];
  const int x0 = blockIdx.x * 16, y0 = blockIdx.y * 16;
  for (int k = threadIdx.y * 16 + threadIdx.x; k < 18 * 18; k += 256) {
    const int x = min(max(x0 + k % 18 - 1, 0), n - 1), y = min(max(y0 + k / 18 - 1, 0), n - 1);
    s[k / 18][k % 18] = in[y * n + x];
  }
  __syncthreads();
  const int x = x0 + threadIdx.x, y = y0 + threadIdx.y;
  if (x >= n || y >= n) return;
  float sum = 0;
  for (int dy = 0; dy < 3; ++dy) {
    for (int dx = 0; dx < 3; ++dx) sum += weights[dy * 3 + dx] * s[threadIdx.y + dy][threadIdx.x + dx];
  }
  out[y * n + x] = sum / 16;
}

List launches() {
  List list;
  const auto both = [&](const char* name, auto* kernel, const std::vector<Shape>& shapes) {
    list.add(name, shapes,
             [=](const Shape& s, const Memory& m) { kernel<<<s.grid, s.block>>>(m.values, m.to(), s.n); });
  };
  both("copy_by_offset", copy_by_offset, {{7, 96, 640}, {3, 256, 700}});
  both("copy_by_columns", copy_by_columns, {{dim3(3, 3), dim3(16, 16), 45}, {dim3(2, 2), dim3(32, 8), 16}});
  both("copy_four_by_loop", copy_four_by_loop, {{5, 64, 1279}, {2, 128, 1024}});
  both("copy_strided_by_blocks", copy_strided_by_blocks, {{5, 64, 1279}, {2, 100, 777}});
  both("copy_as_vectors_with_tail", copy_as_vectors_with_tail, {{5, 64, 1279}, {2, 128, 1022}});
  both("matvec_rows", matvec_rows, {{3, 64, 150}, {2, 96, 97}});
  both("matvec_columns", matvec_columns, {{3, 64, 150}, {2, 96, 97}});
  both("matvec_shared_x", matvec_shared_x, {{3, 64, 150}, {2, 128, 200}});
  both("matvec_block_a_row", matvec_block_a_row, {{50, 128, 300}, {33, 64, 33}});
  both("matvec_warp_a_row", matvec_warp_a_row, {{20, 128, 75}, {9, 96, 200}});
  both("product_with_transposed", product_with_transposed, {{dim3(3, 3), dim3(16, 16), 48}});
  both("product_with_padded", product_with_padded, {{dim3(3, 3), dim3(16, 16), 48}});
  both("product_half_shared", product_half_shared, {{dim3(3, 3), dim3(16, 16), 48}});
  both("product_two_by_two", product_two_by_two, {{dim3(2, 2), dim3(16, 16), 64}});
  both("transpose_by_fours", transpose_by_fours, {{dim3(3, 3), dim3(32, 8), 96}});
  both("transpose_without_padding", transpose_without_padding, {{dim3(3, 3), dim3(32, 8), 96}});
  both("transpose_turned_words", transpose_turned_words, {{dim3(3, 3), dim3(32, 8), 96}});
  both("transpose_vectors_of_four", transpose_vectors_of_four, {{dim3(3, 3), dim3(8, 32), 96}});
  both("window_of_five", window_of_five, {{5, 128, 600}, {4, 96, 300}});
  both("window_from_global", window_from_global, {{5, 128, 600}, {4, 96, 300}});
  both("block_sum", block_sum, {{3, 256, 1400}, {5, 128, 1111}});
  both("sum_by_last_block", sum_by_last_block, {{6, 128, 3000}});
  list.add("histogram_in_shared", {{3, 96, 2000}, {2, 256, 900}}, [](const Shape& s, const Memory& m) {
    histogram_in_shared<<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n);
  });
  both("filter_by_constants", filter_by_constants, {{dim3(3, 5), dim3(32, 8), 70}, {dim3(3, 3), dim3(16, 16), 40}});
  both("filter_with_tile", filter_with_tile, {{dim3(3, 3), dim3(16, 16), 48}, {dim3(3, 3), dim3(16, 16), 41}});
  return list;
}

}  // namespace

SIMT_STYLE(launches)
