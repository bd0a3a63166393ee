// Exercises as beginners write them: structures of mixed sizes, narrow and wide types, tails, selects, recursion.
#include "simt/tests/truth/styles/style.hpp"

namespace {

using namespace simt::styles;

__device__ int thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

// ---- structures ----

struct Planet {
  float3 place;
  float3 speed;
  float mass;
};

__global__ void planets_moved(const Planet* in, Planet* out, int n) {
  const int i = thread();
  if (i >= n) return;
  Planet p = in[i];
  p.place.x += 0.1f * p.speed.x;
  p.place.y += 0.1f * p.speed.y;
  p.place.z += 0.1f * p.speed.z;
  out[i] = p;
}

__global__ void planets_in_place(Planet* p, const float* values, int n) {
  const int i = thread();
  if (i >= n) return;
  p[i].place.x += values[i] * p[i].speed.x;
  p[i].place.y += values[i] * p[i].speed.y;
  p[i].place.z += values[i] * p[i].speed.z;
}

__global__ void kinetic_energy(const Planet* in, float* out, int n) {
  const int i = thread();
  if (i < n) {
    float v2 = in[i].speed.x * in[i].speed.x + in[i].speed.y * in[i].speed.y + in[i].speed.z * in[i].speed.z;
    out[i] = 0.5f * in[i].mass * v2;
  }
}

struct Student {
  char grade;
  short age;
  int number;
  double average;
};

__global__ void ages(const Student* in, int* out, int n) {
  const int i = thread();
  if (i < n) out[i] = in[i].age + in[i].grade;
}

__global__ void students_copied(const Student* in, Student* out, int n) {
  const int i = thread();
  if (i < n) out[i] = in[i];
}

__global__ void students_by_members(const Student* in, Student* out, int n) {
  const int i = thread();
  if (i < n) {
    out[i].grade = in[i].grade;
    out[i].age = in[i].age;
    out[i].number = in[i].number;
    out[i].average = in[i].average;
  }
}

struct Row {
  float v[6];
};

__global__ void rows_copied(const Row* in, Row* out, int n) {
  const int i = thread();
  if (i < n) out[i] = in[i];
}

__global__ void rows_added(const Row* in, Row* out, int n) {
  const int i = thread();
  if (i >= n) return;
  for (int k = 0; k < 6; k++) out[i].v[k] = in[i].v[k] + in[i].v[5 - k];
}

struct alignas(8) Vec {
  float x, y;
  __device__ Vec operator+(const Vec& o) const { return {x + o.x, y + o.y}; }
  __device__ Vec operator*(float f) const { return {x * f, y * f}; }
};

__global__ void vectors_added(const Vec* in, Vec* out, int n) {
  const int i = thread();
  if (i < n) out[i] = in[i] + in[i + n] * 2.0f;
}

struct Arrays {
  const float* x;
  const float* y;
  const float* z;
  float* out;
};

__global__ void structure_of_pointers(Arrays a, int n) {
  for (int i = thread(); i < n; i += blockDim.x * gridDim.x)
    a.out[i] = sqrtf(a.x[i] * a.x[i] + a.y[i] * a.y[i] + a.z[i] * a.z[i]);
}

struct Flags {
  unsigned kind : 4;
  unsigned count : 12;
  unsigned rest : 16;
};

__global__ void bit_fields(const Flags* in, Flags* out, int n) {
  const int i = thread();
  if (i < n) {
    out[i].kind = in[i].kind + 1;
    out[i].count = in[i].count;
  }
}

// ---- types ----

__global__ void int3_sums(const int3* in, int* out, int n) {
  const int i = thread();
  if (i < n) out[i] = in[i].x + in[i].y + in[i].z;
}

__global__ void short4_halved(const short4* in, short4* out, int n) {
  const int i = thread();
  if (i >= n) return;
  short4 v = in[i];
  v.x /= 2;
  v.y /= 2;
  v.z /= 2;
  v.w /= 2;
  out[i] = v;
}

__global__ void rgb_to_grey(const uchar3* in, unsigned char* out, int n) {
  const int i = thread();
  if (i < n) out[i] = (unsigned char)(0.3f * in[i].x + 0.6f * in[i].y + 0.1f * in[i].z);
}

__global__ void rgb_bytes(const unsigned char* in, unsigned char* out, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < 20) {
    const int p = (y * n + x) * 3;
    const unsigned char r = in[p], g = in[p + 1], b = in[p + 2];
    out[p] = b;
    out[p + 1] = g;
    out[p + 2] = r;
  }
}

