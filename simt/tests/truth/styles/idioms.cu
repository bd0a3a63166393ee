// Idioms of course work: stencils on odd blocks, tiles with a padding, atomics of all types, local arrays, volatile,
// values kept in shared memory, indices of indices.
#include "simt/tests/truth/styles/style.hpp"

namespace {

using namespace simt::styles;

__device__ int thread() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ int column() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ int row() { return blockIdx.y * blockDim.y + threadIdx.y; }

// ---- planes and volumes ----

__global__ void five_points(const float* in, float* out, int n) {
  const int x = column(), y = row();
  if (x >= n || y >= n) return;
  if (x == 0 || y == 0 || x == n - 1 || y == n - 1) {
    out[y * n + x] = in[y * n + x];
  } else {
    out[y * n + x] = 0.25f * (in[y * n + x - 1] + in[y * n + x + 1] + in[(y - 1) * n + x] + in[(y + 1) * n + x]);
  }
}

__global__ void seven_points(const float* in, float* out, int n) {
  const int x = column(), y = row(), z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < 1 || y < 1 || z < 1 || x >= n - 1 || y >= n - 1 || z >= n - 1) return;
  const int i = (z * n + y) * n + x;
  out[i] = in[i - 1] + in[i + 1] + in[i - n] + in[i + n] + in[i - n * n] + in[i + n * n] - 6 * in[i];
}

__global__ void life(const unsigned char* in, unsigned char* out, int n) {
  const int x = column(), y = row();
  if (x >= n || y >= n) return;
  int alive = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) {
      if (dx == 0 && dy == 0) continue;
      alive += in[(y + dy + n) % n * n + (x + dx + n) % n] & 1;
    }
  const int own = in[y * n + x] & 1;
  out[y * n + x] = alive == 3 || (own && alive == 2);
}

__global__ void median_of_rows(const float* in, float* out, int n) {
  const int x = column(), y = row();
  if (x >= n || y < 1 || y >= 15) return;
  float a = in[(y - 1) * n + x], b = in[y * n + x], c = in[(y + 1) * n + x];
  if (a > b) {
    float t = a;
    a = b;
    b = t;
  }
  if (b > c) b = c;
  if (a > b) b = a;
  out[y * n + x] = b;
}

__global__ void mandelbrot(unsigned char* out, int n) {
  const int x = column(), y = row();
  if (x >= n || y >= n) return;
  float cr = 3.0f * x / n - 2, ci = 2.0f * y / n - 1, zr = 0, zi = 0;
  int k = 0;
  while (k < 50 && zr * zr + zi * zi < 4) {
    const float t = zr * zr - zi * zi + cr;
    zi = 2 * zr * zi + ci;
    zr = t;
    ++k;
  }
  out[y * n + x] = k;
}

__global__ void transposed_padded(const float* in, float* out, int n) {
  __shared__ float tile[16][17];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < n && y < n) tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  x = blockIdx.y * 16 + threadIdx.x;
  y = blockIdx.x * 16 + threadIdx.y;
  if (x < n && y < n) out[y * n + x] = tile[threadIdx.x][threadIdx.y];
}

#define TILE 8
__global__ void product_guarded(const float* a, const float* b, float* c, int n) {
  __shared__ float as[TILE][TILE], bs[TILE][TILE];
  const int x = column(), y = row();
  float sum = 0;
  for (int t = 0; t < (n + TILE - 1) / TILE; ++t) {
    as[threadIdx.y][threadIdx.x] = y < n && t * TILE + threadIdx.x < n ? a[y * n + t * TILE + threadIdx.x] : 0.0f;
    bs[threadIdx.y][threadIdx.x] = x < n && t * TILE + threadIdx.y < n ? b[(t * TILE + threadIdx.y) * n + x] : 0.0f;
    __syncthreads();
    for (int k = 0; k < TILE; ++k) sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
    __syncthreads();
  }
  if (x < n && y < n) c[y * n + x] = sum;
}

