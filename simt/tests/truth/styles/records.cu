// Structures, unions and vectors of all sizes: half-filled, nested, misaligned, copied whole, by members and by bytes.
#include <cstdint>
#include <cstring>

#include "simt/tests/truth/styles/style.hpp"

namespace {

using namespace simt::styles;

__device__ int number() { return blockIdx.x * blockDim.x + threadIdx.x; }

struct Rgb {
  float r, g, b;
};

__global__ void rgb_copied(const Rgb* in, Rgb* out, int n) {
  const int i = number();
  if (i < n) out[i] = in[i];
}

__global__ void rgb_weighted(const Rgb* in, float* out, int n) {
  for (int i = number(); i < n; i += gridDim.x * blockDim.x) {
    const Rgb c = in[i];
    out[i] = 0.3f * c.r + 0.59f * c.g + 0.11f * c.b;
  }
}

__global__ void rgb_by_pointer(const Rgb* __restrict__ in, Rgb* __restrict__ out, int n) {
  const int i = number();
  if (i >= n) return;
  const Rgb* const p = in + i;
  Rgb* const q = out + i;
  q->r = p->g;
  q->g = p->b;
  q->b = p->r;
}

struct alignas(16) Mass {
  float3 at;
  float m;
};

__global__ void centre_of_mass(const Mass* in, float4* out, int n) {
  float4 sum = make_float4(0, 0, 0, 0);
  for (int i = number(); i < n; i += gridDim.x * blockDim.x) {
    const Mass body = in[i];
    sum.x += body.m * body.at.x;
    sum.y += body.m * body.at.y;
    sum.z += body.m * body.at.z;
    sum.w += body.m;
  }
  out[number()] = sum;
}

__global__ void mass_moved(Mass* out, const Mass* in, int n) {
  const int i = number();
  if (i >= n) return;
  out[i].at.x = in[i].at.x + 1;
  out[i].at.y = in[i].at.y + 1;
  out[i].at.z = in[i].at.z + 1;
  out[i].m = in[i].m;
}

struct alignas(16) Padded {
  float x, y, z;  // the fourth word is padding
};

__global__ void padded_copied(const Padded* in, Padded* out, int n) {
  const int i = number();
  if (i < n) out[i] = in[i];
}

__global__ void padded_length(const Padded* in, float* out, int n) {
  const int i = number();
  if (i < n) out[i] = in[i].x * in[i].x + in[i].y * in[i].y + in[i].z * in[i].z;
}

struct Sample {
  int id;
  float value[3];
};

__global__ void sample_sums(const Sample* in, float* out, int n) {
  const int i = number();
  if (i >= n) return;
  float sum = 0;
  for (int k = 0; k < 3; ++k) sum += in[i].value[k];
  out[i] = in[i].id > 0 ? sum : 0;
}

__global__ void sample_chosen(const Sample* in, const int* numbers, float* out, int n) {
  const int i = number();
  if (i < n) out[i] = in[i].value[numbers[i] % 3];
}

union Word {
  float f;
  unsigned u;
  unsigned char b[4];
};

__global__ void union_bytes(const Word* in, unsigned char* out, int n) {
  const int i = number();
  if (i >= n) return;
  const Word w = in[i];
  for (int k = 0; k < 4; ++k) out[k * n + i] = w.b[k];
}

__global__ void union_swapped(const float* in, Word* out, int n) {
  const int i = number();
  if (i >= n) return;
  Word w;
  w.f = in[i];
  out[i].b[0] = w.b[3];
  out[i].b[1] = w.b[2];
  out[i].b[2] = w.b[1];
  out[i].b[3] = w.b[0];
}

struct Mixed {
  char tag;
  short small;
  int whole;
  double real;
};

__global__ void mixed_members(const Mixed* in, double* out, int n) {
  const int i = number();
  if (i < n) out[i] = in[i].tag + in[i].small + in[i].whole + (in[i].real > 1 ? 1 : 0);
}

__global__ void mixed_written(const int* in, Mixed* out, int n) {
  const int i = number();
  if (i < n) out[i] = Mixed{static_cast<char>(in[i]), static_cast<short>(in[i]), in[i], in[i] * 0.5};
}

struct Five {
  unsigned char b[5];
};

__global__ void five_bytes(const Five* in, Five* out, int n) {
  const int i = number();
  if (i < n) out[i] = in[i];
}

__global__ void copied_by_memcpy(const char* in, char* out, int n) {
  const int i = number();
  if (i >= n) return;
  Rgb c;
  memcpy(&c, in + i * sizeof(Rgb), sizeof(Rgb));
  c.r += 1;
  memcpy(out + i * sizeof(Rgb), &c, sizeof(Rgb));
}

__global__ void words_by_memcpy(const unsigned char* in, unsigned* out, int n) {
  const int i = number();
  if (i >= n) return;
  unsigned w;
  memcpy(&w, in + 3 * i, 4);
  out[i] = w;
}

__global__ void four_bytes_each(const unsigned char* in, unsigned char* out, int n) {
  const int i = number() * 4;
  if (i + 3 < n) {
    out[i] = in[i];
    out[i + 1] = in[i + 1];
    out[i + 2] = in[i + 2];
    out[i + 3] = in[i + 3];
  }
}

__global__ void big_endian(const unsigned char* in, unsigned* out, int n) {
  const int i = number();
  if (i < n) out[i] = in[4 * i] << 24 | in[4 * i + 1] << 16 | in[4 * i + 2] << 8 | in[4 * i + 3];
}

__global__ void long_pairs(const ulonglong2* in, ulonglong2* out, int n) {
  const int i = number();
  if (i < n) {
    const ulonglong2 v = in[i];
    out[i] = make_ulonglong2(v.y, v.x);
  }
}

__global__ void keys_and_values(const int2* in, int2* out, int n) {
  const int i = number();
  if (i + 1 < n) {
    const int2 a = in[i], b = in[i + 1];
    out[i] = a.x < b.x ? a : b;
  }
}

__global__ void keys_alone(const int2* in, int* out, int n) {
  const int i = number();
  if (i < n && in[i].x % 2 == 0) out[i] = in[i].y;
}

__global__ void short4_average(const short4* in, short* out, int n) {
  const int i = number();
  if (i < n) {
    const short4 v = in[i];
    out[i] = (v.x + v.y + v.z + v.w) / 4;
  }
}

__global__ void char2_parts(const char2* in, char* out, int n) {
  const int i = number();
  if (i >= n) return;
  out[i] = in[i].x;
  out[n + i] = in[i].y;
}

__global__ void uchar3_luminance(const uchar3* in, unsigned char* out, int n) {
  const int i = number();
  if (i >= n) return;
  const uchar3 p = in[i];
  out[i] = (p.x * 77 + p.y * 151 + p.z * 28) >> 8;
}

__global__ void double3_scaled(const double3* in, double3* out, int n) {
  const int i = number();
  if (i >= n) return;
  double3 v = in[i];
  v.x *= 2;
  v.y *= 2;
  v.z *= 2;
  out[i] = v;
}

__global__ void double4_halves(const double2* in, double2* out, int n) {
  const int i = number();
  if (2 * i + 1 >= n) return;
  const double2 a = in[2 * i], b = in[2 * i + 1];
  out[2 * i] = make_double2(a.x + b.x, a.y + b.y);
  out[2 * i + 1] = make_double2(a.x - b.x, a.y - b.y);
}

struct Ray {
  float3 origin, direction;
};

__device__ float3 along(const Ray& ray, float t) {
  return make_float3(ray.origin.x + t * ray.direction.x, ray.origin.y + t * ray.direction.y,
                     ray.origin.z + t * ray.direction.z);
}

__global__ void rays(const Ray* in, float3* out, int n) {
  const int i = number();
  if (i < n) out[i] = along(in[i], 0.5f);
}

struct alignas(16) Box {
  float4 low, high;
};

__global__ void box_hits(const Box* in, int* out, int n) {
  const int i = number();
  if (i >= n) return;
  const Box b = in[i];
  out[i] = b.low.x < b.high.x && b.low.y < b.high.y && b.low.z < b.high.z;
}

__global__ void box_volume(const Box* in, float* out, int n) {
  const int i = number();
  if (i >= n) return;
  const Box& b = in[i];
  out[i] = (b.high.x - b.low.x) * (b.high.y - b.low.y) * (b.high.z - b.low.z);
}

struct Flags {
  unsigned low : 5;
  unsigned middle : 11;
  unsigned high : 16;
};

__global__ void bit_fields(const Flags* in, Flags* out, int n) {
  const int i = number();
  if (i >= n) return;
  Flags f = in[i];
  f.middle += 1;
  if (f.low > 7) f.high = f.low;
  out[i] = f;
}

struct Columns {
  const float* x;
  const float* y;
  float* sum;
  int count;
};

__global__ void columns_by_value(Columns c) {
  const int i = number();
  if (i < c.count) c.sum[i] = c.x[i] + c.y[i];
}

struct Vector4 {
  float4 v;
  __device__ Vector4& operator+=(const Vector4& o) {
    v.x += o.v.x;
    v.y += o.v.y;
    v.z += o.v.z;
    v.w += o.v.w;
    return *this;
  }
};

__global__ void vectors_added(const Vector4* in, Vector4* out, int n) {
  const int i = number();
  if (i >= n) return;
  Vector4 sum = in[i];
  for (int k = 1; k < 4; ++k) sum += in[i + k * n];
  out[i] = sum;
}

__global__ void members_by_number(const float4* in, const int* numbers, float* out, int n) {
  const int i = number();
  if (i >= n) return;
  const float4 v = in[i];
  const float* const members = &v.x;
  out[i] = members[numbers[i] & 3];
}

__global__ void rows_as_vectors(const float* in, float* out, int width) {
  const int row = number();
  float sum = 0;
  const float2* const pairs = reinterpret_cast<const float2*>(in + row * width);
  for (int k = 0; k < width / 2; ++k) sum += pairs[k].x * pairs[k].y;
  out[row] = sum;
}

__global__ void texels_of_int4(const int4* in, unsigned char* out, int n) {
  const int i = number();
  if (i >= n) return;
  const int4 v = __ldg(&in[i]);
  out[4 * i] = v.x & 255;
  out[4 * i + 1] = v.y & 255;
  out[4 * i + 2] = v.z & 255;
  out[4 * i + 3] = v.w & 255;
}

__global__ void members_under_conditions(const float4* in, float4* out, int n) {
  const int i = number();
  if (i >= n) return;
  const float4 v = in[i];
  if (v.x > 3) out[i].x = v.x;
  if (v.y > 3) out[i].y = v.y;
  out[i].z = v.z;
  out[i].w = v.w;
}

__global__ void pairs_of_ints(const int* in, int* out, int n) {
  const int i = number();
  if (2 * i + 1 < n) out[i] = in[2 * i] + in[2 * i + 1];
}

struct Cell {
  int count;
  float total;
};

__global__ void cells_updated(const float* in, Cell* out, int n) {
  const int i = number();
  if (i >= n) return;
  for (int k = 0; k < 5; ++k) {
    const float v = in[k * n + i];
    if (v > 4) {
      out[i].count++;
      out[i].total += v;
    }
  }
}

__device__ __noinline__ Rgb mixed_colour(Rgb a, Rgb b) {
  return {a.r * 0.5f + b.r * 0.5f, a.g * 0.5f + b.g * 0.5f, a.b * 0.5f + b.b * 0.5f};
}

__global__ void colours_by_call(const Rgb* in, Rgb* out, int n) {
  const int i = number();
  if (i < n) out[i] = mixed_colour(in[i], in[n + i]);
}

struct Tagged {
  int kind;
  union {
    float number;
    int2 pair;
    unsigned char text[8];
  };
};

__global__ void variants_by_kind(const Tagged* in, float* out, int n) {
  const int i = number();
  if (i >= n) return;
  const Tagged& t = in[i];
  switch (t.kind % 3) {
    case 0:
      out[i] = t.number;
      break;
    case 1:
      out[i] = t.pair.x + t.pair.y;
      break;
    default:
      out[i] = t.text[0] + t.text[7];
  }
}

__global__ void twelve_bytes_in_shared(const Rgb* in, Rgb* out, int n) {
  __shared__ Rgb s[128];
  const int i = number();
  if (i < n) s[threadIdx.x] = in[i];
  __syncthreads();
  const int other = blockDim.x - 1 - threadIdx.x;
  if (i < n && blockIdx.x * blockDim.x + other < n) out[i] = s[other];
}

struct Twenty {
  float a[4];
  int next;
};

__global__ void twenty_bytes_in_shared(const float* in, float* out, int n) {
  __shared__ Twenty s[64];
  const int t = threadIdx.x;
  for (int k = 0; k < 4; ++k) s[t].a[k] = in[blockIdx.x * 256 + k * 64 + t];
  s[t].next = (t * 5 + 1) % 64;
  __syncthreads();
  float sum = 0;
  int at = t;
  for (int step = 0; step < n; ++step) {
    sum += s[at].a[step % 4];
    at = s[at].next;
  }
  out[blockIdx.x * 64 + t] = sum;
}

struct Interval {
  double from, to;
  int name;
};

__global__ void intervals_in_shared(const int* in, int* out, int n) {
  __shared__ Interval s[96];
  const int i = number();
  if (i < n) s[threadIdx.x] = Interval{in[i] * 0.5, in[i] * 0.5 + 9, i};
  __syncthreads();
  if (i >= n) return;
  int overlapping = 0;
  const int count = min(static_cast<int>(blockDim.x), n - static_cast<int>(blockIdx.x * blockDim.x));
  for (int k = 0; k < count; ++k) {
    if (s[k].from < s[threadIdx.x].to && s[threadIdx.x].from < s[k].to) overlapping++;
  }
  out[i] = overlapping;
}

__global__ void float2_tile(const float2* in, float2* out, int n) {
  __shared__ float2 tile[16][17];
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < n && y < n) tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  const int tx = blockIdx.y * 16 + threadIdx.x, ty = blockIdx.x * 16 + threadIdx.y;
  if (tx < n && ty < n) out[ty * n + tx] = tile[threadIdx.x][threadIdx.y];
}

