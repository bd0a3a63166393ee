// Kernels as people write them in a first project: particles, grids, matrices, text, tables and signals, with classes,
// templates, lambdas and unions, with loops that end early, and with more loads than a task needs.
#include <cooperative_groups.h>

#include "simt/tests/truth/styles/style.hpp"

namespace {

using namespace simt::styles;
namespace cg = cooperative_groups;

// ---- particles ----

struct Particle {
  float3 place;
  float mass;
  float3 speed;
  int kind;
};

__global__ void push(const Particle* all, Particle* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Particle p = all[i];
  p.place.x += p.speed.x * 0.5f;
  p.place.y += p.speed.y * 0.5f;
  p.place.z += p.speed.z * 0.5f;
  out[i] = p;
}

__global__ void energy(const Particle* all, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float3 v = all[i].speed;
    out[i] = 0.5f * all[i].mass * (v.x * v.x + v.y * v.y + v.z * v.z);
  }
}

__global__ void bounce(Particle* all, const float* walls, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (all[i].place.x < walls[0] || all[i].place.x > walls[1]) all[i].speed.x = -all[i].speed.x;
  if (all[i].place.y < walls[2] || all[i].place.y > walls[3]) all[i].speed.y = -all[i].speed.y;
}

__global__ void pairs_in_tiles(const float4* bodies, float3* force, int n) {
  extern __shared__ float4 tile[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float4 own = i < n ? bodies[i] : make_float4(0, 0, 0, 0);
  float3 sum = {0, 0, 0};
  for (int start = 0; start < n; start += blockDim.x) {
    if (start + threadIdx.x < n) tile[threadIdx.x] = bodies[start + threadIdx.x];
    __syncthreads();
    const int most = min(static_cast<int>(blockDim.x), n - start);
    for (int k = 0; k < most; ++k) {
      const float4 other = tile[k];
      const float dx = other.x - own.x, dy = other.y - own.y, dz = other.z - own.z;
      const float near = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
      sum.x += other.w * dx * near;
      sum.y += other.w * dy * near;
      sum.z += other.w * dz * near;
    }
    __syncthreads();
  }
  if (i < n) force[i] = sum;
}

__global__ void cells_counted(const float2* places, unsigned* cells, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const float2 p = places[i];
    const int cx = static_cast<int>(p.x), cy = static_cast<int>(p.y);
    atomicAdd(cells + cy * 10 + cx, 1u);
  }
}

// ---- grids ----

template <int RADIUS>
__global__ void smooth_columns(const float* in, float* out, int width) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int height = 24;
  if (x >= width) return;
  float window[2 * RADIUS + 1];
#pragma unroll
  for (int k = 0; k < 2 * RADIUS + 1; ++k) window[k] = in[k * width + x];
  for (int y = RADIUS; y < height - RADIUS; ++y) {
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 2 * RADIUS + 1; ++k) sum += window[k];
    out[y * width + x] = sum / (2 * RADIUS + 1);
#pragma unroll
    for (int k = 0; k < 2 * RADIUS; ++k) window[k] = window[k + 1];
    if (y + RADIUS + 1 < height) window[2 * RADIUS] = in[(y + RADIUS + 1) * width + x];
  }
}

__global__ void heat_with_walls(const float* now, float* next, const unsigned char* wall, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x == 0 || y == 0 || x >= n - 1 || y >= n - 1) return;
  const int at = y * n + x;
  if (wall[at] & 1) {
    next[at] = now[at];
    return;
  }
  const float left = now[at - 1], right = now[at + 1], up = now[at - n], down = now[at + n];
  next[at] = now[at] + 0.1f * (left + right + up + down - 4.0f * now[at]);
}