__global__ void above(const float* in, bool* out, int n) {
  const int i = thread();
  if (i < n) out[i] = in[i] > 5.0f;
}

__global__ void doubles_offset(const double* in, double* out, int n) {
  const int i = thread();
  if (i < n) out[i] = in[i + 3] * 2.0;
}

__global__ void chars_offset(const char* in, char* out, int n) {
  const int i = thread();
  if (i < n) out[i + 5] = in[i + 3] + 1;
}

__global__ void shorts_offset(const short* in, short* out, int n) {
  const int i = thread();
  if (i < n) out[i + 1] = in[i + 7] ^ 1;
}

__global__ void longlong2_swapped(const longlong2* in, longlong2* out, int n) {
  const int i = thread();
  if (i < n) {
    longlong2 v = in[i];
    out[i] = make_longlong2(v.y, v.x);
  }
}

__global__ void ldg_of_float2(const float2* __restrict__ in, float* __restrict__ out, int n) {
  const int i = thread();
  if (i < n) {
    const float2 v = __ldg(&in[i]), w = __ldg(in + n - 1 - i);
    out[i] = v.x * w.y - v.y * w.x;
  }
}

// ---- vectors by a cast, and tails ----

__global__ void as_float4_with_tail(const float* in, float* out, int n) {
  const int i = thread();
  if (i < n / 4) {
    float4 v = reinterpret_cast<const float4*>(in)[i];
    v.x += 1;
    v.y += 1;
    v.z += 1;
    v.w += 1;
    reinterpret_cast<float4*>(out)[i] = v;
  }
  if (i < n % 4) out[n / 4 * 4 + i] = in[n / 4 * 4 + i] + 1;
}

__global__ void as_int2_from_bytes(const unsigned char* in, int* out, int n) {
  const int i = thread();
  if (i >= n) return;
  const int2 v = *(const int2*)(in + 8 * i);
  out[i] = v.x ^ v.y;
}

__global__ void two_neighbours(const float* in, float* out, int n) {
  const int i = 2 * thread();
  if (i + 1 < n) {
    out[i] = in[i] + in[i + 1];
    out[i + 1] = in[i] - in[i + 1];
  }
}

__global__ void four_with_tail(const float* in, float* out, int n) {
  for (int k = 0; k < 4; k++) {
    int i = blockIdx.x * blockDim.x * 4 + k * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] * 2;
  }
}

__global__ void eight_in_a_row(const int* in, int* out, int n) {
  int first = thread() * 8;
  for (int i = first; i < first + 8 && i < n; i++) out[i] = in[i] + 1;
}

__global__ void chunk_each(const float* in, float* out, int n) {
  const int total = blockDim.x * gridDim.x;
  const int each = (n + total - 1) / total;
  const int begin = thread() * each;
  const int end = min(begin + each, n);
  float sum = 0;
  for (int i = begin; i < end; ++i) sum += in[i];
  out[thread()] = sum;
}

__global__ void unrolled_by_eight(const float* in, float* out, int n) {
  float sum = 0;
#pragma unroll 8
  for (int i = 0; i < n; ++i) sum += in[i * 64 + threadIdx.x];
  out[thread()] = sum;
}

__global__ void memcpy_of_pairs(const uint2* in, uint2* out, int n) {
  const int i = thread();
  if (i >= n) return;
  uint2 local;
  memcpy(&local, &in[i], sizeof local);
  local.x ^= local.y;
  memcpy(&out[i], &local, sizeof local);
}

// ---- branches and selects ----

__global__ void same_on_both_sides(const float* in, float* out, int n) {
  const int i = thread();
  if (i >= n) return;
  if (threadIdx.x % 2 == 0)
    out[i] = in[i] * 2;
  else
    out[i] = in[i] * 3 + 1;
}

__global__ void pointer_selected(const float* a, const int* numbers, float* out, int n) {
  const int i = thread();
  if (i >= n) return;
  const float* p = numbers[i] % 2 ? a : a + 4096;
  out[i] = p[i] + p[i + 1];
}

__global__ void value_selected(const float* a, const int* numbers, float* out, int n) {
  const int i = thread();
  if (i >= n) return;
  float v = numbers[i] % 3 == 0 ? a[i] : 0.0f;
  float w = v > 5.0f ? a[i + 512] : a[i + 1024];
  out[i] = v + w;
}

