// Tuned kernels, as they are copied from blogs and lectures: register tiles, two buffers, vectors, several rows a
// thread, groups of threads, templates with sizes.
#include <cooperative_groups.h>

#include "simt/tests/truth/styles/style.hpp"

namespace {

using namespace simt::styles;
namespace cg = cooperative_groups;

template <int rows, int columns, int depth>
__global__ void product_of_tiles(const float* in, float* c, int n) {
  __shared__ float as[depth][16 * rows];
  __shared__ float bs[depth][16 * columns];
  const float* const a = in;
  const float* const b = in + n * n;
  const int t = threadIdx.y * 16 + threadIdx.x;
  const int top = blockIdx.y * 16 * rows, left = blockIdx.x * 16 * columns;
  float sum[rows][columns] = {};
  for (int begin = 0; begin < n; begin += depth) {
    for (int k = t; k < depth * 16 * rows; k += 256)
      as[k % depth][k / depth] = a[(top + k / depth) * n + begin + k % depth];
    for (int k = t; k < depth * 16 * columns; k += 256)
      bs[k / (16 * columns)][k % (16 * columns)] = b[(begin + k / (16 * columns)) * n + left + k % (16 * columns)];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < depth; ++k) {
      float x[rows], y[columns];
#pragma unroll
      for (int r = 0; r < rows; ++r) x[r] = as[k][threadIdx.y * rows + r];
#pragma unroll
      for (int s = 0; s < columns; ++s) y[s] = bs[k][threadIdx.x * columns + s];
#pragma unroll
      for (int r = 0; r < rows; ++r) {
#pragma unroll
        for (int s = 0; s < columns; ++s) sum[r][s] += x[r] * y[s];
      }
    }
    __syncthreads();
  }
  for (int r = 0; r < rows; ++r)
    for (int s = 0; s < columns; ++s)
      c[(top + threadIdx.y * rows + r) * n + left + threadIdx.x * columns + s] = sum[r][s];
}

__global__ void product_with_two_buffers(const float* in, float* c, int n) {
  __shared__ float as[2][16][16], bs[2][16][16];
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  const float* b = in + n * n;
  as[0][threadIdx.y][threadIdx.x] = in[y * n + threadIdx.x];
  bs[0][threadIdx.y][threadIdx.x] = b[threadIdx.y * n + x];
  __syncthreads();
  float sum = 0;
  for (int tile = 0; tile < n / 16; ++tile) {
    const int now = tile & 1;
    if (tile + 1 < n / 16) {
      as[now ^ 1][threadIdx.y][threadIdx.x] = in[y * n + (tile + 1) * 16 + threadIdx.x];
      bs[now ^ 1][threadIdx.y][threadIdx.x] = b[((tile + 1) * 16 + threadIdx.y) * n + x];
    }
    for (int k = 0; k < 16; ++k) sum += as[now][threadIdx.y][k] * bs[now][k][threadIdx.x];
    __syncthreads();
  }
  c[y * n + x] = sum;
}

__global__ void product_of_vectors(const float* in, float* c, int n) {
  __shared__ float4 bs[16][8];
  const int row = blockIdx.y * 32 + threadIdx.y, t = threadIdx.x;
  float4 sum = make_float4(0, 0, 0, 0);
  for (int begin = 0; begin < n; begin += 16) {
    if (threadIdx.y < 16)
      bs[threadIdx.y][t] = reinterpret_cast<const float4*>(in)[((begin + threadIdx.y) * n + blockIdx.x * 32) / 4 + t];
    __syncthreads();
#pragma unroll 4
    for (int k = 0; k < 16; ++k) {
      const float a = in[row * n + begin + k];
      const float4 b = bs[k][t];
      sum.x += a * b.x;
      sum.y += a * b.y;
      sum.z += a * b.z;
      sum.w += a * b.w;
    }
    __syncthreads();
  }
  reinterpret_cast<float4*>(c)[(row * n + blockIdx.x * 32) / 4 + t] = sum;
}