__global__ void float3_tile(const float3* in, float3* out, int n) {
  __shared__ float3 tile[8][9];
  const int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x < n && y < n) tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  const int tx = blockIdx.y * 8 + threadIdx.x, ty = blockIdx.x * 8 + threadIdx.y;
  if (tx < n && ty < n) out[ty * n + tx] = tile[threadIdx.x][threadIdx.y];
}

List launches() {
  List list;
  const std::vector<Shape> usual = {{3, 96, 250}, {2, 33, 66}};
  const auto add = [&](const char* name, const std::vector<Shape>& shapes, const Run& run) {
    list.add(name, shapes, run);
  };
#define RECORD_CASE(kernel, From, To, shapes) \
  add(#kernel, shapes,                        \
      [](const Shape& s, const Memory& m) { kernel<<<s.grid, s.block>>>(m.as<From>(), m.to<To>(), s.n); })
  RECORD_CASE(rgb_copied, Rgb, Rgb, usual);
  RECORD_CASE(rgb_weighted, Rgb, float, usual);
  RECORD_CASE(rgb_by_pointer, Rgb, Rgb, usual);
  RECORD_CASE(centre_of_mass, Mass, float4, usual);
  add("mass_moved", usual,
      [](const Shape& s, const Memory& m) { mass_moved<<<s.grid, s.block>>>(m.to<Mass>(), m.as<Mass>(), s.n); });
  RECORD_CASE(padded_copied, Padded, Padded, usual);
  RECORD_CASE(padded_length, Padded, float, usual);
  RECORD_CASE(sample_sums, Sample, float, usual);
  add("sample_chosen", usual, [](const Shape& s, const Memory& m) {
    sample_chosen<<<s.grid, s.block>>>(m.as<Sample>(), m.numbers, m.to(), s.n);
  });
  RECORD_CASE(union_bytes, Word, unsigned char, usual);
  RECORD_CASE(union_swapped, float, Word, usual);
  RECORD_CASE(mixed_members, Mixed, double, usual);
  add("mixed_written", usual,
      [](const Shape& s, const Memory& m) { mixed_written<<<s.grid, s.block>>>(m.numbers, m.to<Mixed>(), s.n); });
  RECORD_CASE(five_bytes, Five, Five, usual);
  RECORD_CASE(copied_by_memcpy, char, char, usual);
  RECORD_CASE(words_by_memcpy, unsigned char, unsigned, usual);
  RECORD_CASE(four_bytes_each, unsigned char, unsigned char, (std::vector<Shape>{{3, 96, 1100}, {2, 64, 512}}));
  RECORD_CASE(big_endian, unsigned char, unsigned, usual);
  RECORD_CASE(long_pairs, ulonglong2, ulonglong2, usual);
  RECORD_CASE(keys_and_values, int2, int2, usual);
  RECORD_CASE(keys_alone, int2, int, usual);
  RECORD_CASE(short4_average, short4, short, usual);
  RECORD_CASE(char2_parts, char2, char, usual);
  RECORD_CASE(uchar3_luminance, uchar3, unsigned char, usual);
  RECORD_CASE(double3_scaled, double3, double3, usual);
  RECORD_CASE(double4_halves, double2, double2, usual);
  RECORD_CASE(rays, Ray, float3, usual);
  RECORD_CASE(box_hits, Box, int, usual);
  RECORD_CASE(box_volume, Box, float, usual);
  RECORD_CASE(bit_fields, Flags, Flags, usual);
  add("columns_by_value", usual, [](const Shape& s, const Memory& m) {
    columns_by_value<<<s.grid, s.block>>>(Columns{m.values, m.values + 5000, m.to(), s.n});
  });
  RECORD_CASE(vectors_added, Vector4, Vector4, usual);
  add("members_by_number", usual, [](const Shape& s, const Memory& m) {
    members_by_number<<<s.grid, s.block>>>(m.as<float4>(), m.numbers, m.to(), s.n);
  });
  RECORD_CASE(rows_as_vectors, float, float, (std::vector<Shape>{{3, 32, 38}, {2, 48, 64}}));
  RECORD_CASE(texels_of_int4, int4, unsigned char, usual);
  RECORD_CASE(members_under_conditions, float4, float4, usual);
  RECORD_CASE(pairs_of_ints, int, int, (std::vector<Shape>{{3, 96, 511}, {2, 33, 132}}));
  RECORD_CASE(cells_updated, float, Cell, usual);
  RECORD_CASE(colours_by_call, Rgb, Rgb, usual);
  RECORD_CASE(variants_by_kind, Tagged, float, usual);
  RECORD_CASE(twelve_bytes_in_shared, Rgb, Rgb, usual);
  RECORD_CASE(twenty_bytes_in_shared, float, float, (std::vector<Shape>{{2, 64, 7}}));
  add("intervals_in_shared", usual,
      [](const Shape& s, const Memory& m) { intervals_in_shared<<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n); });
  RECORD_CASE(float2_tile, float2, float2,
              (std::vector<Shape>{{dim3(3, 3), dim3(16, 16), 48}, {dim3(3, 3), dim3(16, 16), 43}}));
  RECORD_CASE(float3_tile, float3, float3,
              (std::vector<Shape>{{dim3(3, 3), dim3(8, 8), 24}, {dim3(3, 3), dim3(8, 8), 21}}));
#undef RECORD_CASE
  return list;
}

}  // namespace

SIMT_STYLE(launches)