__global__ void clamped_neighbours(const float* in, float* out, int n) {
  const int i = thread();
  if (i >= n) return;
  const float left = i > 0 ? in[i - 1] : in[0];
  const float right = i < n - 1 ? in[i + 1] : in[n - 1];
  out[i] = (left + in[i] + right) / 3;
}

__global__ void zero_outside(const float* in, float* out, int n) {
  const int i = thread();
  if (i >= n) return;
  const float left = i >= 2 ? in[i - 2] : 0;
  const float right = i + 2 < n ? in[i + 2] : 0;
  out[i] = left - right;
}

__global__ void two_conditional_stores(const int* numbers, int* out, int n) {
  const int i = thread();
  if (i >= n) return;
  const int v = numbers[i];
  if (v % 2 == 0) out[i] = 2;
  if (v % 3 == 0) out[i] = 3;
  if (v % 5 == 0) out[i + n] = 5;
}

__global__ void early_return_inside(const float* in, float* out, int n) {
  if (threadIdx.x >= 40) return;
  for (int k = 0; k < n; ++k) {
    const float v = in[k * 100 + threadIdx.x];
    if (v > 9.0f) return;
    out[k * 100 + threadIdx.x] = v;
  }
}

__global__ void until_found(const int* in, int* out, int n) {
  const int i = thread();
  int k = 0;
  while (k < n && in[i * n + k] % 8 != 0) k++;
  out[i] = k;
}

__global__ void do_while_digits(const int* in, int* out, int n) {
  const int i = thread();
  if (i >= n) return;
  int v = in[i], digits = 0;
  do {
    out[i * 8 + digits] = v % 10;
    digits++;
    v /= 10;
  } while (v > 0);
}

// ---- functions ----

__device__ float sum_of_tree(const float* in, int node, int n) {
  if (node >= n) return 0;
  return in[node] + sum_of_tree(in, 2 * node + 1, n) + sum_of_tree(in, 2 * node + 2, n);
}

__global__ void recursive_tree(const float* in, float* out, int n) {
  out[thread()] = sum_of_tree(in + 64 * thread(), 0, n);
}

__device__ int gcd(int a, int b) { return b == 0 ? a : gcd(b, a % b); }

__global__ void recursive_gcd(const int* in, int* out, int n) {
  const int i = thread();
  if (i < n) out[i] = gcd(in[i], in[i + n]);
}

template <int N>
__device__ float dot(const float* a, const float* b) {
  if constexpr (N == 0) {
    return 0;
  } else {
    return a[0] * b[0] + dot<N - 1>(a + 1, b + 1);
  }
}

__global__ void recursive_template(const float* in, float* out, int n) {
  const int i = thread();
  if (i < n) out[i] = dot<5>(in + 5 * i, in + 5 * (n - i));
}

template <class F>
__device__ void for_each(int n, F f) {
  for (int i = thread(); i < n; i += gridDim.x * blockDim.x) f(i);
}

__global__ void by_lambda(const float* in, float* out, int n) {
  for_each(n, [=](int i) { out[i] = in[i] * in[n - 1 - i]; });
}

__device__ void swap_values(int& a, int& b) {
  const int t = a;
  a = b;
  b = t;
}

__global__ void swapped_by_reference(const int* in, int* out, int n) {
  const int i = thread();
  if (2 * i + 1 >= n) return;
  int a = in[2 * i], b = in[2 * i + 1];
  if (a > b) swap_values(a, b);
  out[2 * i] = a;
  out[2 * i + 1] = b;
}

__global__ void swapped_in_memory(int* out, const int* in, int n) {
  const int i = thread();
  if (i >= n) return;
  out[i] = in[i];
  out[i + n] = in[i + n];
  if (out[i] > out[i + n]) swap_values(out[i], out[i + n]);
}

template <class In, class Out>
void add_to(List& list, const char* name, void (*kernel)(const In*, Out*, int), const std::vector<Shape>& shapes) {
  list.add(name, shapes, [=](Shape s, Memory m) { kernel<<<s.grid, s.block>>>(m.as<In>(), m.to<Out>(), s.n); });
}