__global__ void product_naive(const double* a, double* c, int n) {
  const int x = column(), y = row();
  if (x >= n || y >= n) return;
  double sum = 0;
  for (int k = 0; k < n; k++) sum += a[y * n + k] * a[k * n + x];
  c[y * n + x] = sum;
}

// ---- one dimension ----

__constant__ float taps[7] = {1, 2, 3, 4, 3, 2, 1};

__global__ void filter_with_halo(const float* in, float* out, int n) {
  __shared__ float s[64 + 6];
  const int i = thread();
  s[threadIdx.x + 3] = i < n ? in[i] : 0;
  if (threadIdx.x < 3) {
    s[threadIdx.x] = i >= 3 ? in[i - 3] : 0;
    s[threadIdx.x + 3 + blockDim.x] = i + blockDim.x < n ? in[i + blockDim.x] : 0;
  }
  __syncthreads();
  if (i >= n) return;
  float sum = 0;
  for (int k = 0; k < 7; ++k) sum += taps[k] * s[threadIdx.x + k];
  out[i] = sum;
}

__global__ void reduce_with_last_warp(const float* in, float* out, int n) {
  __shared__ float s[128];
  const int t = threadIdx.x, i = blockIdx.x * 256 + t;
  s[t] = (i < n ? in[i] : 0) + (i + 128 < n ? in[i + 128] : 0);
  __syncthreads();
  if (t < 64) s[t] += s[t + 64];
  __syncthreads();
  if (t < 32) {
    volatile float* v = s;
    v[t] += v[t + 32];
    __syncwarp();
    float sum = v[t];
    for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffffu, sum, d);
    if (t == 0) out[blockIdx.x] = sum;
  }
}

__global__ void scan_hillis(const int* in, int* out, int n) {
  __shared__ int s[2][96];
  int from = 0;
  const int t = threadIdx.x;
  s[0][t] = thread() < n ? in[thread()] : 0;
  __syncthreads();
  for (int d = 1; d < blockDim.x; d *= 2) {
    s[1 - from][t] = s[from][t] + (t >= d ? s[from][t - d] : 0);
    from = 1 - from;
    __syncthreads();
  }
  if (thread() < n) out[thread()] = s[from][t];
}

__global__ void scan_of_warp(const int* in, int* out, int n) {
  const int i = thread(), lane = threadIdx.x % 32;
  int v = i < n ? in[i] : 0;
  for (int d = 1; d < 32; d <<= 1) {
    const int other = __shfl_up_sync(0xffffffffu, v, d);
    if (lane >= d) v += other;
  }
  if (lane == 31) out[i / 32] = v;
}

__global__ void reversed_in_block(float* out, const float* in, int n) {
  extern __shared__ float s[];
  const int t = threadIdx.x;
  s[t] = in[thread()];
  __syncthreads();
  out[thread()] = s[n - t - 1];
}

__global__ void compare_exchange(int* data, const int* numbers, int n) {
  const int i = thread();
  data[i] = numbers[i];
  const int partner = i ^ n;
  if (partner > i) {
    const int a = numbers[i], b = numbers[partner];
    if ((i & 64) == 0 ? a > b : a < b) {
      data[1024 + i] = b;
      data[1024 + partner] = a;
    }
  }
}

__global__ void in_place_twice(float* data, const float* in, int n) {
  const int i = thread();
  if (i >= n) return;
  data[i] = data[i] * 2 + in[i];
  data[i] = data[i] + 1;
}

__global__ void shifted_in_place(float* data, int n) {
  const int i = thread();
  float v = 0;
  if (i + 1 < n) v = data[i + 1];
  __syncthreads();
  if (i + 1 < n) data[i] = v + 1;
}

__global__ void index_of_index(const int* numbers, const float* values, float* out, int n) {
  const int i = thread();
  if (i < n) out[i] = values[numbers[numbers[i]]];
}

__global__ void list_walked(const int* next, int* out, int n) {
  const int i = thread();
  int at = i, steps = 0;
  while (steps < n && next[at] % 5 != 0) {
    at = next[at];
    ++steps;
  }
  out[i] = at;
}

