// Kernels of numerical codes: dense matrices, stencils of several fields, quadrature, series, small systems, reductions
// in one and several types.
#include "simt/tests/truth/styles/style.hpp"

namespace {

using namespace simt::styles;

__device__ int thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

/// y = alpha A x + beta y; four rows of a thread, the rest one by one.
__global__ void matrix_vector_by_four_rows(const float* __restrict__ a, const float* __restrict__ x, float* y, int rows,
                                           int columns, float alpha, float beta) {
  const int first = thread() * 4;
  if (first + 3 < rows) {
    float sum[4] = {};
    for (int c = 0; c < columns; ++c) {
      const float v = x[c];
#pragma unroll
      for (int r = 0; r < 4; ++r) sum[r] += a[(first + r) * columns + c] * v;
    }
#pragma unroll
    for (int r = 0; r < 4; ++r) y[first + r] = alpha * sum[r] + beta * y[first + r];
  } else {
    for (int r = first; r < rows; ++r) {
      float sum = 0;
      for (int c = 0; c < columns; ++c) sum += a[r * columns + c] * x[c];
      y[r] = alpha * sum + beta * y[r];
    }
  }
}

/// A product of tiles, two results of a thread that are half a tile apart.
template <int Side>
__global__ void product_two_rows_apart(const float* a, const float* b, float* c, int n) {
  __shared__ float as[Side][Side], bs[Side][Side];
  const int x = blockIdx.x * Side + threadIdx.x, y = blockIdx.y * Side + threadIdx.y;
  float upper = 0, lower = 0;
  for (int t = 0; t < n; t += Side) {
    for (int r = threadIdx.y; r < Side; r += Side / 2) {
      const int row = blockIdx.y * Side + r;
      as[r][threadIdx.x] = row < n && t + threadIdx.x < n ? a[row * n + t + threadIdx.x] : 0;
      bs[r][threadIdx.x] = t + r < n && x < n ? b[(t + r) * n + x] : 0;
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < Side; ++k) {
      upper += as[threadIdx.y][k] * bs[k][threadIdx.x];
      lower += as[threadIdx.y + Side / 2][k] * bs[k][threadIdx.x];
    }
    __syncthreads();
  }
  if (x < n && y < n) c[y * n + x] = upper;
  if (x < n && y + Side / 2 < n) c[(y + Side / 2) * n + x] = lower;
}

/// The outer product of two vectors is added to a matrix; the row's element is read once a row.
__global__ void rank_one_update(const float* x, const float* y, float* a, int rows, int columns) {
  for (int r = blockIdx.y * blockDim.y + threadIdx.y; r < rows; r += gridDim.y * blockDim.y) {
    const float factor = x[r];
    if (factor == 0) continue;
    for (int c = thread(); c < columns; c += gridDim.x * blockDim.x) a[r * columns + c] += factor * y[c];
  }
}

/// One column of Gram-Schmidt: the block finds a length, then divides.
__global__ void column_normalised(const double* a, double* q, int rows, int columns) {
  __shared__ double parts[128];
  const int column = blockIdx.x;
  double sum = 0;
  for (int r = threadIdx.x; r < rows; r += blockDim.x) {
    const double v = a[r * columns + column];
    sum += v * v;
  }
  parts[threadIdx.x] = sum;
  __syncthreads();
  for (unsigned width = blockDim.x >> 1; width != 0; width >>= 1) {
    if (threadIdx.x < width) parts[threadIdx.x] += parts[threadIdx.x + width];
    __syncthreads();
  }
  const double length = sqrt(parts[0]);
  for (int r = threadIdx.x; r < rows; r += blockDim.x) q[r * columns + column] = a[r * columns + column] / length;
}

/// Four fields of shallow water: heights and two speeds, at three points of a line.
__global__ void shallow_water(const float* __restrict__ height, const float* __restrict__ u,
                              const float* __restrict__ v, float* __restrict__ next_height, float* __restrict__ next_u,
                              float* __restrict__ next_v, int width, int rows) {
  const int x = thread(), y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x == 0 || y == 0 || x >= width - 1 || y >= rows - 1) return;
  const int i = y * width + x;
  const float slope_x = height[i + 1] - height[i - 1], slope_y = height[i + width] - height[i - width];
  next_u[i] = u[i] - 0.1f * slope_x;
  next_v[i] = v[i] - 0.1f * slope_y;
  next_height[i] = height[i] - 0.05f * (u[i + 1] - u[i - 1] + v[i + width] - v[i - width]);
}