List exercises() {
  List list;
  const std::vector<Shape> lines = {{{3}, {64}, 190}, {{2}, {50}, 77}, {{1}, {37}, 40}};
  const auto add = [&](const char* name, auto kernel, const std::vector<Shape>& shapes) {
    add_to(list, name, kernel, shapes);
  };
  const auto add_numbers = [&](const char* name, void (*kernel)(const int*, int*, int),
                               const std::vector<Shape>& shapes) {
    list.add(name, shapes, [=](Shape s, Memory m) { kernel<<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n); });
  };
  const auto add_both = [&](const char* name, void (*kernel)(const float*, const int*, float*, int),
                            const std::vector<Shape>& shapes) {
    list.add(name, shapes, [=](Shape s, Memory m) { kernel<<<s.grid, s.block>>>(m.values, m.numbers, m.to(), s.n); });
  };
  add("planets_moved", planets_moved, lines);
  list.add("planets_in_place", lines,
           [](Shape s, Memory m) { planets_in_place<<<s.grid, s.block>>>(m.to<Planet>(), m.values, s.n); });
  add("kinetic_energy", kinetic_energy, lines);
  add("ages", ages, lines);
  add("students_copied", students_copied, lines);
  add("students_by_members", students_by_members, lines);
  add("rows_copied", rows_copied, lines);
  add("rows_added", rows_added, lines);
  add("vectors_added", vectors_added, lines);
  list.add("structure_of_pointers", lines, [](Shape s, Memory m) {
    structure_of_pointers<<<s.grid, s.block>>>(Arrays{m.values, m.values + 1001, m.values + 2002, m.to()}, 3 * s.n);
  });
  add("bit_fields", bit_fields, lines);
  add("int3_sums", int3_sums, lines);
  add("short4_halved", short4_halved, lines);
  add("rgb_to_grey", rgb_to_grey, lines);
  add("rgb_bytes", rgb_bytes, {{{2, 4}, {20, 5}, 37}, {{3, 2}, {16, 16}, 45}, {{1, 1}, {33, 7}, 31}});
  add("above", above, lines);
  add("doubles_offset", doubles_offset, lines);
  add("chars_offset", chars_offset, lines);
  add("shorts_offset", shorts_offset, lines);
  add("longlong2_swapped", longlong2_swapped, lines);
  add("ldg_of_float2", ldg_of_float2, lines);
  add("as_float4_with_tail", as_float4_with_tail, {{{3}, {64}, 190}, {{2}, {50}, 399}, {{1}, {37}, 43}});
  add("as_int2_from_bytes", as_int2_from_bytes, lines);
  add("two_neighbours", two_neighbours, {{{3}, {64}, 301}, {{2}, {50}, 177}});
  add("four_with_tail", four_with_tail, {{{3}, {64}, 701}, {{2}, {50}, 333}, {{1}, {37}, 100}});
  add_numbers("eight_in_a_row", eight_in_a_row, {{{2}, {64}, 1000}, {{1}, {50}, 333}});
  add("chunk_each", chunk_each, {{{2}, {64}, 1000}, {{1}, {50}, 333}, {{1}, {20}, 512}});
  add("unrolled_by_eight", unrolled_by_eight, {{{2}, {64}, 21}, {{1}, {50}, 8}, {{1}, {20}, 5}});
  add("memcpy_of_pairs", memcpy_of_pairs, lines);
  add("same_on_both_sides", same_on_both_sides, lines);
  add_both("pointer_selected", pointer_selected, lines);
  add_both("value_selected", value_selected, lines);
  add("clamped_neighbours", clamped_neighbours, lines);
  add("zero_outside", zero_outside, lines);
  add_numbers("two_conditional_stores", two_conditional_stores, lines);
  add("early_return_inside", early_return_inside, {{{1}, {64}, 9}, {{1}, {100}, 20}});
  add_numbers("until_found", until_found, {{{2}, {64}, 20}, {{1}, {37}, 9}});
  add_numbers("do_while_digits", do_while_digits, lines);
  add("recursive_tree", recursive_tree, {{{1}, {64}, 15}, {{1}, {37}, 7}});
  add_numbers("recursive_gcd", recursive_gcd, lines);
  add("recursive_template", recursive_template, lines);
  add("by_lambda", by_lambda, lines);
  add_numbers("swapped_by_reference", swapped_by_reference, {{{3}, {64}, 301}, {{2}, {50}, 177}});
  list.add("swapped_in_memory", lines,
           [](Shape s, Memory m) { swapped_in_memory<<<s.grid, s.block>>>(m.to<int>(), m.numbers, s.n); });
  return list;
}

}  // namespace

SIMT_STYLE(exercises)