template <int tile, int rows>
__global__ void transpose_of_tiles(const float* in, float* out, int n) {
  __shared__ float s[tile][tile + 1];
  int x = blockIdx.x * tile + threadIdx.x;
  int y = blockIdx.y * tile + threadIdx.y;
#pragma unroll
  for (int j = 0; j < tile; j += rows) s[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
  __syncthreads();
  x = blockIdx.y * tile + threadIdx.x;
  y = blockIdx.x * tile + threadIdx.y;
#pragma unroll
  for (int j = 0; j < tile; j += rows) out[(y + j) * n + x] = s[threadIdx.x][threadIdx.y + j];
}

/// Diagonal order of the blocks, with guards.
__global__ void transpose_diagonal(const float* in, float* out, int n) {
  __shared__ float s[16][17];
  const int by = blockIdx.x, bx = (blockIdx.x + blockIdx.y) % gridDim.x;
  const int x = bx * 16 + threadIdx.x, y = by * 16 + threadIdx.y;
  if (x < n && y < n) s[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  const int ox = by * 16 + threadIdx.x, oy = bx * 16 + threadIdx.y;
  if (ox < n && oy < n) out[oy * n + ox] = s[threadIdx.x][threadIdx.y];
}

template <int block>
__global__ void sum_of_template(const float* in, float* out, int n) {
  __shared__ float s[block];
  const unsigned t = threadIdx.x;
  unsigned i = blockIdx.x * block * 2 + t;
  float sum = 0;
  while (i < n) {
    sum += in[i];
    if (i + block < n) sum += in[i + block];
    i += block * 2 * gridDim.x;
  }
  s[t] = sum;
  __syncthreads();
  if (block >= 256) {
    if (t < 128) s[t] += s[t + 128];
    __syncthreads();
  }
  if (block >= 128) {
    if (t < 64) s[t] += s[t + 64];
    __syncthreads();
  }
  if (t < 32) {
    float v = s[t] + s[t + 32];
    for (int o = 16; o > 0; o /= 2) v += __shfl_down_sync(0xffffffffu, v, o);
    if (t == 0) out[blockIdx.x] = v;
  }
}

__global__ void sum_of_groups(const float* in, float* out, int n) {
  const cg::thread_block block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  __shared__ float sums[32];
  float sum = 0;
  for (int i = block.group_index().x * block.size() + block.thread_rank(); i < n; i += gridDim.x * block.size())
    sum += in[i];
  for (int o = warp.size() / 2; o > 0; o /= 2) sum += warp.shfl_down(sum, o);
  if (warp.thread_rank() == 0) sums[warp.meta_group_rank()] = sum;
  block.sync();
  if (block.thread_rank() < 32) {
    float v = block.thread_rank() < block.size() / 32 ? sums[block.thread_rank()] : 0;
    for (int o = 16; o > 0; o /= 2) v += warp.shfl_down(v, o);
    if (block.thread_rank() == 0) out[block.group_index().x] = v;
  }
}

__global__ void rows_by_groups_of_eight(const float* in, float* out, int n) {
  const auto group = cg::tiled_partition<8>(cg::this_thread_block());
  const int row = blockIdx.x * (blockDim.x / 8) + group.meta_group_rank();
  float sum = 0;
  for (int k = group.thread_rank(); k < n; k += 8) sum += in[row * n + k] * in[k];
  for (int o = 4; o > 0; o >>= 1) sum += group.shfl_xor(sum, o);
  if (group.thread_rank() == 0) out[row] = sum;
}

__global__ void four_rows_a_thread(const float* in, float* out, int n) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
  if (row >= n) return;
  float sum[4] = {0, 0, 0, 0};
  for (int k = 0; k < 40; ++k) {
    const float x = in[k];
#pragma unroll
    for (int r = 0; r < 4; ++r) {
      if (row + r < n) sum[r] += in[(row + r) * 40 + k] * x;
    }
  }
  for (int r = 0; r < 4 && row + r < n; ++r) out[row + r] = sum[r];
}

/// A A^T of the lower triangle by one-dimensional blocks; tiles by number.
__global__ void lower_tiles(const float* in, float* out, int n) {
  __shared__ float as[8][9], bs[8][9];
  int tile = blockIdx.x, i = 0;
  while (tile > i) tile -= ++i;
  const int j = tile;
  const int x = threadIdx.x % 8, y = threadIdx.x / 8;
  float sum = 0;
  for (int begin = 0; begin < 24; begin += 8) {
    as[y][x] = in[(i * 8 + y) * 24 + begin + x];
    bs[y][x] = in[(j * 8 + y) * 24 + begin + x];
    __syncthreads();
    for (int k = 0; k < 8; ++k) sum += as[y][k] * bs[x][k];
    __syncthreads();
  }
  out[(i * 8 + y) * n + j * 8 + x] = sum;
  if (i != j) out[(j * 8 + x) * n + i * 8 + y] = sum;
}

/// Planes stay in registers while a block walks along z.
__global__ void seven_points_along_z(const float* in, float* out, int n) {
  __shared__ float plane[10][34];
  const int x = blockIdx.x * 32 + threadIdx.x + 1, y = blockIdx.y * 8 + threadIdx.y + 1;
  const int area = (n + 2) * (n + 2);
  int at = y * (n + 2) + x;
  float behind = in[at], here = in[at + area];
  for (int z = 1; z <= 3; ++z) {
    at += area;
    const float ahead = in[at + area];
    plane[threadIdx.y + 1][threadIdx.x + 1] = here;
    if (threadIdx.x == 0) plane[threadIdx.y + 1][0] = in[at - 1];
    if (threadIdx.x == 31) plane[threadIdx.y + 1][33] = in[at + 1];
    if (threadIdx.y == 0) plane[0][threadIdx.x + 1] = in[at - n - 2];
    if (threadIdx.y == 7) plane[9][threadIdx.x + 1] = in[at + n + 2];
    __syncthreads();
    out[at] = plane[threadIdx.y + 1][threadIdx.x] + plane[threadIdx.y + 1][threadIdx.x + 2] +
              plane[threadIdx.y][threadIdx.x + 1] + plane[threadIdx.y + 2][threadIdx.x + 1] + behind + ahead - 6 * here;
    __syncthreads();
    behind = here;
    here = ahead;
  }
}

template <int radius>
__global__ void window_in_registers(const float* in, float* out, int n) {
  const int begin = (blockIdx.x * blockDim.x + threadIdx.x) * 8;
  float window[2 * radius + 1];
#pragma unroll
  for (int k = 0; k < 2 * radius; ++k) window[k] = in[begin + k];
  for (int i = 0; i < 8; ++i) {
    window[2 * radius] = in[begin + i + 2 * radius];
    float sum = 0;
#pragma unroll
    for (int k = 0; k <= 2 * radius; ++k) sum += window[k];
    if (begin + i < n) out[begin + i] = sum;
#pragma unroll
    for (int k = 0; k < 2 * radius; ++k) window[k] = window[k + 1];
  }
}

template <typename T, int radius>
__global__ void window_of_template(const T* in, T* out, int n) {
  __shared__ T s[128 + 2 * radius];
  const int g = blockIdx.x * blockDim.x + threadIdx.x, l = threadIdx.x + radius;
  s[l] = in[g + radius];
  if (threadIdx.x < radius) {
    s[l - radius] = in[g];
    s[l + blockDim.x] = in[g + radius + blockDim.x];
  }
  __syncthreads();
  T sum = 0;
  for (int o = -radius; o <= radius; o++) sum += s[l + o];
  if (g < n) out[g] = sum;
}

__global__ void copy_of_vectors_by_stride(const float4* in, float4* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) out[i] = in[i];
}

