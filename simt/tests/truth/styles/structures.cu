// Structures and vectors, aligned and not, used whole and in part, in global and in shared memory.
#include "simt/tests/truth/styles/style.hpp"

namespace {

using namespace simt::styles;

__device__ int thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

struct Point {  // an array of floats to the compiler
  float x, y, z;
};
struct alignas(16) Body {
  float x, y, z, mass;
};
struct alignas(8) Complex {
  float re, im;
};
struct Pair {
  float first, second;
};
struct Particle {
  float x, y, z;
  int cell;
  float vx, vy;
};
struct alignas(16) Cell {
  double density;
  int kind, count;
};
struct Colour {
  unsigned char r, g, b;
};

__global__ void float4_norm(const float4* a, float* b, int n) {
  const int i = thread();
  if (i >= n) return;
  const float4& v = a[i];
  b[i] = v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
}

__global__ void float4_scaled(const float4* a, float4* b, int n) {
  const int i = thread();
  if (i >= n) return;
  b[i].x = 2 * a[i].x;
  b[i].y = 3 * a[i].y;
  b[i].z = 4 * a[i].z;
  b[i].w = 5 * a[i].w;
}

__global__ void float4_made(const float4* a, float4* b, int n) {
  const int i = thread();
  if (i >= n) return;
  const float4& v = a[i];
  b[i] = make_float4(v.w, v.z, v.y, v.x);
}

__global__ void float4_two_members(const float4* a, float* b, int n) {
  const int i = thread();
  if (i < n) b[i] = a[i].y + a[i].z;
}

__global__ void float4_xyz(const float4* a, float* b, int n) {
  const int i = thread();
  if (i < n) b[i] = a[i].x * a[i].y * a[i].z;
}

__global__ void float4_first_and_last(const float4* a, float* b, int n) {
  const int i = thread();
  if (i < n) b[i] = a[i].x + a[i].w;
}

__global__ void float2_swapped(const float2* a, float2* b, int n) {
  const int i = thread();
  if (i < n) b[i] = make_float2(a[i].y, a[i].x);
}

__global__ void float3_length(const float3* a, float* b, int n) {
  const int i = thread();
  if (i < n) b[i] = a[i].x * a[i].x + a[i].y * a[i].y + a[i].z * a[i].z;
}

__global__ void points_moved(const Point* a, Point* b, int n) {
  const int i = thread();
  if (i < n) b[i] = {a[i].x + 1, a[i].y + 2, a[i].z + 3};
}

__global__ void complex_product(const Complex* a, Complex* b, int n) {
  const int i = thread();
  if (i >= n) return;
  const Complex u = a[i], v = a[i + n];
  b[i] = {u.re * v.re - u.im * v.im, u.re * v.im + u.im * v.re};
}

__global__ void pairs_unaligned(const Pair* a, Pair* b, int n) {
  const int i = thread();
  if (i < n) b[i] = {a[i].second, a[i].first};
}

__global__ void bodies(const Body* a, Body* b, int n) {
  const int i = thread();
  if (i >= n) return;
  Body body = a[i];
  body.x += body.mass;
  body.y -= body.mass;
  b[i] = body;
}

__global__ void one_member_written(const Body* a, Body* b, int n) {
  const int i = thread();
  if (i < n) b[i].mass = a[i].x;
}

__global__ void members_in_a_branch(const Body* a, float* b, int n) {
  const int i = thread();
  if (i >= n) return;
  float s = a[i].mass;
  if (s > 5.0f) s += a[i].x + a[i].y;
  b[i] = s;
}

__global__ void particles(const Particle* a, Particle* b, int n) {
  const int i = thread();
  if (i >= n) return;
  b[i].x = a[i].x + a[i].vx;
  b[i].y = a[i].y + a[i].vy;
}

__global__ void cells(const Cell* a, Cell* b, int n) {
  const int i = thread();
  if (i >= n) return;
  b[i].kind = a[i].count;
  b[i].count = a[i].kind;
}

__global__ void cells_whole(const Cell* a, Cell* b, int n) {
  const int i = thread();
  if (i < n) b[i] = a[n - 1 - i];
}

__global__ void double2_sum(const double2* a, double* b, int n) {
  const int i = thread();
  if (i < n) b[i] = a[i].x + a[i].y;
}

__global__ void uchar4_grey(const uchar4* a, unsigned char* b, int n) {
  const int i = thread();
  if (i < n) b[i] = (a[i].x + a[i].y + a[i].z) / 3;
}

__global__ void uchar4_inverted(const uchar4* a, uchar4* b, int n) {
  const int i = thread();
  if (i < n) b[i] = make_uchar4(255 - a[i].x, 255 - a[i].y, 255 - a[i].z, a[i].w);
}

__global__ void colours(const Colour* a, Colour* b, int n) {
  const int i = thread();
  if (i < n) b[i] = {a[i].b, a[i].g, a[i].r};
}

__global__ void short2_added(const short2* a, short2* b, int n) {
  const int i = thread();
  if (i < n) b[i] = make_short2(a[i].x + 1, a[i].y + 1);
}

__global__ void int4_of_rows(const int4* a, int* b, int n) {
  int s = 0;
#pragma unroll 1
  for (int k = 0; k < n; ++k) {
    const int4 v = a[k * 64 + threadIdx.x];
    s += v.x ^ v.y ^ v.z ^ v.w;
  }
  b[thread()] = s;
}

__global__ void four_neighbours(const float* a, float* b, int n) {
  const int i = 4 * thread();
  if (i + 3 >= n) return;
  b[i] = a[i] + 1;
  b[i + 1] = a[i + 1] + 1;
  b[i + 2] = a[i + 2] + 1;
  b[i + 3] = a[i + 3] + 1;
}

__global__ void array_of_structures(const Particle* a, float* b, int n) {
  const int i = thread();
  if (i < n) b[i] = a[i].x + a[i].cell + a[i].vy;
}

__global__ void structure_of_arrays(const float* a, float* b, int n) {
  const int i = thread();
  if (i < n) b[i] = a[i] + a[n + i] + a[2 * n + i] + a[3 * n + i];
}

// ---- in shared memory ----

__global__ void bodies_in_shared(const Body* a, float* b, int n) {
  __shared__ Body tile[64];
  const int i = thread();
  tile[threadIdx.x] = a[i];
  __syncthreads();
  float s = 0;
#pragma unroll 1
  for (int k = 0; k < n; ++k) {
    const Body& other = tile[k];
    s += (other.x + other.y + other.z) * other.mass;
  }
  b[i] = s;
}

__global__ void points_in_shared(const Point* a, float* b, int n) {
  __shared__ Point tile[64];
  const int i = thread();
  tile[threadIdx.x] = a[i];
  __syncthreads();
  const Point& other = tile[(threadIdx.x + n) % blockDim.x];
  b[i] = other.x + other.y + other.z;
}

__global__ void complex_in_shared(const Complex* a, Complex* b, int n) {
  __shared__ Complex tile[64];
  const int i = thread();
  tile[threadIdx.x].re = a[i].re;
  tile[threadIdx.x].im = a[i].im;
  __syncthreads();
  const int from = (threadIdx.x * n) % blockDim.x;
  b[i] = {tile[from].im, tile[from].re};
}

__global__ void four_words_of_a_lane(const float* a, float* b, int n) {
  __shared__ float4 memory[64];
  float* const s = reinterpret_cast<float*>(memory);
  const int at = 4 * threadIdx.x;
  s[at] = a[at];
  s[at + 1] = a[at + 1];
  s[at + 2] = a[at + 2];
  s[at + 3] = a[at + 3];
  __syncthreads();
  const int from = 4 * ((threadIdx.x + n) % blockDim.x);
  b[thread()] = s[from] + s[from + 1] + s[from + 2] + s[from + 3];
}

__global__ void two_words_of_a_lane(const float* a, float* b, int n) {
  __shared__ double memory[128];
  float* const s = reinterpret_cast<float*>(memory);
  s[2 * threadIdx.x] = a[threadIdx.x];
  s[2 * threadIdx.x + 1] = a[threadIdx.x + n];
  __syncthreads();
  b[thread()] = s[2 * threadIdx.x] - s[2 * threadIdx.x + 1];
}

__global__ void rows_of_four(const float* a, float* b, int n) {
  __shared__ alignas(16) float s[64][4];
  for (int k = 0; k < 4; ++k) s[threadIdx.x][k] = a[k * n + threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 4; ++k) sum += s[(threadIdx.x + 1) % blockDim.x][k];
  b[thread()] = sum;
}

const std::vector<Shape> lines = {{4, 64, 256}, {3, 50, 141}, {1, 100, 77}};
const std::vector<Shape> tiles = {{2, 64, 7}, {1, 50, 3}, {1, 21, 5}};

template <class In, class Out>
void add(List& list, const char* name, void (*kernel)(const In*, Out*, int), const std::vector<Shape>& shapes) {
  list.add(name, shapes, [=](Shape s, Memory m) { kernel<<<s.grid, s.block>>>(m.as<In>(), m.to<Out>(), s.n); });
}

List structures() {
  List list;
  add(list, "float4_norm", float4_norm, lines);
  add(list, "float4_scaled", float4_scaled, lines);
  add(list, "float4_made", float4_made, lines);
  add(list, "float4_two_members", float4_two_members, lines);
  add(list, "float4_xyz", float4_xyz, lines);
  add(list, "float4_first_and_last", float4_first_and_last, lines);
  add(list, "float2_swapped", float2_swapped, lines);
  add(list, "float3_length", float3_length, lines);
  add(list, "points_moved", points_moved, lines);
  add(list, "complex_product", complex_product, lines);
  add(list, "pairs_unaligned", pairs_unaligned, lines);
  add(list, "bodies", bodies, lines);
  add(list, "one_member_written", one_member_written, lines);
  add(list, "members_in_a_branch", members_in_a_branch, lines);
  add(list, "particles", particles, lines);
  add(list, "cells", cells, lines);
  add(list, "cells_whole", cells_whole, lines);
  add(list, "double2_sum", double2_sum, lines);
  add(list, "uchar4_grey", uchar4_grey, lines);
  add(list, "uchar4_inverted", uchar4_inverted, lines);
  add(list, "colours", colours, lines);
  add(list, "short2_added", short2_added, lines);
  add(list, "int4_of_rows", int4_of_rows, tiles);
  add(list, "four_neighbours", four_neighbours, {{2, 64, 512}, {3, 50, 555}});
  add(list, "array_of_structures", array_of_structures, lines);
  add(list, "structure_of_arrays", structure_of_arrays, lines);
  add(list, "bodies_in_shared", bodies_in_shared, tiles);
  add(list, "points_in_shared", points_in_shared, tiles);
  add(list, "complex_in_shared", complex_in_shared, tiles);
  add(list, "four_words_of_a_lane", four_words_of_a_lane, tiles);
  add(list, "two_words_of_a_lane", two_words_of_a_lane, tiles);
  add(list, "rows_of_four", rows_of_four, tiles);
  return list;
}

}  // namespace

SIMT_STYLE(structures)