/// A wave with a sponge at its borders and a source in one cell.
__global__ void wave_with_sponge(const float* now, float* before, int width, int rows, int source) {
  const int x = thread(), y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= rows) return;
  const int i = y * width + x;
  float laplacian = -4 * now[i];
  laplacian += now[y * width + (x == 0 ? 0 : x - 1)];
  laplacian += now[y * width + (x == width - 1 ? x : x + 1)];
  laplacian += now[(y == 0 ? 0 : y - 1) * width + x];
  laplacian += now[(y == rows - 1 ? y : y + 1) * width + x];
  float next = 2 * now[i] - before[i] + 0.2f * laplacian;
  const int border = min(min(x, width - 1 - x), min(y, rows - 1 - y));
  if (border < 4) next *= 0.9f + 0.025f * border;
  if (i == source) next += 1;
  before[i] = next;
}

/// A stencil along z in blocks of three dimensions whose sides are no multiples of anything.
__global__ void flux_along_z(const float* in, const float* speed, float* out, int nx, int ny, int nz) {
  const int x = thread(), y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < nx && y < ny && z > 0 && z < nz) {
    const int i = (z * ny + y) * nx + x, below = i - nx * ny;
    const float s = speed[i];
    out[i] = s > 5 ? s * in[below] : s * in[i];
  }
}

struct Rule {
  double place, weight;
};
__constant__ Rule gauss[5] = {
    {-0.9061798, 0.2369269}, {-0.5384693, 0.4786287}, {0, 0.5688889}, {0.5384693, 0.4786287}, {0.9061798, 0.2369269}};

/// Each thread integrates a polynomial over its own interval.
__global__ void gauss_legendre(const float* coefficients, double* out, int degree, int intervals) {
  const int i = thread();
  if (i >= intervals) return;
  const double middle = (i + 0.5) / intervals, half = 0.5 / intervals;
  double sum = 0;
#pragma unroll
  for (int k = 0; k < 5; ++k) {
    const double x = middle + half * gauss[k].place;
    double value = 0;
    for (int d = degree; d >= 0; --d) value = value * x + coefficients[d];
    sum += gauss[k].weight * value;
  }
  out[i] = sum * half;
}

/// A cubic spline is evaluated: each thread looks for its interval from a guess, up or down.
__global__ void spline_evaluated(const float* knots, const float4* pieces, const float* at, float* out, int n,
                                 int count) {
  const int i = thread();
  if (i >= n) return;
  const float x = at[i] * count * 0.1f;
  int k = static_cast<int>(x) * 7 % count;
  while (k > 0 && knots[0] + k > x) --k;
  while (k + 1 < count && knots[0] + k + 1 <= x) ++k;
  const float4 p = pieces[k];
  const float t = x - k;
  out[i] = ((p.w * t + p.z) * t + p.y) * t + p.x;
}

/// Bilinear interpolation in a table, with clamped places.
__global__ void table_interpolated(const float* table, const float2* places, float* out, int n, int width, int rows) {
  for (int i = thread(); i < n; i += gridDim.x * blockDim.x) {
    const float2 p = places[i];
    const int x = min(static_cast<int>(p.x * width / 10), width - 2),
              y = min(static_cast<int>(p.y * rows / 10), rows - 2);
    const float fx = p.x - floorf(p.x), fy = p.y - floorf(p.y);
    const float* at = table + y * width + x;
    out[i] = (at[0] * (1 - fx) + at[1] * fx) * (1 - fy) + (at[width] * (1 - fx) + at[width + 1] * fx) * fy;
  }
}