__global__ void found_by_halving(const int* sorted, const int* numbers, int* out, int n) {
  const int i = thread();
  if (i >= n) return;
  const int key = numbers[i];
  int low = 0, high = 1000, found = -1;
  while (low <= high) {
    const int mid = (low + high) / 2;
    if (sorted[mid] == key) {
      found = mid;
      break;
    }
    if (sorted[mid] < key)
      low = mid + 1;
    else
      high = mid - 1;
  }
  out[i] = found;
}

// ---- values of a thread's own ----

__global__ void own_histogram(const int* in, int* out, int n) {
  int bins[8] = {};
  for (int k = 0; k < n; ++k) bins[in[k * 64 + threadIdx.x] % 8]++;
  for (int b = 0; b < 8; ++b) out[b * 64 + threadIdx.x] = bins[b];
}

__global__ void own_in_registers(const float* in, float* out, int n) {
  float v[5];
  const int i = thread();
  for (int k = 0; k < 5; ++k) v[k] = i + k < n ? in[i + k] : 0;
  for (int a = 0; a < 5; ++a)
    for (int b = a + 1; b < 5; ++b)
      if (v[b] < v[a]) {
        const float t = v[a];
        v[a] = v[b];
        v[b] = t;
      }
  if (i < n) out[i] = v[2];
}

__global__ void volatile_twice(volatile int* out, const volatile int* in, int n) {
  const int i = thread();
  if (i >= n) return;
  out[i] = in[i];
  out[i] = in[i] + out[i];
}

// ---- atomics ----

__global__ void atomics_of_types(const int* numbers, char* out, int n) {
  const int i = thread();
  if (i >= n) return;
  const int v = numbers[i];
  int* const ints = reinterpret_cast<int*>(out);
  unsigned* const words = reinterpret_cast<unsigned*>(out + 4096);
  unsigned long long* const wide = reinterpret_cast<unsigned long long*>(out + 8192);
  atomicSub(&ints[i % 40], v);
  atomicMax(&words[i / 2], static_cast<unsigned>(v));
  atomicMin(&wide[i % 24], static_cast<unsigned long long>(v));
}

__global__ void atomics_with_results(const int* numbers, int* out, int n) {
  const int i = thread();
  if (i >= n) return;
  const int old = atomicMax(&out[i % 20], numbers[i]);
  const int older = atomicExch(&out[64 + i], old);
  out[1024 + i] = atomicAdd(&out[512 + i / 4], older + 1) >= 0;
}

__global__ void float_exchanged(const float* in, float* out, int n) {
  const int i = thread();
  if (i < n) out[1024 + i] = atomicExch(&out[i], in[i]);
}

__device__ double add_by_cas(double* address, double value) {
  unsigned long long* const word = reinterpret_cast<unsigned long long*>(address);
  unsigned long long old = *word, seen;
  do {
    seen = old;
    old = atomicCAS(word, seen, __double_as_longlong(value + __longlong_as_double(seen)));
  } while (seen != old);
  return __longlong_as_double(old);
}

__global__ void cas_loop_alone(const float* in, double* out, int n) {
  const int i = thread();
  if (i < n) add_by_cas(&out[i], in[i]);
}

__global__ void shared_extremes(const int* in, int* out, int n) {
  __shared__ int low, high;
  if (threadIdx.x == 0) {
    low = 1 << 30;
    high = 0;
  }
  __syncthreads();
  if (thread() < n) {
    atomicMin(&low, in[thread()]);
    atomicMax(&high, in[thread()]);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    out[2 * blockIdx.x] = low;
    out[2 * blockIdx.x + 1] = high;
  }
}

__global__ void bytes_histogram(const unsigned char* in, unsigned* out, int n) {
  __shared__ unsigned bins[256];
  for (int b = threadIdx.x; b < 256; b += blockDim.x) bins[b] = 0;
  __syncthreads();
  for (int i = thread(); i < n; i += gridDim.x * blockDim.x) atomicAdd(&bins[in[i]], 1u);
  __syncthreads();
  for (int b = threadIdx.x; b < 256; b += blockDim.x) atomicAdd(&out[b], bins[b]);
}