__global__ void copy_eight_in_flight(const float* in, float* out, int n) {
  const int base = blockIdx.x * blockDim.x * 8 + threadIdx.x;
  float v[8];
#pragma unroll
  for (int k = 0; k < 8; ++k) v[k] = base + k * blockDim.x < n ? in[base + k * blockDim.x] : 0;
#pragma unroll
  for (int k = 0; k < 8; ++k)
    if (base + k * blockDim.x < n) out[base + k * blockDim.x] = v[k];
}

__global__ void saxpy_of_vectors(const float4* in, float4* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float4 x = in[i];
    float4 y = out[i];
    y.x = 2.5f * x.x + y.x;
    y.y = 2.5f * x.y + y.y;
    y.z = 2.5f * x.z + y.z;
    y.w = 2.5f * x.w + y.w;
    out[i] = y;
  }
}

struct Sum {
  __device__ float operator()(float a, float b) const { return a + b; }
};
struct Largest {
  __device__ float operator()(float a, float b) const { return a > b ? a : b; }
};

template <class Operation>
__device__ float over_block(float value, Operation operation, float* s) {
  s[threadIdx.x] = value;
  __syncthreads();
  for (int half = blockDim.x >> 1; half >= 1; half >>= 1) {
    if (threadIdx.x < half) s[threadIdx.x] = operation(s[threadIdx.x], s[threadIdx.x + half]);
    __syncthreads();
  }
  const float result = s[0];
  __syncthreads();
  return result;
}