/// Solves a banded system per thread, forth and back; the systems are interleaved.
__global__ void pentadiagonal(const float* lower, const float* diagonal, float* x, int systems, int n) {
  const int s = thread();
  if (s >= systems) return;
  x[s] /= diagonal[s];
  x[systems + s] -= lower[systems + s] * x[s];
  for (int r = 2; r < n; ++r) {
    const int i = r * systems + s;
    x[i] = (x[i] - lower[i] * x[i - systems] - x[i - 2 * systems]) / (1 + diagonal[i]);
  }
  for (int r = n - 3; r >= 0; --r)
    x[r * systems + s] -= 0.5f * x[(r + 1) * systems + s] + 0.25f * x[(r + 2) * systems + s];
}

/// Cholesky's step for one column by a block: the column is divided, then the rest is updated.
__global__ void cholesky_column(const float* in, float* a, int n) {
  __shared__ float column[64];
  a += blockIdx.x * n * n;
  for (int i = threadIdx.x; i < n * n; i += blockDim.x) a[i] = in[i] + (i % (n + 1) == 0 ? 100 : 0);
  __syncthreads();
  for (int k = 0; k < 3; ++k) {
    const float root = sqrtf(a[k * n + k]);
    for (int r = k + threadIdx.x; r < n; r += blockDim.x) column[r] = a[r * n + k] / root;
    __syncthreads();
    for (int r = k + threadIdx.x; r < n; r += blockDim.x) a[r * n + k] = column[r];
    for (int r = k + 1 + threadIdx.x / 16; r < n; r += blockDim.x / 16) {
      for (int c = k + 1 + threadIdx.x % 16; c <= r; c += 16) a[r * n + c] -= column[r] * column[c];
    }
    __syncthreads();
  }
}

/// Jacobi's rotations of a symmetric 3 × 3 matrix, packed as six floats.
__global__ void largest_eigenvalue(const float* packed, float* out, int n) {
  const int i = thread();
  if (i >= n) return;
  float m[6];
#pragma unroll
  for (int k = 0; k < 6; ++k) m[k] = packed[6 * i + k];
  float v[3] = {1, 1, 1};
  for (int round = 0; round < 4; ++round) {
    const float x = m[0] * v[0] + m[1] * v[1] + m[2] * v[2];
    const float y = m[1] * v[0] + m[3] * v[1] + m[4] * v[2];
    const float z = m[2] * v[0] + m[4] * v[1] + m[5] * v[2];
    const float length = rsqrtf(x * x + y * y + z * z + 1e-6f);
    v[0] = x * length;
    v[1] = y * length;
    v[2] = z * length;
  }
  out[i] = v[0] * v[0] + v[1] + v[2];
}