__global__ void tile_with_ring(const float* in, float* out, int n) {
  __shared__ float tile[10][10];
  const int x0 = blockIdx.x * 8 - 1, y0 = blockIdx.y * 8 - 1;
  for (int k = threadIdx.y * 8 + threadIdx.x; k < 100; k += 64) {
    const int x = min(max(x0 + k % 10, 0), n - 1), y = min(max(y0 + k / 10, 0), n - 1);
    tile[k / 10][k % 10] = in[y * n + x];
  }
  __syncthreads();
  const int x = x0 + 1 + threadIdx.x, y = y0 + 1 + threadIdx.y;
  if (x < n && y < n) {
    float most = 0;
    for (int dy = 0; dy < 3; ++dy)
      for (int dx = 0; dx < 3; ++dx) most = fmaxf(most, tile[threadIdx.y + dy][threadIdx.x + dx]);
    out[y * n + x] = most;
  }
}

__global__ void upwind(const float* in, const float* wind, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 1 || i >= n - 1) return;
  const float w = wind[i] - 5;
  out[i] = w > 0 ? in[i] - w * (in[i] - in[i - 1]) : in[i] - w * (in[i + 1] - in[i]);
}

__global__ void flood(const int* label, int* out, int n) {
  const int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
  if (x >= n || y >= n) return;
  int least = label[y * n + x];
  if (x > 0 && label[y * n + x - 1] < least) least = label[y * n + x - 1];
  if (x + 1 < n && label[y * n + x + 1] < least) least = label[y * n + x + 1];
  if (y > 0 && label[(y - 1) * n + x] < least) least = label[(y - 1) * n + x];
  if (y + 1 < n && label[(y + 1) * n + x] < least) least = label[(y + 1) * n + x];
  out[y * n + x] = least;
}

// ---- matrices ----

template <class T, int TILE>
__global__ void multiply(const T* a, const T* b, T* c, int n) {
  __shared__ T as[TILE][TILE + 1], bs[TILE][TILE];
  const int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
  T sum = 0;
  for (int tile = 0; tile < (n + TILE - 1) / TILE; ++tile) {
    const int k = tile * TILE;
    as[threadIdx.y][threadIdx.x] = row < n && k + threadIdx.x < n ? a[row * n + k + threadIdx.x] : T(0);
    bs[threadIdx.y][threadIdx.x] = column < n && k + threadIdx.y < n ? b[(k + threadIdx.y) * n + column] : T(0);
    __syncthreads();
#pragma unroll
    for (int i = 0; i < TILE; ++i) sum += as[threadIdx.y][i] * bs[i][threadIdx.x];
    __syncthreads();
  }
  if (row < n && column < n) c[row * n + column] = sum;
}

__global__ void lower_part(const float* in, float* out, int n) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= n || column >= n) return;
  out[row * n + column] = column <= row ? in[row * n + column] : 0;
}

__global__ void solve_rows(const float* lower, const float* right, float* out, int n) {
  const int system = blockIdx.x * blockDim.x + threadIdx.x;
  if (system >= n) return;
  float x[4];
  for (int i = 0; i < 4; ++i) {
    float sum = right[system * 4 + i];
    for (int j = 0; j < i; ++j) sum -= lower[i * 4 + j] * x[j];
    x[i] = sum / (lower[i * 4 + i] + 1);
  }
  for (int i = 0; i < 4; ++i) out[system * 4 + i] = x[i];
}

__global__ void column_norms(const float* in, float* out, int n) {
  const int column = blockIdx.x * 32 + threadIdx.x;
  __shared__ float part[8][32];
  float sum = 0;
  if (column < n)
    for (int row = threadIdx.y; row < 40; row += blockDim.y) sum += in[row * n + column] * in[row * n + column];
  part[threadIdx.y][threadIdx.x] = sum;
  __syncthreads();
  for (int half = 4; half > 0; half >>= 1) {
    if (threadIdx.y < half) part[threadIdx.y][threadIdx.x] += part[threadIdx.y + half][threadIdx.x];
    __syncthreads();
  }
  if (threadIdx.y == 0 && column < n) out[column] = sqrtf(part[0][threadIdx.x]);
}

__global__ void rows_scaled(float* m, const float* by, int n) {
  const int row = blockIdx.x;
  const float scale = by[row];
  float* const at = m + row * n;
  for (int i = threadIdx.x; i < n; i += blockDim.x) at[i] *= scale;
}

