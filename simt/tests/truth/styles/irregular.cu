// Sparse matrices, graphs, text, hash tables, simulations: addresses and trip counts that depend on data.
#include "simt/tests/truth/styles/style.hpp"

namespace {

using namespace simt::styles;

constexpr unsigned ALL = 0xffffffff;

__device__ int thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

__global__ void csr_by_threads(const int* offsets, const int* numbers, const float* a, float* b, int rows) {
  const int row = thread();
  if (row >= rows) return;
  float s = 0;
#pragma unroll 1
  for (int k = offsets[row]; k < offsets[row + 1]; ++k) s += a[k] * a[100000 + numbers[k] % 2000];
  b[row] = s;
}

__global__ void csr_by_warps(const int* offsets, const int* numbers, const float* a, float* b, int rows) {
  const int row = thread() / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float s = 0;
#pragma unroll 1
  for (int k = offsets[4 * row] + lane; k < offsets[4 * row + 4]; k += 32) s += a[k] * a[100000 + numbers[k] % 2000];
#pragma unroll
  for (int distance = 16; distance > 0; distance /= 2) s += __shfl_down_sync(ALL, s, distance);
  if (lane == 0) b[row] = s;
}

__global__ void csr_by_quarters(const int* offsets, const int* numbers, const float* a, float* b, int rows) {
  const int row = thread() / 8, lane = threadIdx.x % 8;
  float s = 0;
  if (row < rows) {
#pragma unroll 1
    for (int k = offsets[row] + lane; k < offsets[row + 1]; k += 8) s += a[k] * a[100000 + numbers[k] % 2000];
  }
#pragma unroll
  for (int distance = 4; distance > 0; distance /= 2) s += __shfl_down_sync(ALL, s, distance, 8);
  if (lane == 0 && row < rows) b[row] = s;
}

__global__ void ell(const int*, const int* numbers, const float* a, float* b, int rows) {
  const int row = thread();
  if (row >= rows) return;
  float s = 0;
#pragma unroll 1
  for (int k = 0; k < 7; ++k) {
    const int column = numbers[k * rows + row] % 3000 - 500;
    if (column >= 0) s += a[k * rows + row] * a[100000 + column];
  }
  b[row] = s;
}

__global__ void coordinates(const int*, const int* numbers, const float* a, float* b, int n) {
  const int i = thread();
  if (i < n) atomicAdd(&b[numbers[i] % 100], a[i] * a[100000 + numbers[n + i] % 2000]);
}

__global__ void frontier_of_a_graph(const int* offsets, const int* numbers, const float*, float* b, int n) {
  int* const level = reinterpret_cast<int*>(b);
  const int node = thread();
  if (node >= n || numbers[node] % 3 != 0) return;
#pragma unroll 1
  for (int k = offsets[node]; k < offsets[node + 1]; ++k) {
    const int neighbour = numbers[k] % n;
    if (numbers[neighbour] % 3 == 0) continue;
    level[neighbour] = 1;
  }
}

__global__ void pull_from_neighbours(const int* offsets, const int* numbers, const float* a, float* b, int n) {
  const int node = thread();
  if (node >= n) return;
  float s = 0.15f;
#pragma unroll 1
  for (int k = offsets[node]; k < offsets[node + 1]; ++k) {
    const int from = numbers[k] % n;
    const int degree = offsets[from + 1] - offsets[from];
    if (degree > 0) s += a[from] / degree;
  }
  b[node] = s;
}

__global__ void gather(const int*, const int* numbers, const float* a, float* b, int n) {
  const int i = thread();
  if (i < n) b[i] = a[numbers[i]];
}

__global__ void scatter(const int* offsets, const int*, const float* a, float* b, int n) {
  const int i = thread();
  if (i < n) b[offsets[i] + i] = a[i];
}

__global__ void pointer_chase(const int*, const int* numbers, const float*, float* b, int steps) {
  int at = thread();
#pragma unroll 1
  for (int k = 0; k < steps; ++k) at = numbers[at];
  b[thread()] = at;
}

__global__ void search_text(const char* text, int* found, int n) {
  const int i = thread();
  if (i >= n) return;
  int k = 0;
#pragma unroll 1
  while (k < 4 && (text[i + k] & 100) == (k == 0 ? 36 : 64)) ++k;
  found[i] = k;
}

__global__ void count_letters(const char* text, int* count, int n) {
  int own = 0;
#pragma unroll 1
  for (int i = thread(); i < n; i += gridDim.x * blockDim.x) {
    if (text[i] > 60) ++own;
  }
  count[thread()] = own;
}

__global__ void lengths_of_words(const char* text, int* length, int n) {
  const int begin = thread() * n;
  int k = 0;
#pragma unroll 1
  while (k < n && text[begin + k] % 7 != 0) ++k;
  length[thread()] = k;
}

__global__ void copy_bytes(const char* text, int* out, int n) {
  char* const to = reinterpret_cast<char*>(out);
  const int i = thread();
  if (i < n && text[i] != 0) to[i] = text[i] ^ 32;
}

/// One warp: no order of warps decides who is first.
__global__ void hash_insert(const int*, const int* numbers, const float*, float* b, int n) {
  int* const table = reinterpret_cast<int*>(b);
  if (static_cast<int>(threadIdx.x) >= n) return;
  const int key = numbers[threadIdx.x] * 32 + static_cast<int>(threadIdx.x) + 1;
  int slot = key % 16 * 8;
#pragma unroll 1
  while (atomicCAS(&table[slot], 0, key) != 0) slot = (slot + 1) % 128;
}

__global__ void hash_lookup(const int* offsets, const int* numbers, const float*, float* b, int n) {
  const int i = thread();
  if (i >= n) return;
  const int key = numbers[i] % 3000;
  int slot = key % 256, probes = 0;
#pragma unroll 1
  while (offsets[slot] % 256 < key % 200 && probes < 9) {
    slot = (slot + 37) % 256;
    ++probes;
  }
  b[i] = slot;
}

__global__ void random_walk(const int*, const int* numbers, const float*, float* b, int steps) {
  int x = thread() % 200;
  unsigned state = numbers[thread()] + 1;
#pragma unroll 1
  for (int k = 0; k < steps && x > 0 && x < 200; ++k) {
    state = state * 1664525u + 1013904223u;
    x += (state >> 31) != 0 ? 1 : -1;
    if (state >> 29 == 3) b[1024 + x] = 1;
  }
  b[thread()] = x;
}

__global__ void mandelbrot(int* out, int width) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width) return;
  const float cx = -2 + 3.0f * x / width, cy = -1 + 2.0f * y / 16;
  float u = 0, v = 0;
  int k = 0;