__global__ void compacted_by_ticket(const float* in, float* out, int* count, int n) {
  __shared__ int kept;
  __shared__ float found[64];
  if (threadIdx.x == 0) kept = 0;
  __syncthreads();
  const int i = thread();
  if (i < n && in[i] > 7) found[atomicAdd(&kept, 1)] = 1;
  __syncthreads();
  if (threadIdx.x < kept) out[blockIdx.x * 64 + threadIdx.x] = found[threadIdx.x];
  if (threadIdx.x == 0) count[blockIdx.x] = kept;
}

// ---- products ----

__global__ void rows_by_float4(const float4* a, const float4* x, float* y, int n) {
  __shared__ float4 xs[32];
  for (int k = threadIdx.x; k < n; k += blockDim.x) xs[k] = x[k];
  __syncthreads();
  const int r = thread();
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    const float4 v = a[r * n + k], w = xs[k];
    sum += v.x * w.x + v.y * w.y + v.z * w.z + v.w * w.w;
  }
  y[r] = sum;
}

__global__ void rows_by_warps(const float* a, float* y, int n) {
  const int lane = threadIdx.x % 32, r = thread() / 32;
  float sum = 0;
  for (int k = lane; k < n; k += 32) sum += a[r * n + k];
  for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, d);
  if (lane == 0) y[r] = sum;
}

__global__ void sparse_rows(const int* offsets, const int* columns, const float* values, float* y, int n) {
  const int r = thread();
  if (r >= n) return;
  float sum = 0;
  for (int k = offsets[r]; k < offsets[r + 1]; ++k) sum += values[k] * values[columns[k]];
  y[r] = sum;
}

__global__ void bodies(const float4* in, float4* out, int n) {
  __shared__ float4 tile[32];
  const int i = thread();
  const float4 own = in[i];
  float3 force = make_float3(0, 0, 0);
  for (int t = 0; t < n; t += 32) {
    if (threadIdx.x < 32) tile[threadIdx.x] = in[t + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 32; ++k) {
      const float dx = tile[k].x - own.x, dy = tile[k].y - own.y, dz = tile[k].z - own.z;
      const float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
      const float f = tile[k].w * inverse * inverse * inverse;
      force.x += dx * f;
      force.y += dy * f;
      force.z += dz * f;
    }
    __syncthreads();
  }
  out[i] = make_float4(force.x, force.y, force.z, 0);
}

template <class In, class Out>
void add_to(List& list, const char* name, void (*kernel)(const In*, Out*, int), const std::vector<Shape>& shapes) {
  list.add(name, shapes, [=](Shape s, Memory m) { kernel<<<s.grid, s.block>>>(m.as<In>(), m.to<Out>(), s.n); });
}