/// Sums, squares and extremes at once; the block's result is a structure.
struct Moments {
  float sum, squares, lowest, highest;
};
__device__ Moments joined(const Moments& a, const Moments& b) {
  return {a.sum + b.sum, a.squares + b.squares, fminf(a.lowest, b.lowest), fmaxf(a.highest, b.highest)};
}
__global__ void moments_of_blocks(const float* in, Moments* out, int n) {
  __shared__ Moments parts[96];
  const int t = threadIdx.x;
  Moments mine{0, 0, 1e30f, -1e30f};
  for (int i = thread(); i < n; i += gridDim.x * blockDim.x) {
    const float v = in[i];
    mine = joined(mine, {v, v * v, v, v});
  }
  parts[t] = mine;
  __syncthreads();
  for (int width = blockDim.x; width > 1;) {
    const int half = (width + 1) / 2;
    if (t < width / 2) parts[t] = joined(parts[t], parts[t + half]);
    width = half;
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = parts[0];
}

/// Kahan's sum of a strided slice of each thread.
__global__ void compensated_sums(const float* in, float* out, int n) {
  float sum = 0, lost = 0;
  for (int i = thread(); i < n; i += gridDim.x * blockDim.x) {
    const float y = in[i] - lost;
    const float t = __fadd_rn(sum, y);
    lost = __fsub_rn(__fsub_rn(t, sum), y);
    sum = t;
  }
  out[thread()] = sum;
}

/// Sums of a warp in doubles from floats; one lane writes, and adds to a total.
__global__ void doubles_of_warps(const float* in, double* out, double* total, int n) {
  double sum = 0;
  for (int i = thread(); i < n; i += gridDim.x * blockDim.x) sum += in[i];
#pragma unroll
  for (int step = 16; step > 0; step >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, step);
  if ((threadIdx.x & 31) == 0) {
    out[thread() / 32] = sum;
    atomicAdd(total + (threadIdx.x >> 5), sum);
  }
}

/// Simpson's rule over samples: ends, odd and even places have other weights.
__global__ void simpson(const float* samples, float* out, int n) {
  __shared__ float sums[4];
  float sum = 0;
  for (int i = thread(); i <= n; i += gridDim.x * blockDim.x) {
    const float weight = i == 0 || i == n ? 1.0f : i % 2 == 1 ? 4.0f : 2.0f;
    sum += weight * samples[i];
  }
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffffu, sum, step);
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    float all = 0;
    for (unsigned w = 0; w < blockDim.x / 32; ++w) all += sums[w];
    out[blockIdx.x] = all / 3;
  }
}

/// A step of Runge and Kutta for three coupled equations, as arrays of structures of 24 bytes.
struct State {
  double x, y, z;
};
__device__ State slope(const State& s) { return {10 * (s.y - s.x), s.x * (28 - s.z) - s.y, s.x * s.y - 2.5 * s.z}; }
__device__ State moved(const State& s, const State& d, double h) {
  return {s.x + h * d.x, s.y + h * d.y, s.z + h * d.z};
}
__global__ void lorenz(const State* in, State* out, int n, int steps) {
  const int i = thread();
  if (i >= n) return;
  State s = in[i];
  for (int k = 0; k < steps; ++k) {
    const State a = slope(s), b = slope(moved(s, a, 0.005)), c = slope(moved(s, b, 0.005)),
                d = slope(moved(s, c, 0.01));
    s.x += 0.01 / 6 * (a.x + 2 * b.x + 2 * c.x + d.x);
    s.y += 0.01 / 6 * (a.y + 2 * b.y + 2 * c.y + d.y);
    s.z += 0.01 / 6 * (a.z + 2 * b.z + 2 * c.z + d.z);
  }
  out[i] = s;
}

/// A row is restricted to half as many points, then lengthened again.
__global__ void restricted_line(const float* fine, float* coarse, int n) {
  const int i = thread();
  if (i >= n) return;
  if (i == 0 || i == n - 1) {
    coarse[i] = fine[2 * i];
    return;
  }
  coarse[i] = 0.25f * fine[2 * i - 1] + 0.5f * fine[2 * i] + 0.25f * fine[2 * i + 1];
}
__global__ void prolonged_line(const float* coarse, float* fine, int n) {
  const int i = thread();
  if (i >= n) return;
  const bool is_odd = i & 1;
  fine[i] += is_odd ? 0.5f * (coarse[i / 2] + coarse[i / 2 + 1]) : coarse[i / 2];
}

/// Complex numbers as structures with operators; powers until they leave the circle.
struct Complex {
  float re, im;
  __device__ Complex operator*(const Complex& o) const { return {re * o.re - im * o.im, re * o.im + im * o.re}; }
  __device__ Complex operator+(const Complex& o) const { return {re + o.re, im + o.im}; }
  __device__ float norm() const { return re * re + im * im; }
};
__global__ void powers_in_the_circle(const Complex* in, Complex* out, int* steps, int n) {
  const int i = thread();
  if (i >= n) return;
  Complex z{0.1f * in[i].re, 0.1f * in[i].im};
  const Complex c = z;
  int k = 0;
  for (; k < 20 && z.norm() < 4; ++k) z = z * z + c;
  out[i] = z;
  steps[i] = k;
}

