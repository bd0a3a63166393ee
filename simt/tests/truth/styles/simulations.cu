// Simulations and graphs as they are written in practice: structures, 3-D grids, work lists, with the compiler's own
// unrolling.
#include "simt/tests/truth/styles/style.hpp"

namespace {

using namespace simt::styles;

__device__ int thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

struct Vec3 {
  float x, y, z;
  __device__ Vec3 operator+(const Vec3& o) const { return {x + o.x, y + o.y, z + o.z}; }
  __device__ Vec3 operator-(const Vec3& o) const { return {x - o.x, y - o.y, z - o.z}; }
  __device__ Vec3 operator*(float f) const { return {x * f, y * f, z * f}; }
};
__device__ float dot(const Vec3& a, const Vec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

/// Bodies in tiles of shared memory.
__global__ void gravity(const float4* bodies, float4* forces, int n) {
  __shared__ float4 tile[64];
  const int i = thread();
  const float4 me = i < n ? bodies[i] : make_float4(0, 0, 0, 0);
  float3 f = {0, 0, 0};
  for (int begin = 0; begin < n; begin += blockDim.x) {
    const int j = begin + threadIdx.x;
    tile[threadIdx.x] = j < n ? bodies[j] : make_float4(0, 0, 0, 0);
    __syncthreads();
    for (int k = 0; k < static_cast<int>(blockDim.x); ++k) {
      const float4 other = tile[k];
      const float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
      const float r = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
      const float w = other.w * r * r * r;
      f.x += dx * w;
      f.y += dy * w;
      f.z += dz * w;
    }
    __syncthreads();
  }
  if (i < n) forces[i] = make_float4(f.x, f.y, f.z, me.w);
}

__global__ void move_vectors(const Vec3* place, Vec3* out, int n) {
  const int i = thread();
  if (i >= n) return;
  const Vec3 p = place[i], q = place[i + n];
  out[i] = p + q * 0.1f;
}

__global__ void springs(const Vec3* place, float* energy, int n) {
  const int i = thread();
  if (i >= n - 1) return;
  const Vec3 d = place[i + 1] - place[i];
  energy[i] = 0.5f * dot(d, d);
}

/// Values of nine directions, an array for each.
__global__ void lattice_collide(const float* in, float* out, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= n) return;
  const int cell = y * n + x;
  float f[9], density = 0;
  for (int k = 0; k < 9; ++k) {
    f[k] = in[k * n * n + cell];
    density += f[k];
  }
  for (int k = 0; k < 9; ++k) out[k * n * n + cell] = f[k] + 0.3f * (density / 9 - f[k]);
}

/// The nine values of a cell beside each other.
__global__ void lattice_by_cells(const float* in, float* out, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= n) return;
  const float* const cell = in + (y * n + x) * 9;
  float density = 0;
  for (int k = 0; k < 9; ++k) density += cell[k];
  for (int k = 0; k < 9; ++k) out[(y * n + x) * 9 + k] = cell[k] + 0.3f * (density / 9 - cell[k]);
}

__global__ void heat_in_space(const float* in, float* out, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
            z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x == 0 || y == 0 || z == 0 || x >= n - 1 || y >= n - 1 || z >= n - 1) return;
  const int i = (z * n + y) * n + x;
  out[i] = 0.4f * in[i] + 0.1f * (in[i - 1] + in[i + 1] + in[i - n] + in[i + n] + in[i - n * n] + in[i + n * n]);
}

/// Each thread walks along z and keeps three planes in registers.
__global__ void heat_along_z(const float* in, float* out, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
  if (x >= n - 1 || y >= n - 1) return;
  int i = y * n + x;
  float below = in[i], here = in[i + n * n];
  for (int z = 1; z < n - 1; ++z) {
    i += n * n;
    const float above = in[i + n * n];
    out[i] = 0.4f * here + 0.1f * (below + above + in[i - 1] + in[i + 1] + in[i - n] + in[i + n]);
    below = here;
    here = above;
  }
}