#pragma unroll 1
  for (; k < 50 && u * u + v * v < 4; ++k) {
    const float next = u * u - v * v + cx;
    v = 2 * u * v + cy;
    u = next;
  }
  if (k < 50) out[y * width + x] = k;
}

__global__ void bodies_in_tiles(const int*, const int*, const float* a, float* b, int n) {
  __shared__ float4 tile[64];
  const float4* const body = reinterpret_cast<const float4*>(a);
  const int i = thread();
  const float4 own = body[i < n ? i : 0];
  float force = 0;
#pragma unroll 1
  for (int begin = 0; begin < n; begin += blockDim.x) {
    const int from = begin + threadIdx.x;
    tile[threadIdx.x] = from < n ? body[from] : make_float4(0, 0, 0, 0);
    __syncthreads();
#pragma unroll 1
    for (int k = 0; k < static_cast<int>(blockDim.x); ++k) {
      const float4 other = tile[k];
      const float dx = other.x - own.x, dy = other.y - own.y, dz = other.z - own.z;
      force += other.w * rsqrtf(dx * dx + dy * dy + dz * dz + 1);
    }
    __syncthreads();
  }
  if (i < n) b[i] = force;
}

__global__ void neighbours_in_cells(const int* offsets, const int* numbers, const float* a, float* b, int n) {
  const int i = thread();
  if (i >= n) return;
  float s = 0;
#pragma unroll 1
  for (int cell = numbers[i] % 100; cell < numbers[i] % 100 + 3; ++cell) {
#pragma unroll 1
    for (int k = offsets[cell]; k < offsets[cell + 1]; ++k) {
      const float distance = a[k] - a[i];
      if (distance * distance > 20.0f) continue;
      s += a[2000 + k];
    }
  }
  b[i] = s;
}

