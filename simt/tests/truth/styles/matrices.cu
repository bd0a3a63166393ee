// Dense matrices: transposes, products, elimination, shortest paths.
#include "simt/tests/truth/styles/style.hpp"

namespace {

using namespace simt::styles;

__device__ int column() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ int row() { return blockIdx.y * blockDim.y + threadIdx.y; }

__global__ void transpose_naive(const float* a, float* b, int n) {
  if (column() < n && row() < n) b[column() * n + row()] = a[row() * n + column()];
}

template <int Side, int Padding>
__global__ void transpose_tiled(const float* a, float* b, int n) {
  __shared__ float tile[Side][Side + Padding];
  if (column() < n && row() < n) tile[threadIdx.y][threadIdx.x] = a[row() * n + column()];
  __syncthreads();
  const int x = blockIdx.y * Side + threadIdx.x, y = blockIdx.x * Side + threadIdx.y;
  if (x < n && y < n) b[y * n + x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void transpose_by_rows_of_eight(const float* a, float* b, int n) {
  __shared__ float tile[32][33];
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
#pragma unroll 1
  for (int k = 0; k < 32; k += 8) {
    if (x < n && y + k < n) tile[threadIdx.y + k][threadIdx.x] = a[(y + k) * n + x];
  }
  __syncthreads();
  const int tx = blockIdx.y * 32 + threadIdx.x, ty = blockIdx.x * 32 + threadIdx.y;
#pragma unroll 1
  for (int k = 0; k < 32; k += 8) {
    if (tx < n && ty + k < n) b[(ty + k) * n + tx] = tile[threadIdx.x][threadIdx.y + k];
  }
}

__global__ void product_naive(const float* a, float* c, int n) {
  if (column() >= n || row() >= n) return;
  const float* const b = a + 50000;
  float s = 0;
#pragma unroll 1
  for (int k = 0; k < n; ++k) s += a[row() * n + k] * b[k * n + column()];
  c[row() * n + column()] = s;
}

template <int Side>
__global__ void product_tiled(const float* a, float* c, int n) {
  __shared__ float as[Side][Side], bs[Side][Side];
  const float* const b = a + 50000;
  float s = 0;
#pragma unroll 1
  for (int begin = 0; begin < n; begin += Side) {
    const int x = begin + threadIdx.x, y = begin + threadIdx.y;
    as[threadIdx.y][threadIdx.x] = row() < n && x < n ? a[row() * n + x] : 0;
    bs[threadIdx.y][threadIdx.x] = y < n && column() < n ? b[y * n + column()] : 0;
    __syncthreads();
#pragma unroll 1
    for (int k = 0; k < Side; ++k) s += as[threadIdx.y][k] * bs[k][threadIdx.x];
    __syncthreads();
  }
  if (row() < n && column() < n) c[row() * n + column()] = s;
}

template <int Side>
__global__ void product_tiled_unrolled(const float* a, float* c, int n) {
  __shared__ float as[Side][Side], bs[Side][Side];
  const float* const b = a + 50000;
  float s = 0;
  for (int begin = 0; begin < n; begin += Side) {
    const int x = begin + threadIdx.x, y = begin + threadIdx.y;
    as[threadIdx.y][threadIdx.x] = row() < n && x < n ? a[row() * n + x] : 0;
    bs[threadIdx.y][threadIdx.x] = y < n && column() < n ? b[y * n + column()] : 0;
    __syncthreads();
    for (int k = 0; k < Side; ++k) s += as[threadIdx.y][k] * bs[k][threadIdx.x];
    __syncthreads();
  }
  if (row() < n && column() < n) c[row() * n + column()] = s;
}

/// Two rows a thread.
__global__ void product_in_registers(const float* a, float* c, int n) {
  __shared__ float as[32][17], bs[16][17];
  const float* const b = a + 50000;
  const int y0 = blockIdx.y * 32 + threadIdx.y;
  float upper = 0, lower = 0;
#pragma unroll 1
  for (int begin = 0; begin < n; begin += 16) {
    const int x = begin + threadIdx.x, y = begin + threadIdx.y;
    as[threadIdx.y][threadIdx.x] = y0 < n && x < n ? a[y0 * n + x] : 0;
    as[threadIdx.y + 16][threadIdx.x] = y0 + 16 < n && x < n ? a[(y0 + 16) * n + x] : 0;
    bs[threadIdx.y][threadIdx.x] = y < n && column() < n ? b[y * n + column()] : 0;
    __syncthreads();
#pragma unroll 1
    for (int k = 0; k < 16; ++k) {
      upper += as[threadIdx.y][k] * bs[k][threadIdx.x];
      lower += as[threadIdx.y + 16][k] * bs[k][threadIdx.x];
    }
    __syncthreads();
  }
  if (column() < n && y0 < n) c[y0 * n + column()] = upper;
  if (column() < n && y0 + 16 < n) c[(y0 + 16) * n + column()] = lower;
}

__global__ void elimination_step(const float* a, float* b, int n) {
  const int pivot = 5;
  if (column() <= pivot || column() >= n || row() <= pivot || row() >= n) return;
  b[row() * n + column()] =
      a[row() * n + column()] - a[row() * n + pivot] / (a[pivot * n + pivot] + 1) * a[pivot * n + column()];
}

__global__ void decomposition_in_shared(const float* a, float* b, int n) {
  __shared__ float s[20][21];
#pragma unroll 1
  for (int y = threadIdx.y; y < n; y += blockDim.y) {
    if (static_cast<int>(threadIdx.x) < n)
      s[y][threadIdx.x] = a[y * n + threadIdx.x] + (y == static_cast<int>(threadIdx.x) ? 50 : 0);
  }
  __syncthreads();
  const int x = threadIdx.x, y = threadIdx.y;
#pragma unroll 1
  for (int k = 0; k < n - 1; ++k) {
    if (x == k && y > k && y < n) s[y][k] /= s[k][k];
    __syncthreads();
    if (x > k && x < n && y > k && y < n) s[y][x] -= s[y][k] * s[k][x];
    __syncthreads();
  }
  if (x < n && y < n) b[y * n + x] = s[y][x];
}

__global__ void shortest_paths_step(const int* d, int* out, int n) {
  const int k = 3;
  if (column() >= n || row() >= n) return;
  const int direct = d[row() * n + column()], through = d[row() * n + k] + d[k * n + column()];
  if (through < direct) out[row() * n + column()] = through;
}

__global__ void shortest_paths_in_shared(const int* d, int* out, int n) {
  __shared__ int s[18][18];
  const int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = d[y * n + x];
  __syncthreads();
#pragma unroll 1
  for (int k = 0; k < static_cast<int>(blockDim.x); ++k) {
    const int through = s[y][k] + s[k][x];
    if (through < s[y][x]) s[y][x] = through;
    __syncthreads();
  }
  out[y * n + x] = s[y][x];
}

__global__ void lower_triangular_solve(const float* a, float* b, int n) {
  __shared__ float x[40];
  const int i = threadIdx.x;
  if (i < n) x[i] = a[60000 + i];
  __syncthreads();
#pragma unroll 1
  for (int k = 0; k < n; ++k) {
    if (i == k) x[k] /= a[k * n + k] + 1;
    __syncthreads();
    if (i > k && i < n) x[i] -= a[i * n + k] * x[k];
    __syncthreads();
  }
  if (i < n) b[i] = x[i];
}

__global__ void tridiagonal(const float* a, float* b, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float s = a[n + i] * a[3 * n + i];
  if (i > 0) s += a[i] * a[3 * n + i - 1];
  if (i < n - 1) s += a[2 * n + i] * a[3 * n + i + 1];
  b[i] = s;
}

__global__ void softmax_of_rows(const float* a, float* b, int n) {
  __shared__ float s[64];
  float sum = 0;
#pragma unroll 1
  for (int x = threadIdx.x; x < n; x += blockDim.x) sum += __expf(a[blockIdx.x * n + x]);
  s[threadIdx.x] = sum;
  __syncthreads();
#pragma unroll 1
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) s[threadIdx.x] += s[threadIdx.x + half];
    __syncthreads();
  }
#pragma unroll 1
  for (int x = threadIdx.x; x < n; x += blockDim.x) b[blockIdx.x * n + x] = __expf(a[blockIdx.x * n + x]) / s[0];
}

List matrices() {
  List list;
  const auto add = [&](const char* name, void (*kernel)(const float*, float*, int), const std::vector<Shape>& shapes) {
    list.add(name, shapes, [=](Shape s, Memory m) { kernel<<<s.grid, s.block>>>(m.values, m.to(), s.n); });
  };
  const auto add_paths = [&](const char* name, void (*kernel)(const int*, int*, int),
                             const std::vector<Shape>& shapes) {
    list.add(name, shapes, [=](Shape s, Memory m) { kernel<<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n); });
  };
  const std::vector<Shape> sixteen = {{{3, 3}, {16, 16}, 45}, {{2, 2}, {16, 16}, 32}, {{3, 3}, {16, 16}, 33}};
  const std::vector<Shape> thirty_two = {{{2, 2}, {32, 32}, 50}, {{2, 2}, {32, 32}, 64}};
  add("transpose_naive", transpose_naive, {{{2, 6}, {32, 8}, 45}, {{5, 5}, {10, 10}, 43}});
  add("transpose_tiled<16, 0>", transpose_tiled<16, 0>, sixteen);
  add("transpose_tiled<16, 1>", transpose_tiled<16, 1>, sixteen);
  add("transpose_tiled<32, 0>", transpose_tiled<32, 0>, thirty_two);
  add("transpose_tiled<32, 1>", transpose_tiled<32, 1>, thirty_two);
  add("transpose_by_rows_of_eight", transpose_by_rows_of_eight, {{{2, 2}, {32, 8}, 50}, {{2, 2}, {32, 8}, 64}});
  add("product_naive", product_naive, {{{2, 6}, {32, 8}, 45}, {{4, 4}, {10, 10}, 33}});
  add("product_tiled<16>", product_tiled<16>, sixteen);
  add("product_tiled<10>", product_tiled<10>, {{{4, 4}, {10, 10}, 33}});
  add("product_tiled_unrolled<16>", product_tiled_unrolled<16>, sixteen);
  add("product_tiled_unrolled<8>", product_tiled_unrolled<8>, {{{5, 5}, {8, 8}, 35}});
  add("product_in_registers", product_in_registers, {{{3, 2}, {16, 16}, 45}, {{2, 1}, {16, 16}, 31}});
  add("elimination_step", elimination_step, {{{2, 6}, {32, 8}, 45}, {{4, 4}, {10, 10}, 33}});
  add("decomposition_in_shared", decomposition_in_shared, {{1, {20, 20}, 17}, {1, {18, 18}, 18}});
  add("lower_triangular_solve", lower_triangular_solve, {{1, 40, 37}, {1, 33, 20}});
  add("tridiagonal", tridiagonal, {{3, 64, 180}, {2, 50, 77}});
  add("softmax_of_rows", softmax_of_rows, {{3, 64, 100}, {2, 32, 77}});
  add_paths("shortest_paths_step", shortest_paths_step, {{{2, 6}, {32, 8}, 45}, {{4, 4}, {10, 10}, 33}});
  add_paths("shortest_paths_in_shared", shortest_paths_in_shared,
            {{1, {18, 18}, 20}, {1, {10, 10}, 33}, {1, {16, 16}, 16}});
  return list;
}

}  // namespace

SIMT_STYLE(matrices)