__global__ void normalised_by_functors(const float* in, float* out, int n) {
  __shared__ float s[64];
  const float v = in[blockIdx.x * n + threadIdx.x];
  const float largest = over_block(v, Largest{}, s);
  const float e = expf(v - largest);
  const float sum = over_block(e, Sum{}, s);
  out[blockIdx.x * n + threadIdx.x] = e / sum;
}

struct Matrix {
  const float* data;
  int rows, columns, pitch;
  __device__ float at(int r, int c) const { return data[r * pitch + c]; }
};

struct Output {
  float* data;
  int pitch;
  __device__ float& operator()(int r, int c) const { return data[r * pitch + c]; }
};

__global__ void product_of_views(Matrix a, Matrix b, Output c) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < a.rows && column < b.columns) {
    float sum = 0;
    for (int k = 0; k < a.columns; ++k) sum += a.at(row, k) * b.at(k, column);
    c(row, column) = sum;
  }
}

__global__ void columns_by_warps(const float* in, float* out, int n) {
  __shared__ float s[8][33];
  const int column = blockIdx.x * 32 + threadIdx.x;
  float sum = 0;
  if (column < n) {
    for (int row = threadIdx.y; row < n; row += 8) sum += in[row * n + column];
  }
  s[threadIdx.y][threadIdx.x] = sum;
  __syncthreads();
  if (threadIdx.y == 0 && column < n) {
    for (int k = 1; k < 8; ++k) sum += s[k][threadIdx.x];
    out[column] = sum;
  }
}

__global__ void swizzled(const float* in, float* out, int n) {
  __shared__ float s[32][32];
  for (int r = threadIdx.y; r < 32; r += blockDim.y) s[r][threadIdx.x ^ r] = in[r * n + threadIdx.x];
  __syncthreads();
  for (int r = threadIdx.y; r < 32; r += blockDim.y) out[r * n + threadIdx.x] = s[threadIdx.x][r ^ threadIdx.x];
}

__global__ void scan_of_work_items(const int* in, int* out, int n) {
  __shared__ int warps[4];
  const int base = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
  int item[4];
  int total = 0;
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    item[k] = base + k < n ? in[base + k] : 0;
    total += item[k];
  }
  int sum = total;
#pragma unroll
  for (int o = 1; o < 32; o *= 2) {
    const int below = __shfl_up_sync(0xffffffffu, sum, o);
    if (threadIdx.x % 32 >= o) sum += below;
  }
  if (threadIdx.x % 32 == 31) warps[threadIdx.x / 32] = sum;
  __syncthreads();
  int before = sum - total;
  for (int w = 0; w < threadIdx.x / 32; ++w) before += warps[w];
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    if (base + k < n) out[base + k] = before;
    before += item[k];
  }
}