// ---- text and tables ----

__global__ void letters(const unsigned char* text, unsigned* counts, int n) {
  __shared__ unsigned own[32];
  if (threadIdx.x < 32) own[threadIdx.x] = 0;
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned char c = text[i];
    if (c >= 'A' && c <= 'Z')
      atomicAdd(&own[c - 'A'], 1u);
    else if (c >= 'a' && c <= 'z')
      atomicAdd(&own[c - 'a'], 1u);
    else
      atomicAdd(&own[31], 1u);
  }
  __syncthreads();
  if (threadIdx.x < 32 && own[threadIdx.x] > 0) atomicAdd(&counts[threadIdx.x], own[threadIdx.x]);
}

__global__ void lines_begun(const char* text, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const bool begins = i == 0 || (text[i - 1] & 15) == 10;
  const unsigned ballot = __ballot_sync(__activemask(), begins);
  if (begins) out[i] = __popc(ballot);
}

__global__ void looked_up(const int* keys, const int* table, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int key = keys[i];
  int slot = key & 1023;
  int tries = 0;
  while (table[slot] != key && table[slot] > 4000 && tries < 6) {
    slot = (slot + 1) & 1023;
    ++tries;
  }
  out[i] = tries == 6 ? -1 : slot;
}

__global__ void words_of_bytes(const uchar4* in, unsigned* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const uchar4 b = in[i];
    out[i] = b.x << 24 | b.y << 16 | b.z << 8 | b.w;
  }
}

union Bits {
  float number;
  unsigned bits;
};
__global__ void signs_taken(const float* in, unsigned* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Bits b;
  b.number = in[i] - 5;
  if ((b.bits >> 31) != 0) out[i / 2] = b.bits & 0x7fffffffu;
}

struct Row {
  short year;
  char grade, level;
  int points;
};
__global__ void best_of_row(const Row* rows, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (rows[i].grade > 50)
    out[i] = rows[i].points;
  else if (rows[i].level > 30)
    out[i] = rows[i].year;
}

__global__ void switched(const int* codes, const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float value = in[i];
  switch (codes[i] % 5) {
    case 0:
      value += in[i + 1];
      [[fallthrough]];
    case 1:
      value *= 2;
      break;
    case 2:
      return;
    case 3:
      value = in[n - 1 - i];
      break;
    default:
      value = 0;
  }
  out[i] = value;
}

// ---- signals and sums ----

__global__ void dot(const float* a, const float* b, float* out, int n) {
  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += a[i] * b[i];
  for (int far = warp.size() / 2; far > 0; far /= 2) sum += warp.shfl_down(sum, far);
  __shared__ float sums[32];
  if (warp.thread_rank() == 0) sums[warp.meta_group_rank()] = sum;
  block.sync();
  if (warp.meta_group_rank() == 0) {
    sum = warp.thread_rank() < warp.meta_group_size() ? sums[warp.thread_rank()] : 0;
    for (int far = 16; far > 0; far /= 2) sum += warp.shfl_down(sum, far);
    if (warp.thread_rank() == 0) atomicAdd(out, sum);
  }
}

__global__ void running_mean(const float* in, float* out, int n) {
  const int chunk = 8;
  const int first = (blockIdx.x * blockDim.x + threadIdx.x) * chunk;
  float mean = 0;
  for (int i = first; i < first + chunk && i < n; ++i) {
    mean = 0.9f * mean + 0.1f * in[i];
    out[i] = mean;
  }
}

__global__ void every_second(const float2* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 2) out[i] = in[i].x + in[i].y;
}

__global__ void two_at_a_time(const double* in, double* out, int n) {
  int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (i + 1 < n) {
    out[i] = in[i] + 1;
    out[i + 1] = in[i + 1] + 2;
  } else if (i < n) {
    out[i] = in[i];
  }
}

