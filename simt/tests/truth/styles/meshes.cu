// Kernels of graphs, meshes, particles and sparse matrices: neighbours by index, forces added by atomics, frontiers,
// pointers in structures, queues and views of templates.
#include "simt/tests/truth/styles/style.hpp"

namespace {

using namespace simt::styles;

__device__ int thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

/// A level of a breadth-first search: a thread for each vertex of the frontier; newly seen vertices get the level.
__global__ void next_frontier(const int* offsets, const int* edges, const int* frontier, int* level, int depth,
                              int size, int vertices) {
  const int i = thread();
  if (i >= size) return;
  const int v = frontier[i] % vertices;
  for (int e = offsets[v]; e < offsets[v + 1]; ++e) {
    const int to = edges[e] % vertices;
    if (atomicCAS(&level[to], 0, depth) == 0 && to < 0) level[to] = -1;
  }
}

/// The same with a warp for each vertex.
__global__ void next_frontier_by_warps(const int* offsets, const int* edges, int* seen, int vertices) {
  const int v = thread() / 32, lane = threadIdx.x & 31;
  if (v >= vertices) return;
  const int begin = offsets[v], end = offsets[v + 1];
  for (int e = begin + lane; e < end; e += 32) seen[edges[e] % vertices] = 1;
}

/// Floyd and Warshall for a block of the diagonal.
__global__ void paths_of_a_block(const int* in, int* distances, int n) {
  __shared__ int d[12][12];
  const int x = threadIdx.x, y = threadIdx.y, base = blockIdx.x * 12;
  d[y][x] = base + y < n && base + x < n ? in[(base + y) * n + base + x] : 1 << 20;
  __syncthreads();
  for (int k = 0; k < 12; ++k) {
    const int through = d[y][k] + d[k][x];
    __syncthreads();
    if (through < d[y][x]) d[y][x] = through;
    __syncthreads();
  }
  if (base + y < n && base + x < n) distances[(base + y) * n + base + x] = d[y][x];
}

/// One round of Bellman and Ford over structures of edges.
struct Edge {
  int from, to;
  float weight;
};
__global__ void edges_relaxed(const Edge* edges, const float* distance, int* nearest, int n, int vertices) {
  for (int e = thread(); e < n; e += gridDim.x * blockDim.x) {
    const Edge edge = edges[e];
    const int from = abs(edge.from) % vertices, to = abs(edge.to) % vertices;
    const float candidate = distance[from] + edge.from % 10;
    if (candidate > 9) atomicMin(&nearest[to], -static_cast<int>(candidate));
  }
}

/// Greedy colouring: the smallest colour that no neighbour has, as bits of a word.
__global__ void coloured(const int* offsets, const int* edges, const int* colours, int* next, int vertices) {
  const int v = thread();
  if (v >= vertices) return;
  unsigned used = 0;
  for (int e = offsets[v]; e < offsets[v + 1]; ++e) {
    const int u = edges[e] % vertices;
    if (u != v) used |= 1u << (colours[u] & 31);
  }
  next[v] = __ffs(~used) - 1;
}

/// Jacobi's method for a sparse matrix; the diagonal is left out of the row's sum.
__global__ void sparse_jacobi(const int* offsets, const int* columns, const float* values, const float* b,
                              const float* x, float* next, int rows) {
  const int row = thread();
  if (row >= rows) return;
  float sum = b[row], diagonal = 1;
  const int end = offsets[row + 1];
  for (int k = offsets[row]; k < end; ++k) {
    const int c = columns[k] % rows;
    if (c == row) {
      diagonal = values[k] + 1;
    } else {
      sum -= values[k] * x[c];
    }
  }
  next[row] = sum / diagonal;
}

/// Coordinates sorted by row: a run of equal rows is added up in a register, and once by an atomic addition.
__global__ void coordinates_by_runs(const int* rows, const int* columns, const int* values, int* y, int n, int each) {
  const int begin = thread() * each;
  if (begin >= n) return;
  int row = rows[begin] / 8, sum = 0;
  for (int k = begin; k < min(begin + each, n); ++k) {
    const int r = rows[k] / 8;
    if (r != row) {
      atomicAdd(&y[row], sum);
      sum = 0;
      row = r;
    }
    sum += values[k] * columns[k] % 5;
  }
  atomicAdd(&y[row], sum);
}

/// A transposed product with a sparse matrix: floats added where the columns say.
__global__ void transposed_sparse(const int* offsets, const int* columns, const int* x, int* y, int rows) {
  const int warp = thread() / 8, lane = threadIdx.x % 8;
  if (warp >= rows) return;
  const int factor = x[warp];
  for (int k = offsets[warp] + lane; k < offsets[warp + 1]; k += 8) atomicAdd(&y[columns[k] % 500], factor);
}

/// A sliced format: as many columns as the longest of 32 rows has, stored by columns.
__global__ void sliced_rows(const int* widths, const int* columns, const float* values, const float* x, float* y,
                            int rows) {
  const int row = thread();
  if (row >= rows) return;
  const int slice = row / 32, lane = row % 32, width = widths[slice] % 7;
  float sum = 0;
  for (int k = 0; k < width; ++k) {
    const int at = (slice * 7 + k) * 32 + lane;
    const int column = columns[at] - 5000;
    if (column >= 0) sum += values[at] * x[column];
  }
  y[row] = sum;
}

/// Triangles of a mesh: normals, added to three vertices of three coordinates.
__global__ void normals_of_vertices(const int3* triangles, const float3* points, int* normals, int n, int vertices) {
  const int i = thread();
  if (i >= n) return;
  const int3 t = triangles[i];
  const int a = t.x % vertices, b = t.y % vertices, c = t.z % vertices;
  const float3 p = points[a], q = points[b], r = points[c];
  const float3 u = {q.x - p.x, q.y - p.y, q.z - p.z}, v = {r.x - p.x, r.y - p.y, r.z - p.z};
  const int nx = u.y * v.z - u.z * v.y, ny = u.z * v.x - u.x * v.z, nz = u.x * v.y - u.y * v.x;
  const int corners[3] = {a, b, c};
#pragma unroll
  for (int k = 0; k < 3; ++k) {
    atomicAdd(&normals[3 * corners[k]], nx);
    atomicAdd(&normals[3 * corners[k] + 1], ny);
    atomicAdd(&normals[3 * corners[k] + 2], nz);
  }
}

/// Finite elements: a matrix of 4 × 4 of each tetrahedron times its corners' values, gathered to a plain array.
__global__ void tetrahedra(const int4* elements, const float* values, const float* stiffness, float* out, int n) {
  const int e = thread();
  if (e >= n) return;
  const int4 corner = elements[e];
  const float v[4] = {values[corner.x % 700], values[corner.y % 700], values[corner.z % 700], values[corner.w % 700]};
#pragma unroll
  for (int r = 0; r < 4; ++r) {
    float sum = 0;
#pragma unroll
    for (int c = 0; c < 4; ++c) sum += stiffness[(r * 4 + c) * n + e] * v[c];
    out[r * n + e] = sum;
  }
}

/// Laplace's smoothing of a mesh: the mean of a vertex's neighbours, if it has some.
__global__ void smoothed_mesh(const int* offsets, const int* neighbours, const float3* points, float3* out, int n) {
  const int v = thread();
  if (v >= n) return;
  const int begin = offsets[v], degree = offsets[v + 1] - begin;
  float3 p = points[v];
  if (degree > 0) {
    float3 sum = make_float3(0, 0, 0);
    for (int k = 0; k < degree; ++k) {
      const float3 q = points[neighbours[begin + k] % n];
      sum.x += q.x;
      sum.y += q.y;
      sum.z += q.z;
    }
    p.x = 0.5f * p.x + 0.5f * sum.x / degree;
    p.y = 0.5f * p.y + 0.5f * sum.y / degree;
    p.z = 0.5f * p.z + 0.5f * sum.z / degree;
  }
  out[v] = p;
}

/// Particles with a record of 40 bytes: those outside of the box are turned back.
struct Particle {
  double x, v;
  float charge, mass;
  int cell, kind;
  char alive, fixed;
};
__global__ void turned_back(const Particle* in, Particle* out, int n) {
  const int i = thread();
  if (i >= n) return;
  Particle p = in[i];
  if (p.alive & 1) {
    p.x += p.v;
    if (p.x < 0 || p.x > 1) p.v = -p.v;
    ++p.cell;
  }
  out[i] = p;
}
__global__ void charges_of_kinds(const Particle* in, int* counts, float* charges, int n) {
  for (int i = thread(); i < n; i += gridDim.x * blockDim.x) {
    charges[i] = in[i].charge * in[i].mass;
    if (in[i].kind % 3 == 0) atomicAdd(counts, 1);
  }
}

/// Particles in pointers of a structure, passed by value.
struct Cloud {
  const float *x, *y, *z;
  float* energy;
  int count;
};
__global__ void energy_with_cutoff(Cloud cloud, float cutoff) {
  const int i = thread();
  if (i >= cloud.count) return;
  float sum = 0;
  for (int j = 0; j < cloud.count; ++j) {
    const float dx = cloud.x[j] - cloud.x[i], dy = cloud.y[j] - cloud.y[i];
    const float flat = dx * dx + dy * dy;
    if (j == i || flat > cutoff) continue;
    const float dz = cloud.z[j] - cloud.z[i];
    sum += 1 / (flat + dz * dz + 0.1f);
  }
  cloud.energy[i] = sum;
}

/// Cells of a grid: where a sorted list of cells changes, its start is written.
__global__ void starts_of_cells(const int* sorted, int2* ranges, int n) {
  __shared__ int keys[65];
  const int i = thread();
  if (i < n) {
    keys[threadIdx.x + 1] = sorted[i];
    if (i > 0 && threadIdx.x == 0) keys[0] = sorted[i - 1];
  }
  __syncthreads();
  if (i < n) {
    const int key = keys[threadIdx.x + 1];
    if (i == 0 || key != keys[threadIdx.x]) {
      ranges[key % 1024].x = i;
      if (i > 0) ranges[keys[threadIdx.x] % 1024].y = i;
    }
  }
}

/// A lattice of nine speeds, collided and streamed; the planes are apart.
__constant__ int step_x[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, step_y[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
__global__ void lattice_streamed(const float* in, float* out, const int* walls, int width, int height) {
  const int x = thread(), y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const int i = y * width + x, plane = width * height;
  float f[9], density = 0;
#pragma unroll
  for (int k = 0; k < 9; ++k) {
    f[k] = in[k * plane + i];
    density += f[k];
  }
  if (walls[i] % 8 == 0) {
#pragma unroll
    for (int k = 0; k < 9; ++k) out[(9 + k) * plane + i] = f[k];
    return;
  }
#pragma unroll
  for (int k = 0; k < 9; ++k) {
    const int to_x = (x + step_x[k] + width) % width, to_y = (y + step_y[k] + height) % height;
    out[k * plane + to_y * width + to_x] = f[k] + 0.1f * (density / 9 - f[k]);
  }
}

/// A view with operators for rows and columns, of const and other elements.
template <class T>
struct Grid {
  T* data;
  int width, height;
  __device__ T& operator()(int x, int y) const { return data[y * width + x]; }
  __device__ bool holds(int x, int y) const { return x >= 0 && y >= 0 && x < width && y < height; }
};
__global__ void fire_spreads(Grid<const int> now, Grid<int> next) {
  const int x = thread(), y = blockIdx.y * blockDim.y + threadIdx.y;
  if (!next.holds(x, y)) return;
  int state = now(x, y) % 3;
  if (state == 1) {
    bool burns = false;
    for (int k = 0; k < 4 && !burns; ++k) {
      const int nx = x + (k == 0) - (k == 1), ny = y + (k == 2) - (k == 3);
      burns = now.holds(nx, ny) && now(nx, ny) % 3 == 2;
    }
    if (burns) state = 2;
  } else if (state == 2) {
    state = 0;
  }
  next(x, y) = state;
}

/// Boxes are merged upward in a tree that is an array: a level of inner nodes from their children.
struct Box {
  float3 low, high;
};
__global__ void boxes_merged(Box* nodes, const Box* leaves, int first, int count) {
  const int i = thread();
  if (i >= count) return;
  const Box a = leaves[2 * i], b = leaves[2 * i + 1];
  nodes[first + i] = {{fminf(a.low.x, b.low.x), fminf(a.low.y, b.low.y), fminf(a.low.z, b.low.z)},
                      {fmaxf(a.high.x, b.high.x), fmaxf(a.high.y, b.high.y), fmaxf(a.high.z, b.high.z)}};
}

/// Rays against spheres of 16 bytes in shared memory; the nearest one is remembered.
__global__ void nearest_spheres(const float3* directions, const float4* spheres, float* depth, int* which, int rays,
                                int count) {
  extern __shared__ float4 cached[];
  for (int k = threadIdx.x; k < count; k += blockDim.x) cached[k] = spheres[k];
  __syncthreads();
  const int i = thread();
  if (i >= rays) return;
  const float3 d = directions[i];
  float nearest = 1e30f;
  int hit = -1;
  for (int k = 0; k < count; ++k) {
    const float4 s = cached[k];
    const float along = d.x * s.x + d.y * s.y + d.z * s.z;
    const float rest = s.x * s.x + s.y * s.y + s.z * s.z - along * along;
    if (rest < s.w && along < nearest) {
      nearest = along;
      hit = k;
    }
  }
  depth[i] = nearest;
  which[i] = hit;
}

/// Ants choose by a wheel: a running sum until a random number is reached.
__global__ void ants_choose(const float* trails, const float* random, int* next, int ants, int cities) {
  const int a = thread();
  if (a >= ants) return;
  const float* row = trails + a % cities * cities;
  float total = 0;
#pragma unroll 4
  for (int c = 0; c < cities; ++c) total += row[c];
  const float wanted = random[a] * 0.1f * total;
  float sum = 0;
  int city = 0;
  while (city < cities - 1) {
    sum += row[city];
    if (sum >= wanted) break;
    ++city;
  }
  next[a] = city;
}

/// The heaviest neighbour of each vertex, as a structure; vertices without neighbours keep what they had.
struct Choice {
  float weight;
  int vertex;
};
__global__ void heaviest_neighbours(const int* offsets, const int* edges, const float* weights, Choice* choices,
                                    int n) {
  const int v = thread();
  if (v >= n) return;
  Choice best{-1, -1};
  for (int e = offsets[v]; e < offsets[v + 1]; ++e) {
    const float w = weights[e];
    if (w > best.weight) best = {w, edges[e] % n};
  }
  if (best.vertex >= 0) choices[v] = best;
}

/// Neighbours in a fixed table of eight, ended by a negative number.
__global__ void forces_from_lists(const int* lists, const float4* places, float4* forces, int n) {
  const int i = thread();
  if (i >= n) return;
  const float4 p = places[i];
  float4 f = make_float4(0, 0, 0, 0);
  for (int k = 0; k < 8; ++k) {
    const int j = lists[k * n + i] - 2000;
    if (j < 0) break;
    const float4 q = places[j % n];
    const float dx = q.x - p.x, dy = q.y - p.y, dz = q.z - p.z, r = dx * dx + dy * dy + dz * dz + 0.01f;
    f.x += dx / r;
    f.y += dy / r;
    f.z += dz / r;
    ++f.w;
  }
  forces[i] = f;
}

List meshes() {
  List list;
  const std::vector<Shape> lines = {{2, 96, 180}, {3, 40, 117}, {1, 37, 40}};
  list.add("next_frontier", lines, [](const Shape& s, const Memory& m) {
    next_frontier<<<s.grid, s.block>>>(m.offsets, m.numbers, m.numbers + 5000, m.to<int>(), 3, s.n, 900);
  });
  list.add("next_frontier_by_warps", {{4, 96, 11}, {2, 64, 4}}, [](const Shape& s, const Memory& m) {
    next_frontier_by_warps<<<s.grid, s.block>>>(m.offsets, m.numbers, m.to<int>(), s.n);
  });
  list.add("paths_of_a_block", {{3, dim3(12, 12), 33}},
           [](const Shape& s, const Memory& m) { paths_of_a_block<<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n); });
  list.add("edges_relaxed", {{2, 96, 500}, {3, 40, 117}}, [](const Shape& s, const Memory& m) {
    edges_relaxed<<<s.grid, s.block>>>(reinterpret_cast<const Edge*>(m.numbers), m.values, m.to<int>(), s.n, 300);
  });
  list.add("coloured", lines, [](const Shape& s, const Memory& m) {
    coloured<<<s.grid, s.block>>>(m.offsets, m.numbers, m.numbers + 9000, m.to<int>(), s.n);
  });
  list.add("sparse_jacobi", lines, [](const Shape& s, const Memory& m) {
    sparse_jacobi<<<s.grid, s.block>>>(m.offsets, m.numbers, m.values, m.values + 9000, m.values + 12000, m.to(), s.n);
  });
  list.add("coordinates_by_runs", {{2, 64, 700}, {1, 45, 333}}, [](const Shape& s, const Memory& m) {
    coordinates_by_runs<<<s.grid, s.block>>>(m.offsets, m.numbers, m.numbers + 9000, m.to<int>(), s.n, 8);
  });
  list.add("transposed_sparse", {{3, 96, 33}, {2, 64, 16}}, [](const Shape& s, const Memory& m) {
    transposed_sparse<<<s.grid, s.block>>>(m.offsets, m.numbers, m.numbers + 9000, m.to<int>(), s.n);
  });
  list.add("sliced_rows", lines, [](const Shape& s, const Memory& m) {
    sliced_rows<<<s.grid, s.block>>>(m.numbers + 300, m.numbers, m.values, m.values + 20000, m.to(), s.n);
  });
  list.add("normals_of_vertices", {{2, 64, 100}, {1, 45, 41}}, [](const Shape& s, const Memory& m) {
    normals_of_vertices<<<s.grid, s.block>>>(reinterpret_cast<const int3*>(m.numbers), m.as<float3>(), m.to<int>(), s.n,
                                             200);
  });
  list.add("tetrahedra", lines, [](const Shape& s, const Memory& m) {
    tetrahedra<<<s.grid, s.block>>>(reinterpret_cast<const int4*>(m.numbers), m.values, m.values + 3001, m.to(), s.n);
  });
  list.add("smoothed_mesh", lines, [](const Shape& s, const Memory& m) {
    smoothed_mesh<<<s.grid, s.block>>>(m.offsets, m.numbers, m.as<float3>(), m.to<float3>(), s.n);
  });
  list.add("turned_back", lines, [](const Shape& s, const Memory& m) {
    turned_back<<<s.grid, s.block>>>(reinterpret_cast<const Particle*>(m.numbers), m.to<Particle>(), s.n);
  });
  list.add("charges_of_kinds", {{2, 96, 300}, {3, 40, 117}}, [](const Shape& s, const Memory& m) {
    charges_of_kinds<<<s.grid, s.block>>>(reinterpret_cast<const Particle*>(m.numbers), m.to<int>(), m.to() + 500, s.n);
  });
  list.add("energy_with_cutoff", {{2, 64, 100}, {1, 45, 41}}, [](const Shape& s, const Memory& m) {
    energy_with_cutoff<<<s.grid, s.block>>>(Cloud{m.values, m.values + 2001, m.values + 4003, m.to(), s.n}, 30.0f);
  });
  list.add("starts_of_cells", {{3, 64, 180}, {2, 50, 77}},
           [](const Shape& s, const Memory& m) { starts_of_cells<<<s.grid, s.block>>>(m.offsets, m.to<int2>(), s.n); });
  list.add("lattice_streamed", {{dim3(3, 3), dim3(16, 6), 45}, {dim3(2, 4), dim3(24, 5), 37}},
           [](const Shape& s, const Memory& m) {
             lattice_streamed<<<s.grid, s.block>>>(m.values, m.to(), m.numbers, s.n, 17);
           });
  list.add("fire_spreads", {{dim3(3, 3), dim3(16, 6), 45}, {dim3(2, 4), dim3(24, 5), 37}},
           [](const Shape& s, const Memory& m) {
             fire_spreads<<<s.grid, s.block>>>(Grid<const int>{m.numbers, s.n, 17}, Grid<int>{m.to<int>(), s.n, 17});
           });
  list.add("boxes_merged", lines, [](const Shape& s, const Memory& m) {
    boxes_merged<<<s.grid, s.block>>>(m.to<Box>(), m.as<Box>(), 31, s.n);
  });
  list.add("nearest_spheres", {{2, 96, 180}, {3, 40, 117}}, [](const Shape& s, const Memory& m) {
    nearest_spheres<<<s.grid, s.block, 50 * sizeof(float4)>>>(m.as<float3>(), m.as<float4>() + 3000, m.to(),
                                                              m.to<int>() + 4000, s.n, 50);
  });
  list.add("ants_choose", {{2, 64, 100}, {1, 45, 41}}, [](const Shape& s, const Memory& m) {
    ants_choose<<<s.grid, s.block>>>(m.values, m.values + 9000, m.to<int>(), s.n, 38);
  });
  list.add("heaviest_neighbours", lines, [](const Shape& s, const Memory& m) {
    heaviest_neighbours<<<s.grid, s.block>>>(m.offsets, m.numbers, m.values, m.to<Choice>(), s.n);
  });
  list.add("forces_from_lists", lines, [](const Shape& s, const Memory& m) {
    forces_from_lists<<<s.grid, s.block>>>(m.numbers, m.as<float4>(), m.to<float4>(), s.n);
  });
  return list;
}

}  // namespace

SIMT_STYLE(meshes)