__global__ void edit_distance(const char* text, int* out, int n) {
  __shared__ int diagonal[3][65];
  const int lane = threadIdx.x;
#pragma unroll 1
  for (int d = 0; d < 2 * n - 1; ++d) {
    const int row = lane, column = d - lane;
    if (row < n && column >= 0 && column < n) {
      const int above = row == 0 ? column + 1 : diagonal[(d + 2) % 3][row];
      const int left = column == 0 ? row + 1 : diagonal[(d + 2) % 3][row + 1];
      const int corner = row == 0 ? column : column == 0 ? row : diagonal[(d + 1) % 3][row];
      const int substituted = corner + (text[row] % 4 != text[1000 + column] % 4);
      diagonal[d % 3][row + 1] = min(min(above, left) + 1, substituted);
    }
    __syncthreads();
  }
  if (lane < n) out[lane] = diagonal[(2 * n - 2) % 3][lane + 1];
}

List irregular() {
  List list;
  using Kernel = void (*)(const int*, const int*, const float*, float*, int);
  const auto add = [&](const char* name, Kernel kernel, const std::vector<Shape>& shapes) {
    list.add(name, shapes,
             [=](Shape s, Memory m) { kernel<<<s.grid, s.block>>>(m.offsets, m.numbers, m.values, m.to(), s.n); });
  };
  const auto add_text = [&](const char* name, void (*kernel)(const char*, int*, int),
                            const std::vector<Shape>& shapes) {
    list.add(name, shapes, [=](Shape s, Memory m) { kernel<<<s.grid, s.block>>>(m.as<char>(), m.to<int>(), s.n); });
  };
  const std::vector<Shape> lines = {{3, 64, 190}, {2, 50, 77}};
  add("csr_by_threads", csr_by_threads, {{3, 64, 190}, {2, 50, 77}, {5, 128, 600}});
  add("csr_by_warps", csr_by_warps, {{3, 64, 6}, {2, 96, 5}});
  add("csr_by_quarters", csr_by_quarters, {{3, 64, 23}, {2, 32, 7}});
  add("ell", ell, lines);
  add("coordinates", coordinates, lines);
  add("frontier_of_a_graph", frontier_of_a_graph, {{3, 64, 190}, {2, 50, 77}, {5, 128, 600}});
  add("pull_from_neighbours", pull_from_neighbours, lines);
  add("gather", gather, lines);
  add("scatter", scatter, lines);
  add("pointer_chase", pointer_chase, {{2, 64, 5}, {1, 50, 9}});
  add_text("search_text", search_text, lines);
  add_text("count_letters", count_letters, {{2, 64, 1000}, {1, 50, 333}});
  add_text("lengths_of_words", lengths_of_words, {{2, 64, 20}, {1, 50, 33}});
  add_text("copy_bytes", copy_bytes, lines);
  add("hash_insert", hash_insert, {{1, 32, 32}, {1, 32, 13}});
  add("hash_lookup", hash_lookup, lines);
  add("random_walk", random_walk, {{2, 64, 20}, {1, 50, 33}});
  list.add("mandelbrot", {{{2, 2}, {32, 4}, 50}, {{5, 3}, {10, 5}, 47}},
           [](Shape s, Memory m) { mandelbrot<<<s.grid, s.block>>>(m.to<int>(), s.n); });
  add("bodies_in_tiles", bodies_in_tiles, {{3, 64, 150}, {2, 50, 77}});
  add("neighbours_in_cells", neighbours_in_cells, lines);
  add_text("edit_distance", edit_distance, {{1, 32, 20}, {1, 64, 50}});
  return list;
}

}  // namespace

SIMT_STYLE(irregular)