__global__ void first_above(const float* in, int* out, int n) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n) return;
  int at = -1;
  for (int k = 0; k < 16; ++k) {
    if (in[row * 16 + k] > 9.0f) {
      at = k;
      break;
    }
  }
  out[row] = at;
}

__global__ void largest_with_place(const float* in, float* best, int* place, int n) {
  __shared__ float values[128];
  __shared__ int places[128];
  float most = -1;
  int at = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    if (in[i] > most) most = in[at = i];
  values[threadIdx.x] = most;
  places[threadIdx.x] = at;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half && values[threadIdx.x + half] > values[threadIdx.x]) {
      values[threadIdx.x] = values[threadIdx.x + half];
      places[threadIdx.x] = places[threadIdx.x + half];
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    *best = values[0];
    *place = places[0];
  }
}

template <class F>
__device__ void for_each(int n, F body) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) body(i);
}
__global__ void polynomial(const float* in, const float* c, float* out, int n) {
  for_each(n, [=](int i) {
    float sum = c[5];
    for (int k = 4; k >= 0; --k) sum = sum * in[i] + c[k];
    out[i] = sum;
  });
}

class View {
 public:
  __device__ View(const float* data, int width) : data_(data), width_(width) {}
  __device__ float operator()(int row, int column) const { return data_[row * width_ + column]; }
  __device__ int width() const { return width_; }

 private:
  const float* data_;
  int width_;
};
__global__ void through_a_view(const float* in, float* out, int n) {
  const View view(in, n);
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= view.width()) return;
  float sum = 0;
  for (int row = 0; row < 6; ++row) sum += view(row, column) - view(row, 0);
  out[column] = sum;
}

__global__ void chosen_array(const float* a, const float* b, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float* const from = blockIdx.x % 2 == 0 ? a : b;
  out[i] = from[i] + from[0];
}

__global__ void either(const float* a, const float* b, const int* which, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = which[i] % 2 ? a[i] : b[i];
}

__global__ void both_stored(const float* a, float* out, float* other, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float v = a[i];
  if (v > 5) {
    out[i] = v;
    other[i] = 0;
  } else {
    out[i] = 0;
    other[i] = v;
  }
}

__global__ void swapped_halves(int* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n / 2) return;
  const int keep = data[i];
  data[i] = data[i + n / 2];
  data[i + n / 2] = keep;
}

__global__ void tickets(const int* work, int* next, int* out, int n) {
  __shared__ int mine;
  for (;;) {
    __syncthreads();
    if (threadIdx.x == 0) mine = atomicAdd(next, 1);
    __syncthreads();
    if (mine >= n) break;
    for (int k = threadIdx.x; k < 40; k += blockDim.x) out[mine * 40 + k] = work[mine * 40 + k] + mine;
  }
}

__global__ void bits_packed(const float* in, unsigned* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned all = __ballot_sync(0xffffffffu, i < n && in[i] > 5);
  if ((threadIdx.x & 31) == 0 && i < n) out[i >> 5] = all;
}

__global__ void sorted_fours(const int* in, int* out, int n) {
  const int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (i + 3 >= n) return;
  int v[4];
  for (int k = 0; k < 4; ++k) v[k] = in[i + k];
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3 - a; ++b)
      if (v[b] > v[b + 1]) {
        const int t = v[b];
        v[b] = v[b + 1];
        v[b + 1] = t;
      }
  for (int k = 0; k < 4; ++k) out[i + k] = v[k];
}

__global__ void ring_of_shared(const float* in, float* out, int n) {
  __shared__ float ring[4][64];
  const int column = blockIdx.x * 64 + threadIdx.x;
  for (int row = 0; row < 3; ++row) ring[row][threadIdx.x] = column < n ? in[row * n + column] : 0;
  for (int row = 1; row < 12; ++row) {
    ring[(row + 2) % 4][threadIdx.x] = column < n ? in[(row + 2) * n + column] : 0;
    __syncthreads();
    const int left = threadIdx.x == 0 ? 63 : threadIdx.x - 1;
    if (column < n)
      out[row * n + column] = ring[(row - 1) % 4][left] + ring[row % 4][threadIdx.x] + ring[(row + 1) % 4][left];
    __syncthreads();
  }
}