__global__ void red_points(float* u, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x == 0 || y == 0 || x >= n - 1 || y >= n - 1) return;
  if ((x + y) % 2 == 0)
    u[y * n + x] = 0.25f * (u[y * n + x - 1] + u[y * n + x + 1] + u[(y - 1) * n + x] + u[(y + 1) * n + x]);
}

/// Sparse rows.
__global__ void sparse_rows(const int* offsets, const int* columns, const float* values, float* y, int n) {
  const int row = thread();
  if (row >= n) return;
  float sum = 0;
  for (int k = offsets[row]; k < offsets[row + 1]; ++k) sum += values[k] * values[columns[k]];
  y[row] = sum;
}

__global__ void sparse_warp_a_row(const int* offsets, const int* columns, const float* values, float* y, int n) {
  const int row = thread() / 32, lane = threadIdx.x & 31;
  if (row >= n) return;
  float sum = 0;
  for (int k = offsets[row] + lane; k < offsets[row + 1]; k += 32) sum += values[k] * values[columns[k]];
  for (int step = 16; step; step >>= 1) sum += __shfl_down_sync(~0u, sum, step);
  if (!lane) y[row] = sum;
}

__global__ void sparse_scatter(const int* offsets, const int* columns, const float* values, float* y, int n) {
  const int row = thread();
  if (row >= n) return;
  for (int k = offsets[row]; k < offsets[row + 1]; ++k) atomicAdd(&y[columns[k] % n], values[k]);
}

/// One level of a search; who is reached first is written once.
__global__ void relax_edges(const int* offsets, const int* columns, int* distance, int n) {
  const int v = thread();
  if (v >= n) return;
  const int begin = offsets[v], end = offsets[v + 1];
  for (int k = begin; k < end; ++k) {
    const int w = columns[k] % n;
    if (w > v) atomicMin(&distance[w], -(w - v) / 16);
  }
}

__global__ void degrees(const int* offsets, int* out, int n) {
  const int v = thread();
  if (v < n) out[v] = offsets[v + 1] - offsets[v];
}

__global__ void count_triangles(const int* offsets, const int* columns, int* out, int n) {
  const int v = thread();
  if (v >= n) return;
  int common = 0;
  for (int i = offsets[v], j = offsets[v + 1]; i < offsets[v + 1] && j < offsets[v + 2];) {
    if (columns[i] == columns[j]) {
      ++common;
      ++i;
      ++j;
    } else if (columns[i] < columns[j]) {
      ++i;
    } else {
      ++j;
    }
  }
  out[v] = common;
}

struct Ray {
  Vec3 origin;
  float length;
  int hit;
};
__global__ void trace(const float* spheres, Ray* rays, int n) {
  const int i = thread();
  if (i >= n) return;
  Ray ray{{spheres[i], spheres[i + 1], 0}, 1e9f, -1};
  for (int s = 0; s < 12; ++s) {
    const float dx = spheres[s * 4] - ray.origin.x, dy = spheres[s * 4 + 1] - ray.origin.y;
    const float d = spheres[s * 4 + 3] - dx * dx - dy * dy;
    if (d > 0 && d < ray.length) {
      ray.length = d;
      ray.hit = s;
    }
  }
  rays[i] = ray;
}

struct Agent {
  float x, y;
  int state;
  short age, kind;
};
__global__ void agents(const int* numbers, Agent* out, int n) {
  const int i = thread();
  if (i >= n) return;
  Agent a;
  a.x = numbers[i];
  a.y = numbers[i + n];
  a.state = numbers[i] & 3;
  a.age = static_cast<short>(numbers[i] & 127);
  a.kind = 2;
  switch (a.state) {
    case 0:
      a.x += 1;
      break;
    case 1:
      a.y += 1;
      break;
    case 2:
      a.age = 0;
      break;
    default:
      break;
  }
  out[i] = a;
}