List idioms() {
  List list;
  const std::vector<Shape> lines = {{{3}, {64}, 190}, {{2}, {50}, 77}, {{1}, {37}, 40}};
  const std::vector<Shape> planes = {{{3, 8}, {20, 6}, 45}, {{4, 4}, {12, 12}, 40}, {{2, 4}, {33, 5}, 20}};
  const auto add = [&](const char* name, auto kernel, const std::vector<Shape>& shapes) {
    add_to(list, name, kernel, shapes);
  };
  const auto add_numbers = [&](const char* name, void (*kernel)(const int*, int*, int),
                               const std::vector<Shape>& shapes) {
    list.add(name, shapes, [=](Shape s, Memory m) { kernel<<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n); });
  };
  add("five_points", five_points, planes);
  add("seven_points", seven_points, {{{3, 4, 3}, {7, 3, 5}, 13}, {{1, 2, 2}, {18, 5, 3}, 11}});
  add("life", life, planes);
  add("median_of_rows", median_of_rows, planes);
  list.add("mandelbrot", planes,
           [](Shape s, Memory m) { mandelbrot<<<s.grid, s.block>>>(m.to<unsigned char>(), s.n); });
  add("transposed_padded", transposed_padded, {{{3, 3}, {16, 16}, 41}, {{2, 2}, {16, 16}, 32}});
  list.add("product_guarded", {{{4, 4}, {8, 8}, 29}, {{2, 2}, {8, 8}, 16}},
           [](Shape s, Memory m) { product_guarded<<<s.grid, s.block>>>(m.values, m.values + 5000, m.to(), s.n); });
  add("product_naive", product_naive, {{{3, 4}, {10, 6}, 23}, {{2, 2}, {16, 16}, 30}});
  add("filter_with_halo", filter_with_halo, lines);
  add("reduce_with_last_warp", reduce_with_last_warp, {{{2}, {128}, 500}, {{1}, {128}, 130}});
  add_numbers("scan_hillis", scan_hillis, {{{2}, {96}, 170}, {{1}, {50}, 50}});
  add_numbers("scan_of_warp", scan_of_warp, {{{2}, {96}, 170}, {{1}, {64}, 50}});
  list.add("reversed_in_block", {{{2}, {96}, 96}, {{2}, {50}, 50}},
           [](Shape s, Memory m) { reversed_in_block<<<s.grid, s.block, s.n * 4>>>(m.to(), m.values, s.n); });
  list.add("compare_exchange", {{{2}, {128}, 1}, {{2}, {128}, 8}, {{4}, {64}, 32}},
           [](Shape s, Memory m) { compare_exchange<<<s.grid, s.block>>>(m.to<int>(), m.numbers, s.n); });
  list.add("in_place_twice", lines,
           [](Shape s, Memory m) { in_place_twice<<<s.grid, s.block>>>(m.to(), m.values, s.n); });
  list.add("shifted_in_place", {{{1}, {64}, 64}, {{1}, {50}, 33}},
           [](Shape s, Memory m) { shifted_in_place<<<s.grid, s.block>>>(m.to(), s.n); });
  list.add("index_of_index", lines,
           [](Shape s, Memory m) { index_of_index<<<s.grid, s.block>>>(m.numbers, m.values, m.to(), s.n); });
  add_numbers("list_walked", list_walked, {{{2}, {64}, 9}, {{1}, {37}, 30}});
  list.add("found_by_halving", lines,
           [](Shape s, Memory m) { found_by_halving<<<s.grid, s.block>>>(m.offsets, m.numbers, m.to<int>(), s.n); });
  add_numbers("own_histogram", own_histogram, {{{1}, {64}, 9}, {{1}, {37}, 30}});
  add("own_in_registers", own_in_registers, lines);
  list.add("volatile_twice", lines,
           [](Shape s, Memory m) { volatile_twice<<<s.grid, s.block>>>(m.to<int>(), m.numbers, s.n); });
  list.add("atomics_of_types", lines,
           [](Shape s, Memory m) { atomics_of_types<<<s.grid, s.block>>>(m.numbers, m.out, s.n); });
  add_numbers("atomics_with_results", atomics_with_results, lines);
  add("float_exchanged", float_exchanged, lines);
  add("cas_loop_alone", cas_loop_alone, lines);
  add_numbers("shared_extremes", shared_extremes, lines);
  add("bytes_histogram", bytes_histogram, {{{2}, {64}, 999}, {{1}, {50}, 333}});
  list.add("compacted_by_ticket", lines, [](Shape s, Memory m) {
    compacted_by_ticket<<<s.grid, s.block>>>(m.values, m.to(), m.to<int>() + 4096, s.n);
  });
  list.add("rows_by_float4", {{{2}, {64}, 20}, {{1}, {37}, 7}}, [](Shape s, Memory m) {
    rows_by_float4<<<s.grid, s.block>>>(m.as<float4>(), m.as<float4>() + 3000, m.to(), s.n);
  });
  add("rows_by_warps", rows_by_warps, {{{2}, {64}, 100}, {{2}, {96}, 45}});
  list.add("sparse_rows", lines,
           [](Shape s, Memory m) { sparse_rows<<<s.grid, s.block>>>(m.offsets, m.numbers, m.values, m.to(), s.n); });
  add("bodies", bodies, {{{2}, {64}, 128}, {{1}, {50}, 64}});
  return list;
}

}  // namespace

SIMT_STYLE(idioms)