List workshop() {
  List list;
  const std::vector<Shape> lines = {{{3}, {64}, 190}, {{2}, {50}, 77}, {{1}, {37}, 40}};
  const std::vector<Shape> planes = {{{3, 8}, {20, 6}, 45}, {{4, 4}, {12, 12}, 40}, {{2, 4}, {33, 5}, 20}};
  list.add("push", lines,
           [](Shape s, Memory m) { push<<<s.grid, s.block>>>(m.as<Particle>(), m.to<Particle>(), s.n); });
  list.add("energy", lines, [](Shape s, Memory m) { energy<<<s.grid, s.block>>>(m.as<Particle>(), m.to(), s.n); });
  list.add("bounce", lines, [](Shape s, Memory m) { bounce<<<s.grid, s.block>>>(m.to<Particle>(), m.values, s.n); });
  list.add("pairs_in_tiles", lines, [](Shape s, Memory m) {
    pairs_in_tiles<<<s.grid, s.block, s.block.x * sizeof(float4)>>>(m.as<float4>(), m.to<float3>(), s.n);
  });
  list.add("cells_counted", lines,
           [](Shape s, Memory m) { cells_counted<<<s.grid, s.block>>>(m.as<float2>(), m.to<unsigned>(), s.n); });
  list.add("smooth_columns", lines,
           [](Shape s, Memory m) { smooth_columns<2><<<s.grid, s.block>>>(m.values, m.to(), s.n); });
  list.add("heat_with_walls", planes, [](Shape s, Memory m) {
    heat_with_walls<<<s.grid, s.block>>>(m.values, m.to(), reinterpret_cast<const unsigned char*>(m.numbers), s.n);
  });
  list.add("tile_with_ring", {{{3, 3}, {8, 8}, 21}, {{2, 2}, {8, 8}, 16}},
           [](Shape s, Memory m) { tile_with_ring<<<s.grid, s.block>>>(m.values, m.to(), s.n); });
  list.add("upwind", lines,
           [](Shape s, Memory m) { upwind<<<s.grid, s.block>>>(m.values, m.values + 4096, m.to(), s.n); });
  list.add("flood", planes, [](Shape s, Memory m) { flood<<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n); });
  list.add("multiply floats", {{{3, 3}, {8, 8}, 21}, {{2, 2}, {8, 8}, 16}},
           [](Shape s, Memory m) { multiply<float, 8><<<s.grid, s.block>>>(m.values, m.values + 4096, m.to(), s.n); });
  list.add("multiply ints", {{{2, 2}, {16, 16}, 29}}, [](Shape s, Memory m) {
    multiply<int, 16><<<s.grid, s.block>>>(m.numbers, m.numbers + 4096, m.to<int>(), s.n);
  });
  list.add("lower_part", planes, [](Shape s, Memory m) { lower_part<<<s.grid, s.block>>>(m.values, m.to(), s.n); });
  list.add("solve_rows", lines,
           [](Shape s, Memory m) { solve_rows<<<s.grid, s.block>>>(m.values, m.values + 64, m.to(), s.n); });
  list.add("column_norms", {{{2}, {32, 8}, 50}, {{1}, {32, 8}, 27}},
           [](Shape s, Memory m) { column_norms<<<s.grid, s.block>>>(m.values, m.to(), s.n); });
  list.add("rows_scaled", lines, [](Shape s, Memory m) { rows_scaled<<<s.grid, s.block>>>(m.to(), m.values, s.n); });
  list.add("letters", lines,
           [](Shape s, Memory m) { letters<<<s.grid, s.block>>>(m.as<unsigned char>(), m.to<unsigned>(), s.n); });
  list.add("lines_begun", lines,
           [](Shape s, Memory m) { lines_begun<<<s.grid, s.block>>>(m.as<char>(), m.to<int>(), s.n); });
  list.add("looked_up", lines,
           [](Shape s, Memory m) { looked_up<<<s.grid, s.block>>>(m.numbers, m.numbers + 2000, m.to<int>(), s.n); });
  list.add("words_of_bytes", lines,
           [](Shape s, Memory m) { words_of_bytes<<<s.grid, s.block>>>(m.as<uchar4>(), m.to<unsigned>(), s.n); });
  list.add("signs_taken", lines,
           [](Shape s, Memory m) { signs_taken<<<s.grid, s.block>>>(m.values, m.to<unsigned>(), s.n); });
  list.add("best_of_row", lines,
           [](Shape s, Memory m) { best_of_row<<<s.grid, s.block>>>(m.as<Row>(), m.to<int>(), s.n); });
  list.add("switched", lines,
           [](Shape s, Memory m) { switched<<<s.grid, s.block>>>(m.numbers, m.values, m.to(), s.n); });
  list.add("dot", {{{3}, {64}, 400}, {{2}, {96}, 333}},
           [](Shape s, Memory m) { dot<<<s.grid, s.block>>>(m.values, m.values + 4096, m.to(), s.n); });
  list.add("running_mean", {{{3}, {64}, 1400}, {{1}, {50}, 333}},
           [](Shape s, Memory m) { running_mean<<<s.grid, s.block>>>(m.values, m.to(), s.n); });
  list.add("every_second", lines,
           [](Shape s, Memory m) { every_second<<<s.grid, s.block>>>(m.as<float2>(), m.to(), 2 * s.n); });
  list.add("two_at_a_time", lines,
           [](Shape s, Memory m) { two_at_a_time<<<s.grid, s.block>>>(m.as<double>(), m.to<double>(), s.n); });
  list.add("first_above", lines,
           [](Shape s, Memory m) { first_above<<<s.grid, s.block>>>(m.values, m.to<int>(), s.n); });
  list.add("largest_with_place", {{{1}, {128}, 700}, {{1}, {64}, 100}},
           [](Shape s, Memory m) { largest_with_place<<<s.grid, s.block>>>(m.values, m.to(), m.to<int>() + 64, s.n); });
  list.add("polynomial", lines,
           [](Shape s, Memory m) { polynomial<<<s.grid, s.block>>>(m.values, m.values + 4096, m.to(), s.n); });
  list.add("through_a_view", lines,
           [](Shape s, Memory m) { through_a_view<<<s.grid, s.block>>>(m.values, m.to(), s.n); });
  list.add("chosen_array", lines,
           [](Shape s, Memory m) { chosen_array<<<s.grid, s.block>>>(m.values, m.values + 4096, m.to(), s.n); });
  list.add("either", lines,
           [](Shape s, Memory m) { either<<<s.grid, s.block>>>(m.values, m.values + 4096, m.numbers, m.to(), s.n); });
  list.add("both_stored", lines,
           [](Shape s, Memory m) { both_stored<<<s.grid, s.block>>>(m.values, m.to(), m.to() + 4096, s.n); });
  list.add("swapped_halves", lines, [](Shape s, Memory m) { swapped_halves<<<s.grid, s.block>>>(m.to<int>(), s.n); });
  list.add("tickets", {{{1}, {64}, 5}},
           [](Shape s, Memory m) { tickets<<<s.grid, s.block>>>(m.numbers, m.to<int>(), m.to<int>() + 64, s.n); });
  list.add("bits_packed", {{{3}, {64}, 190}, {{1}, {96}, 40}},
           [](Shape s, Memory m) { bits_packed<<<s.grid, s.block>>>(m.values, m.to<unsigned>(), s.n); });
  list.add("sorted_fours", lines,
           [](Shape s, Memory m) { sorted_fours<<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n); });
  list.add("ring_of_shared", {{{2}, {64}, 100}, {{1}, {64}, 64}},
           [](Shape s, Memory m) { ring_of_shared<<<s.grid, s.block>>>(m.values, m.to(), s.n); });
  return list;
}

}  // namespace

SIMT_STYLE(workshop)