/// Random numbers of a thread's own state, warps count their lucky lanes.
__global__ void monte_carlo(const int* seeds, int* hits, int rounds) {
  unsigned state = seeds[thread()] * 2654435761u + 1;
  int inside = 0;
  for (int r = 0; r < rounds; ++r) {
    state = state * 1664525u + 1013904223u;
    const float x = (state >> 8) * (1.0f / (1 << 24));
    state = state * 1664525u + 1013904223u;
    const float y = (state >> 8) * (1.0f / (1 << 24));
    if (x * x + y * y < 1) ++inside;
  }
  const int all = __popc(__ballot_sync(~0u, inside > rounds / 2));
  if (threadIdx.x % 32 == 0) atomicAdd(hits, all);
}

__global__ void particles_to_cells(const float2* place, int* count, int n) {
  for (int i = thread(); i < n; i += blockDim.x * gridDim.x) {
    const float2 p = place[i];
    atomicAdd(&count[static_cast<int>(p.y) * 10 + static_cast<int>(p.x)], 1);
  }
}

__global__ void cumulative_by_blocks(const int* in, int* out, int* sums, int n) {
  extern __shared__ int s[];
  const int i = thread();
  s[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  for (int step = 1; step < static_cast<int>(blockDim.x); step *= 2) {
    const int add = threadIdx.x >= step ? s[threadIdx.x - step] : 0;
    __syncthreads();
    s[threadIdx.x] += add;
    __syncthreads();
  }
  if (i < n) out[i] = s[threadIdx.x];
  if (threadIdx.x == blockDim.x - 1) sums[blockIdx.x] = s[threadIdx.x];
}

__global__ void string_lengths(const char* text, const int* offsets, int* out, int n) {
  const int i = thread();
  if (i >= n) return;
  int length = 0;
  const char* c = text + offsets[i];
  while (length < 20 && c[length] != 0) ++length;
  out[i] = length;
}

__global__ void checksum(const unsigned char* bytes, unsigned* out, int n) {
  const int i = thread();
  if (i >= n) return;
  unsigned hash = 2166136261u;
  for (int k = 0; k < 16; ++k) hash = (hash ^ bytes[i * 16 + k]) * 16777619u;
  out[i] = hash;
}

__global__ void checksum_of_words(const unsigned char* bytes, unsigned* out, int n) {
  const int i = thread();
  if (i >= n) return;
  const uint4 w = reinterpret_cast<const uint4*>(bytes)[i];
  out[i] = w.x ^ w.y * 3 ^ w.z * 5 ^ w.w * 7;
}

__global__ void polynomial(const double* x, double* y, int n) {
  const int i = thread();
  if (i >= n) return;
  double sum = 0;
  for (int k = 7; k >= 0; --k) sum = sum * (1e-9 + i) + x[k];
  y[i] = sum;
}

List launches() {
  List list;
  list.add("gravity", {{3, 64, 150}, {2, 32, 64}},
           [](const Shape& s, const Memory& m) { gravity<<<s.grid, s.block>>>(m.as<float4>(), m.to<float4>(), s.n); });
  list.add("move_vectors", {{3, 64, 150}, {2, 96, 97}},
           [](const Shape& s, const Memory& m) { move_vectors<<<s.grid, s.block>>>(m.as<Vec3>(), m.to<Vec3>(), s.n); });
  list.add("springs", {{3, 64, 150}, {2, 96, 97}},
           [](const Shape& s, const Memory& m) { springs<<<s.grid, s.block>>>(m.as<Vec3>(), m.to(), s.n); });
  const auto plain = [&](const char* name, auto* kernel, const std::vector<Shape>& shapes) {
    list.add(name, shapes,
             [=](const Shape& s, const Memory& m) { kernel<<<s.grid, s.block>>>(m.values, m.to(), s.n); });
  };
  plain("lattice_collide", lattice_collide, {{dim3(2, 5), dim3(32, 8), 40}, {dim3(3, 3), dim3(16, 8), 33}});
  plain("lattice_by_cells", lattice_by_cells, {{dim3(2, 5), dim3(32, 8), 40}, {dim3(3, 3), dim3(16, 8), 33}});
  plain("heat_in_space", heat_in_space, {{dim3(1, 4, 4), dim3(32, 4, 4), 18}, {dim3(3, 3, 3), dim3(8, 8, 8), 21}});
  plain("heat_along_z", heat_along_z, {{dim3(1, 4), dim3(32, 8), 30}, {dim3(3, 3), dim3(8, 8), 21}});
  list.add("red_points", {{dim3(2, 5), dim3(32, 8), 40}, {dim3(3, 3), dim3(16, 16), 41}},
           [](const Shape& s, const Memory& m) { red_points<<<s.grid, s.block>>>(m.to(), s.n); });
  const auto sparse = [&](const char* name, auto* kernel, const std::vector<Shape>& shapes) {
    list.add(name, shapes, [=](const Shape& s, const Memory& m) {
      kernel<<<s.grid, s.block>>>(m.offsets, m.numbers, m.values, m.to(), s.n);
    });
  };
  sparse("sparse_rows", sparse_rows, {{3, 64, 150}, {4, 128, 500}});
  sparse("sparse_warp_a_row", sparse_warp_a_row, {{40, 64, 75}, {10, 128, 40}});
  sparse("sparse_scatter", sparse_scatter, {{3, 64, 150}, {4, 128, 500}});
  const auto graph = [&](const char* name, auto* kernel, const std::vector<Shape>& shapes) {
    list.add(name, shapes, [=](const Shape& s, const Memory& m) {
      kernel<<<s.grid, s.block>>>(m.offsets, m.numbers, m.to<int>(), s.n);
    });
  };
  graph("relax_edges", relax_edges, {{3, 64, 150}, {4, 128, 500}});
  graph("count_triangles", count_triangles, {{3, 64, 150}, {4, 128, 500}});
  list.add("degrees", {{3, 64, 150}, {4, 128, 500}},
           [](const Shape& s, const Memory& m) { degrees<<<s.grid, s.block>>>(m.offsets, m.to<int>(), s.n); });
  list.add("trace", {{3, 64, 150}, {4, 128, 500}},
           [](const Shape& s, const Memory& m) { trace<<<s.grid, s.block>>>(m.values, m.to<Ray>(), s.n); });
  list.add("agents", {{3, 64, 150}, {4, 128, 500}},
           [](const Shape& s, const Memory& m) { agents<<<s.grid, s.block>>>(m.numbers, m.to<Agent>(), s.n); });
  list.add("monte_carlo", {{3, 64, 10}, {4, 128, 7}},
           [](const Shape& s, const Memory& m) { monte_carlo<<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n); });
  list.add("particles_to_cells", {{3, 64, 600}, {2, 128, 250}}, [](const Shape& s, const Memory& m) {
    particles_to_cells<<<s.grid, s.block>>>(m.as<float2>(), m.to<int>(), s.n);
  });
  list.add("cumulative_by_blocks", {{3, 64, 150}, {4, 128, 500}}, [](const Shape& s, const Memory& m) {
    cumulative_by_blocks<<<s.grid, s.block, s.block.x * sizeof(int)>>>(m.numbers, m.to<int>(), m.to<int>() + 10000,
                                                                       s.n);
  });
  list.add("string_lengths", {{3, 64, 150}, {4, 128, 500}}, [](const Shape& s, const Memory& m) {
    string_lengths<<<s.grid, s.block>>>(m.as<char>(), m.offsets, m.to<int>(), s.n);
  });
  list.add("checksum", {{3, 64, 150}, {4, 128, 500}}, [](const Shape& s, const Memory& m) {
    checksum<<<s.grid, s.block>>>(m.as<unsigned char>(), m.to<unsigned>(), s.n);
  });
  list.add("checksum_of_words", {{3, 64, 150}, {4, 128, 500}}, [](const Shape& s, const Memory& m) {
    checksum_of_words<<<s.grid, s.block>>>(m.as<unsigned char>(), m.to<unsigned>(), s.n);
  });
  list.add("polynomial", {{3, 64, 150}, {4, 128, 500}}, [](const Shape& s, const Memory& m) {
    polynomial<<<s.grid, s.block>>>(m.as<double>(), m.to<double>(), s.n);
  });
  return list;
}

}  // namespace

SIMT_STYLE(launches)
