// Structures of odd sizes and alignments, small vectors, unions and bit fields; words that are read as other types, by
// memcpy and by casts; elements of 1 to 24 bytes in shared memory.
#include <cstring>

#include "simt/tests/truth/styles/style.hpp"

namespace {

using namespace simt::styles;

__device__ int thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

// ---- structures ----

struct Reading {  // 12 bytes
  int sensor;
  short level;
  char unit;
  float value;
};

struct Cell {  // 8 bytes, aligned to 2
  unsigned char flags[5];
  short height;
};

struct Link {  // 20 bytes
  int from, to;
  float weight;
  int flow, capacity;
};

struct Star {  // 24 bytes
  double mass;
  float velocity[3];
  short kind;
};

struct Body {  // 48 bytes
  float4 position;
  float3 velocity;
  int id;
  double energy;
  long long born;
};

struct Packed {  // bits of one word
  unsigned red : 5, green : 6, blue : 5, depth : 16;
};

struct Base {
  int id;
  float x;
};
struct Derived : Base {  // 16 bytes
  float y;
  unsigned char colour[3];
};

union Mixed {
  double number;
  int2 words;
  unsigned char bytes[8];
};

struct Matrix3 {
  float m[3][3];
};

__global__ void readings_scaled(const Reading* in, Reading* out, int n) {
  const int i = thread();
  if (i >= n) return;
  Reading r = in[i];
  r.value *= 0.5f;
  r.level += 1;
  out[i] = r;
}

__global__ void readings_of_a_kind(const Reading* in, float* out, int n) {
  const int i = thread();
  if (i < n && in[i].unit > 0) out[i] = in[i].value + in[i].level;
}

__global__ void cells_raised(const Cell* in, Cell* out, int n) {
  const int i = thread();
  if (i >= n) return;
  Cell c = in[i];
  for (int k = 0; k < 5; ++k) {
    if (c.flags[k] & 1) ++c.height;
  }
  out[i] = c;
}

__global__ void residual_of_links(const Link* links, int* out, int n) {
  for (int i = thread(); i < n; i += gridDim.x * blockDim.x) {
    const Link& l = links[i];
    if (l.flow < l.capacity) out[i] = l.capacity - l.flow + (l.to > l.from);
  }
}

__global__ void links_turned(const Link* in, Link* out, int n) {
  const int i = thread();
  if (i >= n) return;
  Link l = in[i];
  const int from = l.from;
  l.from = l.to;
  l.to = from;
  out[n - 1 - i] = l;
}

__global__ void momenta(const Star* stars, float* out, int n) {
  const int i = thread();
  if (i >= n) return;
  float sum = 0;
  for (int k = 0; k < 3; ++k) sum += stars[i].velocity[k] * stars[i].velocity[k];
  out[i] = static_cast<float>(stars[i].mass) * sum;
}

__global__ void stars_of_a_kind(const Star* in, Star* out, int n) {
  const int i = thread();
  if (i >= n) return;
  if (in[i].kind % 3 == 0) out[i] = in[i];
}

__global__ void bodies_drift(const Body* in, Body* out, int n) {
  const int i = thread();
  if (i >= n) return;
  Body b = in[i];
  b.position.x += b.velocity.x;
  b.position.y += b.velocity.y;
  b.position.z += b.velocity.z;
  b.born += 1;
  out[i] = b;
}

__global__ void energy_of_bodies(const Body* in, double* out, int n) {
  const int i = thread();
  if (i < n) out[i] = in[i].energy + in[i].position.w;
}

__global__ void packed_brightened(const Packed* in, Packed* out, int n) {
  const int i = thread();
  if (i >= n) return;
  out[i] = in[i];
  out[i].green = in[i].green / 2;
  out[i].depth += 3;
}

__global__ void derived_moved(const Derived* in, Derived* out, int n) {
  const int i = thread();
  if (i >= n) return;
  Derived d = in[i];
  d.x += d.y;
  d.colour[1] = 7;
  out[i] = d;
}

__global__ void mixed_swapped(const Mixed* in, Mixed* out, int n) {
  const int i = thread();
  if (i >= n) return;
  Mixed m = in[i];
  const int x = m.words.x;
  m.words.x = m.words.y;
  m.words.y = x;
  out[i].words = m.words;
  out[i].bytes[3] = 1;
}

__global__ void matrices_times_vectors(const Matrix3* matrices, const float3* vectors, float3* out, int n) {
  const int i = thread();
  if (i >= n) return;
  const float3 v = vectors[i];
  const Matrix3& a = matrices[i];
  out[i] = make_float3(a.m[0][0] * v.x + a.m[0][1] * v.y + a.m[0][2] * v.z,
                       a.m[1][0] * v.x + a.m[1][1] * v.y + a.m[1][2] * v.z,
                       a.m[2][0] * v.x + a.m[2][1] * v.y + a.m[2][2] * v.z);
}

/// Neighbouring elements change places if they are in the wrong order.
__global__ void stars_in_place(Star* stars, int n) {
  const int i = 2 * thread();
  if (i + 1 >= n) return;
  stars[i].mass = (i * 37) % 11;
  stars[i + 1].mass = (i * 53) % 11;
  if (stars[i].mass > stars[i + 1].mass) {
    const Star s = stars[i];
    stars[i] = stars[i + 1];
    stars[i + 1] = s;
  }
}

// ---- small vectors ----

__global__ void vectors_normalised(const float3* in, float3* out, int n) {
  const int i = thread();
  if (i >= n) return;
  float3 v = in[i];
  const float scale = rsqrtf(v.x * v.x + v.y * v.y + v.z * v.z + 1);
  v.x *= scale, v.y *= scale, v.z *= scale;
  out[i] = v;
}

__global__ void complex_product(const double2* a, const double2* b, double2* out, int n) {
  for (int i = thread(); i < n; i += gridDim.x * blockDim.x) {
    out[i].x = a[i].x * b[i].x - a[i].y * b[i].y;
    out[i].y = a[i].x * b[i].y + a[i].y * b[i].x;
  }
}

__global__ void triples_of_shorts(const short3* in, short3* out, int n) {
  const int i = thread();
  if (i >= n) return;
  const short3 s = in[i];
  out[i] = make_short3(s.z, s.y, s.x);
}

__global__ void colours_to_floats(const uchar4* in, float4* out, int n) {
  const int i = thread();
  if (i >= n) return;
  out[i] = make_float4(in[i].x / 255.0f, in[i].y / 255.0f, in[i].z / 255.0f, in[i].w / 255.0f);
}

__global__ void alpha_only(const uchar4* in, unsigned char* out, int n) {
  const int i = thread();
  if (i < n) out[i] = in[i].w;
}

__global__ void pairs_of_longs(const longlong2* in, longlong2* out, int n) {
  const int i = thread();
  if (i >= n) return;
  longlong2 p = in[i];
  if (p.x > p.y) out[i] = make_longlong2(p.y, p.x);
}

__global__ void triples_of_doubles(const double3* in, double* out, int n) {
  const int i = thread();
  if (i < n) out[i] = in[i].x + in[i].y * in[i].z;
}

// ---- words as other types ----

__global__ void words_from_bytes(const unsigned char* in, unsigned* out, int n) {
  const int i = thread();
  if (i >= n) return;
  unsigned word;
  memcpy(&word, in + 4 * i, 4);
  out[i] = word;
}

__global__ void copied_words(const int* in, int* out, int n) {
  const int i = thread();
  if (4 * i + 3 >= n) return;
  int4 quad;
  memcpy(&quad, in + 4 * i, sizeof quad);
  quad.x += quad.w;
  memcpy(out + 4 * i, &quad, sizeof quad);
}

__global__ void quads_and_a_rest(const int* in, int* out, int n) {
  const int i = thread(), quads = n / 4;
  if (i < quads) {
    int4 v = reinterpret_cast<const int4*>(in)[i];
    v.x *= 2, v.y *= 2, v.z *= 2, v.w *= 2;
    reinterpret_cast<int4*>(out)[i] = v;
  }
  const int rest = quads * 4 + i;
  if (rest < n) out[rest] = in[rest] * 2;
}

__global__ void pairs_by_a_cast(const float* in, float* out, int n) {
  const int i = thread();
  if (2 * i + 1 >= n) return;
  reinterpret_cast<float2&>(out[2 * i]) = make_float2(in[2 * i + 1], in[2 * i]);
}

__global__ void bits_of_doubles(const double* in, unsigned* out, int n) {
  const int i = thread();
  if (i >= n) return;
  const unsigned* words = reinterpret_cast<const unsigned*>(in + i);
  out[i] = words[1] >> 20;
}

__global__ void one_of_four_bytes(const int* in, int* out, int n) {
  const int i = thread();
  if (i < n) out[i] = reinterpret_cast<const unsigned char*>(&in[i])[i % 4];
}

// ---- shared memory ----

template <class T>
__global__ void strided_in_shared(const T* in, T* out, int stride) {
  __shared__ T s[1024];
  const int t = threadIdx.x;
  for (int i = t; i < 1024; i += blockDim.x) s[i] = in[i];
  __syncthreads();
  out[thread()] = s[t * stride % 1024];
}

/// Scalars in, vectors out.
__global__ void vectors_from_shared(const float* in, float4* out) {
  __shared__ alignas(16) float s[256 + 4];
  const int t = threadIdx.x;
  for (int i = t; i < 256; i += blockDim.x) s[i] = in[i];
  __syncthreads();
  if (t < 50) out[blockIdx.x * 64 + t] = reinterpret_cast<const float4*>(s)[t];
}

template <class T>
__global__ void structures_in_shared(const T* in, T* out, int n) {
  __shared__ T s[96];
  const int i = thread(), t = threadIdx.x;
  if (i < n) s[t] = in[i];
  __syncthreads();
  if (i < n && t % 3 != 1) out[i] = s[t ^ 1];
}

/// One word for all lanes, one for several neighbours, and one for every so many lanes.
__global__ void broadcasts(const int* in, int* out, int by) {
  __shared__ int s[128];
  const int t = threadIdx.x;
  if (t < 128) s[t] = in[t];
  __syncthreads();
  int sum = s[by] + s[t / by];
  if (t % 2 == 0) sum += s[t % by];
  if (t % 5 < 2) sum += s[(t * 33) % 128];
  out[thread()] = sum;
}

__global__ void sums_of_neighbouring_bytes(const unsigned char* in, unsigned char* out, int n) {
  __shared__ unsigned char s[256 + 2];
  const int i = thread(), t = threadIdx.x;
  s[t + 1] = i < n ? in[i] : 0;
  if (t == 0) s[0] = 0, s[blockDim.x + 1] = 0;
  __syncthreads();
  if (i < n) out[i] = (s[t] + s[t + 1] + s[t + 2]) / 3;
}

template <class In, class Out>
void add_launches(List& list, const char* name, void (*kernel)(const In*, Out*, int),
                  const std::vector<Shape>& shapes) {
  list.add(name, shapes,
           [=](const Shape& s, const Memory& m) { kernel<<<s.grid, s.block>>>(m.as<In>(), m.to<Out>(), s.n); });
}

List launches() {
  List list;
  const std::vector<Shape> two = {{2, 96, 181}, {1, 45, 40}};
  const auto add = [&](const char* name, auto* kernel) { add_launches(list, name, kernel, two); };
  add("readings_scaled", readings_scaled);
  add("readings_of_a_kind", readings_of_a_kind);
  add("cells_raised", cells_raised);
  add("residual_of_links", residual_of_links);
  add("links_turned", links_turned);
  add("momenta", momenta);
  add("stars_of_a_kind", stars_of_a_kind);
  add("bodies_drift", bodies_drift);
  add("energy_of_bodies", energy_of_bodies);
  add("packed_brightened", packed_brightened);
  add("derived_moved", derived_moved);
  add("mixed_swapped", mixed_swapped);
  list.add("matrices_times_vectors", two, [](const Shape& s, const Memory& m) {
    matrices_times_vectors<<<s.grid, s.block>>>(m.as<Matrix3>(), m.as<float3>() + 9000, m.to<float3>(), s.n);
  });
  list.add("stars_in_place", two,
           [](const Shape& s, const Memory& m) { stars_in_place<<<s.grid, s.block>>>(m.to<Star>(), s.n); });
  add("vectors_normalised", vectors_normalised);
  list.add("complex_product", two, [](const Shape& s, const Memory& m) {
    complex_product<<<s.grid, s.block>>>(m.as<double2>(), m.as<double2>() + 500, m.to<double2>(), s.n);
  });
  add("triples_of_shorts", triples_of_shorts);
  add("colours_to_floats", colours_to_floats);
  add("alpha_only", alpha_only);
  add("pairs_of_longs", pairs_of_longs);
  add("triples_of_doubles", triples_of_doubles);
  add("words_from_bytes", words_from_bytes);
  add("copied_words", copied_words);
  add("quads_and_a_rest", quads_and_a_rest);
  add("pairs_by_a_cast", pairs_by_a_cast);
  add("bits_of_doubles", bits_of_doubles);
  add("one_of_four_bytes", one_of_four_bytes);
  const std::vector<Shape> strides = {{1, 64, 1}, {2, 45, 2}, {1, 96, 3}, {1, 33, 4}, {1, 64, 33}, {1, 31, 8}};
  const auto strided = [&](const char* name, auto* kernel) { add_launches(list, name, kernel, strides); };
  strided("strided_in_shared<unsigned char>", strided_in_shared<unsigned char>);
  strided("strided_in_shared<short>", strided_in_shared<short>);
  strided("strided_in_shared<double>", strided_in_shared<double>);
  strided("strided_in_shared<float4>", strided_in_shared<float4>);
  strided("strided_in_shared<uchar4>", strided_in_shared<uchar4>);
  list.add("vectors_from_shared", {{2, 64, 0}, {1, 50, 1}},
           [](const Shape& s, const Memory& m) { vectors_from_shared<<<s.grid, s.block>>>(m.values, m.to<float4>()); });
  add("structures_in_shared<Reading>", structures_in_shared<Reading>);
  add("structures_in_shared<Link>", structures_in_shared<Link>);
  add("structures_in_shared<Star>", structures_in_shared<Star>);
  add("structures_in_shared<Body>", structures_in_shared<Body>);
  list.add("broadcasts", {{1, 128, 3}, {2, 96, 7}, {1, 45, 16}},
           [](const Shape& s, const Memory& m) { broadcasts<<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n); });
  add("sums_of_neighbouring_bytes", sums_of_neighbouring_bytes);
  return list;
}

}  // namespace

SIMT_STYLE(launches)