List launches() {
  List list;
  const auto floats = [&](const char* name, auto* kernel, const std::vector<Shape>& shapes) {
    list.add(name, shapes,
             [=](const Shape& s, const Memory& m) { kernel<<<s.grid, s.block>>>(m.values, m.to(), s.n); });
  };
  const dim3 square(16, 16);
  floats("product_of_tiles<2, 2, 8>", product_of_tiles<2, 2, 8>, {{dim3(2, 2), square, 64}});
  floats("product_of_tiles<4, 4, 8>", product_of_tiles<4, 4, 8>, {{dim3(1, 1), square, 64}});
  floats("product_of_tiles<1, 2, 16>", product_of_tiles<1, 2, 16>, {{dim3(2, 4), square, 64}});
  floats("product_with_two_buffers", product_with_two_buffers, {{dim3(3, 3), square, 48}});
  floats("product_of_vectors", product_of_vectors, {{dim3(2, 2), dim3(8, 32), 64}});
  floats("transpose_of_tiles<32, 8>", transpose_of_tiles<32, 8>, {{dim3(3, 3), dim3(32, 8), 96}});
  floats("transpose_of_tiles<16, 4>", transpose_of_tiles<16, 4>, {{dim3(3, 3), dim3(16, 4), 48}});
  floats("transpose_diagonal", transpose_diagonal, {{dim3(3, 3), square, 48}, {dim3(3, 3), square, 41}});
  floats("sum_of_template<256>", sum_of_template<256>, {{3, 256, 2500}});
  floats("sum_of_template<64>", sum_of_template<64>, {{3, 64, 900}});
  floats("sum_of_groups", sum_of_groups, {{3, 128, 1100}, {2, 256, 3000}});
  floats("rows_by_groups_of_eight", rows_by_groups_of_eight, {{4, 64, 50}, {3, 96, 32}});
  floats("four_rows_a_thread", four_rows_a_thread, {{3, 32, 350}, {1, 64, 256}});
  floats("lower_tiles", lower_tiles, {{10, 64, 32}});
  floats("seven_points_along_z", seven_points_along_z, {{dim3(2, 8), dim3(32, 8), 64}});
  floats("window_in_registers<2>", window_in_registers<2>, {{3, 64, 1500}});
  floats("window_in_registers<3>", window_in_registers<3>, {{2, 96, 1536}});
  floats("window_of_template<float, 3>", window_of_template<float, 3>, {{4, 128, 500}});
  list.add("window_of_template<double, 2>", {{4, 64, 250}}, [](const Shape& s, const Memory& m) {
    window_of_template<double, 2><<<s.grid, s.block>>>(m.as<double>(), m.to<double>(), s.n);
  });
  const auto vectors = [&](const char* name, auto* kernel, const std::vector<Shape>& shapes) {
    list.add(name, shapes, [=](const Shape& s, const Memory& m) {
      kernel<<<s.grid, s.block>>>(m.as<float4>(), m.to<float4>(), s.n);
    });
  };
  vectors("copy_of_vectors_by_stride", copy_of_vectors_by_stride, {{3, 64, 900}, {2, 128, 700}});
  floats("copy_eight_in_flight", copy_eight_in_flight, {{3, 64, 1400}, {2, 128, 2048}});
  vectors("saxpy_of_vectors", saxpy_of_vectors, {{3, 64, 190}, {2, 128, 256}});
  floats("normalised_by_functors", normalised_by_functors, {{5, 64, 64}, {3, 32, 32}});
  list.add("product_of_views", {{dim3(3, 5), dim3(16, 8), 40}}, [](const Shape& s, const Memory& m) {
    product_of_views<<<s.grid, s.block>>>(Matrix{m.values, 40, 30, 32}, Matrix{m.values + 5000, 30, 45, 48},
                                          Output{m.to(), s.n + 8});
  });
  floats("columns_by_warps", columns_by_warps, {{3, dim3(32, 8), 75}, {2, dim3(32, 8), 64}});
  floats("swizzled", swizzled, {{1, dim3(32, 8), 40}, {1, dim3(32, 32), 32}});
  list.add("scan_of_work_items", {{3, 128, 1500}, {2, 64, 512}}, [](const Shape& s, const Memory& m) {
    scan_of_work_items<<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n);
  });
  return list;
}

}  // namespace

SIMT_STYLE(launches)