/// One pass of a fast Fourier transform of four, in global memory.
__global__ void radix_four_pass(const float2* in, float2* out, int n, int stride) {
  const int i = thread();
  if (i >= n / 4) return;
  const int k = i % stride;
  float2 a = in[i], b = in[i + n / 4], c = in[i + n / 2], d = in[i + 3 * n / 4];
  const float2 s = {a.x + c.x, a.y + c.y}, t = {a.x - c.x, a.y - c.y}, u = {b.x + d.x, b.y + d.y},
               v = {b.y - d.y, d.x - b.x};
  const int to = (i - k) * 4 + k;
  out[to] = {s.x + u.x, s.y + u.y};
  out[to + stride] = {t.x + v.x, t.y + v.y};
  out[to + 2 * stride] = {s.x - u.x, s.y - u.y};
  out[to + 3 * stride] = {t.x - v.x, t.y - v.y};
}

/// A matrix of blocks of 3 × 3 times a vector, a thread for each row of blocks.
__global__ void blocks_of_three(const int* offsets, const int* columns, const float* blocks, const float* x, float* y,
                                int rows) {
  const int row = thread();
  if (row >= rows) return;
  float sum[3] = {0, 0, 0};
  for (int k = offsets[row]; k < offsets[row + 1]; ++k) {
    const float* block = blocks + 9 * k;
    const float* from = x + 3 * (columns[k] % 2000);
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) sum[r] += block[3 * r + c] * from[c];
  }
  for (int r = 0; r < 3; ++r) y[3 * row + r] = sum[r];
}

template <class In, class Out>
void add_to(List& list, const char* name, void (*kernel)(const In*, Out*, int), const std::vector<Shape>& shapes) {
  list.add(name, shapes,
           [=](const Shape& s, const Memory& m) { kernel<<<s.grid, s.block>>>(m.as<In>(), m.to<Out>(), s.n); });
}

List numerics() {
  List list;
  const auto add = [&](const char* name, auto kernel, const std::vector<Shape>& shapes) {
    add_to(list, name, kernel, shapes);
  };
  list.add("matrix_vector_by_four_rows", {{2, 32, 203}, {1, 45, 96}}, [](const Shape& s, const Memory& m) {
    matrix_vector_by_four_rows<<<s.grid, s.block>>>(m.values, m.values + 50000, m.to(), s.n, 37, 2.0f, 0.5f);
  });
  list.add("product_two_rows_apart<16>", {{dim3(3, 3), dim3(16, 8), 43}, {dim3(2, 2), dim3(16, 8), 32}},
           [](const Shape& s, const Memory& m) {
             product_two_rows_apart<16><<<s.grid, s.block>>>(m.values, m.values + 7001, m.to(), s.n);
           });
  list.add("product_two_rows_apart<24>", {{dim3(2, 2), dim3(24, 12), 41}}, [](const Shape& s, const Memory& m) {
    product_two_rows_apart<24><<<s.grid, s.block>>>(m.values, m.values + 7001, m.to(), s.n);
  });
  list.add("rank_one_update", {{dim3(2, 3), dim3(24, 6), 57}, {dim3(1, 2), dim3(40, 3), 33}},
           [](const Shape& s, const Memory& m) {
             rank_one_update<<<s.grid, s.block>>>(m.values, m.values + 999, m.to(), 31, s.n);
           });
  list.add("column_normalised", {{5, 128, 300}, {7, 64, 50}}, [](const Shape& s, const Memory& m) {
    column_normalised<<<s.grid, s.block>>>(m.as<double>(), m.to<double>(), s.n, 7);
  });
  list.add("shallow_water", {{dim3(3, 4), dim3(16, 6), 45}, {dim3(2, 3), dim3(33, 5), 61}},
           [](const Shape& s, const Memory& m) {
             shallow_water<<<s.grid, s.block>>>(m.values, m.values + 5000, m.values + 10001, m.to(), m.to() + 6000,
                                                m.to() + 12000, s.n, 19);
           });
  list.add(
      "wave_with_sponge", {{dim3(3, 4), dim3(16, 6), 45}, {dim3(2, 3), dim3(33, 5), 61}},
      [](const Shape& s, const Memory& m) { wave_with_sponge<<<s.grid, s.block>>>(m.values, m.to(), s.n, 19, 77); });
  list.add("flux_along_z", {{dim3(2, 2, 2), dim3(9, 5, 3), 17}, {dim3(1, 2, 3), dim3(20, 3, 2), 20}},
           [](const Shape& s, const Memory& m) {
             flux_along_z<<<s.grid, s.block>>>(m.values, m.values + 9999, m.to(), s.n, 9, 6);
           });
  list.add("gauss_legendre", {{2, 64, 100}, {1, 45, 41}}, [](const Shape& s, const Memory& m) {
    gauss_legendre<<<s.grid, s.block>>>(m.values, m.to<double>(), 6, s.n);
  });
  list.add("spline_evaluated", {{2, 64, 100}, {3, 40, 120}}, [](const Shape& s, const Memory& m) {
    spline_evaluated<<<s.grid, s.block>>>(m.values, m.as<float4>() + 100, m.values + 5000, m.to(), s.n, 23);
  });
  list.add("table_interpolated", {{2, 64, 300}, {3, 40, 117}}, [](const Shape& s, const Memory& m) {
    table_interpolated<<<s.grid, s.block>>>(m.values, m.as<float2>() + 3000, m.to(), s.n, 31, 27);
  });
  list.add("pentadiagonal", {{2, 64, 100}, {1, 45, 45}}, [](const Shape& s, const Memory& m) {
    pentadiagonal<<<s.grid, s.block>>>(m.values, m.values + 7000, m.to(), s.n, 11);
  });
  add("cholesky_column", cholesky_column, {{2, 64, 21}, {1, 96, 40}});
  add("largest_eigenvalue", largest_eigenvalue, {{2, 64, 100}, {1, 45, 45}});
  add("moments_of_blocks", moments_of_blocks, {{2, 96, 700}, {3, 75, 333}});
  add("compensated_sums", compensated_sums, {{2, 96, 700}, {3, 40, 333}});
  list.add("doubles_of_warps", {{2, 96, 700}, {3, 64, 333}}, [](const Shape& s, const Memory& m) {
    doubles_of_warps<<<s.grid, s.block>>>(m.values, m.to<double>(), m.to<double>() + 512, s.n);
  });
  add("simpson", simpson, {{2, 96, 700}, {3, 128, 334}});
  list.add("lorenz", {{2, 64, 100}, {1, 45, 45}},
           [](const Shape& s, const Memory& m) { lorenz<<<s.grid, s.block>>>(m.as<State>(), m.to<State>(), s.n, 3); });
  add("restricted_line", restricted_line, {{2, 64, 100}, {3, 40, 117}});
  add("prolonged_line", prolonged_line, {{2, 64, 100}, {3, 40, 117}});
  list.add("powers_in_the_circle", {{2, 64, 100}, {3, 40, 117}}, [](const Shape& s, const Memory& m) {
    powers_in_the_circle<<<s.grid, s.block>>>(m.as<Complex>(), m.to<Complex>(), m.to<int>() + 4000, s.n);
  });
  list.add("radix_four_pass", {{2, 64, 400}, {3, 40, 256}}, [](const Shape& s, const Memory& m) {
    radix_four_pass<<<s.grid, s.block>>>(m.as<float2>(), m.to<float2>(), s.n, 4);
  });
  list.add("blocks_of_three", {{2, 64, 100}, {3, 40, 117}}, [](const Shape& s, const Memory& m) {
    blocks_of_three<<<s.grid, s.block>>>(m.offsets, m.numbers, m.values, m.values + 50000, m.to(), s.n);
  });
  return list;
}

}  // namespace

SIMT_STYLE(numerics)
