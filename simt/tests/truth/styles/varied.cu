// A mixture of the language: packets of odd types, references, functors, swizzles, pieces of dynamic shared memory.
#include <cfloat>
#include <cstdint>

#include "simt/tests/truth/styles/style.hpp"

namespace {

using namespace simt::styles;

__device__ int place() { return blockIdx.x * blockDim.x + threadIdx.x; }

struct Packet {
  unsigned char kind;
  short level;
  float value;
  double stamp;
};

/// Reads the members that a packet's kind makes valid.
__global__ void packets_by_kind(const Packet* packets, double* out, int n) {
  for (int i = place(); i < n; i += gridDim.x * blockDim.x) {
    const Packet& p = packets[i];
    double result = 0;
    if (p.kind % 4 == 0) {
      result = p.level;
    } else if (p.kind % 4 == 1) {
      result = p.value;
    } else if (p.kind % 4 == 2) {
      result = p.stamp;
    }
    out[i] = result;
  }
}

__global__ void composed_over(const uchar4* front, const uchar4* back, uchar4* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const int at = y * width + x;
  const uchar4 f = front[at];
  if (f.w == 0) return;
  if (f.w > 250) {
    out[at] = f;
    return;
  }
  const uchar4 b = back[at];
  const int a = f.w;
  out[at] = make_uchar4((f.x * a + b.x * (255 - a)) / 255, (f.y * a + b.y * (255 - a)) / 255,
                        (f.z * a + b.z * (255 - a)) / 255, 255);
}

__global__ void mixed_down(const short2* samples, short* out, int n, int step) {
  for (int i = place(); i < n; i += step) {
    const short2 s = samples[i];
    int m = (s.x + s.y) / 2;
    if (m > 12000) m = 12000;
    if (m < -12000) m = -12000;
    out[i] = static_cast<short>(m);
  }
}

/// A column of double2 in shared memory turned by an angle that depends on the row.
__global__ void phases_turned(const float* in, double2* out, int n) {
  __shared__ double2 wave[80];
  const int t = threadIdx.x;
  const float* mine = in + blockIdx.x * 2 * n;
  for (int k = t; k < n; k += blockDim.x) wave[k] = make_double2(mine[2 * k], mine[2 * k + 1]);
  __syncthreads();
  for (int k = t; k < n; k += blockDim.x) {
    const double2 a = wave[k], b = wave[(k * 7 + 3) % n];
    out[blockIdx.x * n + k] = make_double2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
  }
}

__global__ void running_totals(const int* in, const int* offsets, long long* out, int rows) {
  const int row = place();
  if (row >= rows) return;
  long long total = 0;
  for (int k = offsets[row]; k < offsets[row + 1]; ++k) {
    total += static_cast<long long>(in[k % 60000]) * in[k % 60000];
    out[k % 100000] = total;
  }
}

struct Statistics {
  float least, most;
  int count;
  double sum;
};

__device__ void take(float value, Statistics& s) {
  if (value < s.least) s.least = value;
  if (value > s.most) s.most = value;
  ++s.count;
  s.sum += value;
}

__global__ void statistics_of_rows(const float* in, const int* offsets, Statistics* out, int rows) {
  const int row = place();
  if (row >= rows) return;
  Statistics s{FLT_MAX, -FLT_MAX, 0, 0.0};
  for (int k = offsets[row], end = offsets[row + 1]; k < end; ++k) {
    if (in[k] < 1.0f) continue;
    take(in[k], s);
  }
  out[row] = s;
}

struct Plus {
  __device__ float operator()(float a, float b) const { return a + b; }
};
struct Larger {
  __device__ float operator()(float a, float b) const { return a < b ? b : a; }
};
struct Product {
  float factor;
  __device__ float operator()(float a, float b) const { return a * b * factor; }
};

template <class Operation>
__global__ void folded(const float* in, float* out, int n, Operation operation) {
  const int i = place(), stride = gridDim.x * blockDim.x;
  if (i >= n) return;
  float result = in[i];
  for (int k = i + stride; k < n; k += stride) result = operation(result, in[k]);
  out[i] = result;
}

template <class F>
__device__ void for_each_of_mine(int n, F f) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) f(i);
}

/// Every phase of a block is a lambda.
__global__ void phases_by_lambdas(const float* in, float* out, int n) {
  __shared__ float line[200];
  const float* mine = in + blockIdx.x * n;
  for_each_of_mine(n, [&](int i) { line[i] = mine[i]; });
  __syncthreads();
  for_each_of_mine(n - 2, [&](int i) { out[blockIdx.x * n + i] = line[i] + line[i + 1] * line[i + 2]; });
}

/// Four coefficients by Horner's differences, all in registers.
__global__ void newtons_polynomial(const float* x, const float* y, float* out, int n) {
  const int i = place();
  if (i >= n) return;
  float c[4], at[4];
  for (int k = 0; k < 4; ++k) {
    at[k] = x[i + k];
    c[k] = y[i + k];
  }
  for (int j = 1; j < 4; ++j) {
    for (int k = 3; k >= j; --k) c[k] = (c[k] - c[k - 1]) / (at[k] - at[k - j] + 20.0f);
  }
  for (int k = 0; k < 4; ++k) out[k * n + i] = c[k];
}

/// Keeps what passes, in order, a block for itself: ballots within warps, a sum of warps in shared memory.
__global__ void kept_by_blocks(const int* in, int* out, int* counts, int n) {
  __shared__ int of_warp[8];
  const int i = place(), lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const bool keep = i < n && in[i] % 3 != 0;
  const unsigned votes = __ballot_sync(__activemask(), keep);
  if (lane == 0) of_warp[warp] = __popc(votes);
  __syncthreads();
  int before = 0;
  for (int w = 0; w < warp; ++w) before += of_warp[w];
  if (keep) out[blockIdx.x * blockDim.x + before + __popc(votes & ((1u << lane) - 1))] = in[i];
  if (threadIdx.x == blockDim.x - 1) counts[blockIdx.x] = before + __popc(votes);
}

/// Groups of sixteen lanes add up; the last warp of a block of 48 is half a warp.
__global__ void sums_of_sixteen(const float* in, float* out) {
  const int i = place();
  const unsigned mask = threadIdx.x / 32 == blockDim.x / 32 ? 0xffffu : 0xffffffffu;
  float sum = in[i];
  for (int step = 8; step > 0; step /= 2) sum += __shfl_xor_sync(mask, sum, step, 16);
  if (threadIdx.x % 16 == 0) out[i / 16] = sum;
}

__global__ void slope_of_volume(const float* in, float* out, int nx, int ny, int nz) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x >= nx || y >= ny || z >= nz) return;
  const int at = (z * ny + y) * nx + x;
  float g = 0;
  if (x > 0 && x < nx - 1) g += fabsf(in[at + 1] - in[at - 1]);
  if (y > 0 && y < ny - 1) g += fabsf(in[at + nx] - in[at - nx]);
  if (z > 0 && z < nz - 1) g += fabsf(in[at + nx * ny] - in[at - nx * ny]);
  out[at] = g;
}

struct Site {
  float x, y;
  int name;
};

__global__ void nearest_sites(const float2* points, const int* names, int* out, int sites, int n) {
  __shared__ Site site[40];
  for (int k = threadIdx.x; k < sites; k += blockDim.x) {
    site[k].x = points[k].x;
    site[k].y = points[k].y;
    site[k].name = names[k];
  }
  __syncthreads();
  const int i = place();
  if (i >= n) return;
  const float2 p = points[100 + i];
  float best = 1e30f;
  int name = -1;
  for (int k = 0; k < sites; ++k) {
    const float dx = site[k].x - p.x, dy = site[k].y - p.y, d = dx * dx + dy * dy;
    if (d < best) {
      best = d;
      name = site[k].name;
    }
  }
  out[i] = name;
}

/// Transposes 32 × 32 words whose columns are turned by the row.
__global__ void transposed_by_xor(const float* in, float* out, int pitch) {
  __shared__ float tile[32][32];
  const int x = blockIdx.x * 32 + threadIdx.x;
  for (int r = threadIdx.y; r < 32; r += blockDim.y) tile[r][threadIdx.x ^ r] = in[(blockIdx.y * 32 + r) * pitch + x];
  __syncthreads();
  const int to = blockIdx.y * 32 + threadIdx.x;
  for (int r = threadIdx.y; r < 32; r += blockDim.y) {
    out[(blockIdx.x * 32 + r) * pitch + to] = tile[threadIdx.x][r ^ threadIdx.x];
  }
}

/// One array in three pieces: doubles first, then floats, then shorts.
__global__ void three_pieces(const float* in, float* out, int n) {
  extern __shared__ double pieces[];
  double* const sums = pieces;
  float* const values = reinterpret_cast<float*>(sums + n);
  short* const ranks = reinterpret_cast<short*>(values + n);
  const int t = threadIdx.x;
  if (t < n) {
    values[t] = in[blockIdx.x * n + t];
    sums[t] = values[t] * 0.5;
  }
  __syncthreads();
  if (t < n) {
    short rank = 0;
    for (int k = 0; k < n; ++k) rank += values[k] < values[t] || (values[k] == values[t] && k < t);
    ranks[t] = rank;
  }
  __syncthreads();
  if (t < n) out[blockIdx.x * n + ranks[t]] = static_cast<float>(sums[t]) + values[ranks[n - 1 - t]];
}

/// A limit in every bin: the least and the largest float, by the order of their bits.
__global__ void limits_of_bins(const float* in, const int* bins, int* least, unsigned* most, int n) {
  const int i = place();
  if (i >= n) return;
  const int bin = bins[i] % 50;
  const float v = in[i];
  atomicMin(&least[bin], -__float_as_int(v));
  atomicMax(&most[bin], __float_as_uint(v));
}

__global__ void bitmap_of_numbers(const int* in, unsigned* bitmap, int n) {
  for (int i = place(); i < n; i += gridDim.x * blockDim.x) {
    const int v = in[i] % 4096;
    if (v % 5 == 0) continue;
    atomicOr(&bitmap[v / 32], 1u << (v % 32));
  }
}

__global__ void budget_spent(const int* in, int* budget, int* out, int n) {
  const int i = place();
  if (i >= n) return;
  const int mine = in[i] % 64;
  if (mine > 20) {
    atomicSub(&budget[mine], 1);
    out[i] = mine;
  }
}

/// Length of the characters of a text in UTF-8, from the lead bytes of each thread's own part.
__global__ void characters_of_parts(const unsigned char* text, int* out, int part, int n) {
  const int i = place();
  if (i * part >= n) return;
  int at = i * part, characters = 0;
  const int end = min(at + part, n);
  while (true) {
    if (at >= end) break;
    const unsigned char c = text[at];
    if (c < 0x80) {
      ++at;
    } else if (c < 0xc0) {
      ++at;
      continue;
    } else if (c < 0xe0) {
      at += 2;
    } else {
      at += c < 0xf0 ? 3 : 4;
    }
    ++characters;
  }
  out[i] = characters;
}

__global__ void volatile_tree(const float* in, float* out) {
  __shared__ volatile float s[160];
  const int t = threadIdx.x, half = blockDim.x / 2;
  s[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (int width = half; width > 0; width /= 2) {
    if (t < width) s[t] = s[t] + s[t + width];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}

__global__ void gathered_two_ways(const float* __restrict__ table, const int* __restrict__ index,
                                  float* __restrict__ out, int n) {
  const int i = place();
  if (i < n) {
    const int k = index[i];
    out[i] = __ldg(table + k) + table[(k * 3) % 20000] * __ldg(table + i);
  }
}

/// y = transposed A times x, where A is in column order with a leading dimension.
__global__ void columns_times_vector(const float* a, int leading, int rows, int columns, const float* x, float* y) {
  __shared__ float part[4][33];
  const int column = blockIdx.x * 4 + threadIdx.y;
  float sum = 0;
  if (column < columns) {
    for (int r = threadIdx.x; r < rows; r += 32) sum += a[column * leading + r] * x[r];
  }
  part[threadIdx.y][threadIdx.x] = sum;
  __syncthreads();
  if (threadIdx.x == 0 && column < columns) {
    float total = 0;
    for (int k = 0; k < 32; ++k) total += part[threadIdx.y][k];
    y[column] = total;
  }
}

/// Rows of rows: a thread's items name rows of their own.
__global__ void items_of_items(const int* offsets, const int* numbers, int* out, int n) {
  const int i = place();
  if (i >= n) return;
  const int first = offsets[i], last = offsets[i + 1];
  if (first == last) return;
  int found = 0;
  for (int k = first; k < last; ++k) {
    const int other = numbers[k % 60000] % 15000;
    if (other == i) break;
    for (int j = offsets[other]; j < offsets[other + 1]; ++j) {
      if (numbers[j % 60000] % 7 == 0) {
        ++found;
        break;
      }
    }
  }
  out[i] = found;
}

__global__ void places_reversed(const float* in, float* out, int bits) {
  const unsigned i = place();
  if (i >= 1u << bits) return;
  out[__brev(i) >> (32 - bits)] = in[i] * static_cast<float>(__clz(i | 1));
}

struct Rgb {
  unsigned char r, g, b;
};

__global__ void colours_limited(const Rgb* in, Rgb* out, int n) {
  const int i = place();
  if (i >= n) return;
  Rgb c = in[i];
  if (c.r > 200) c.r = 200;
  if (c.g < c.b) {
    const unsigned char g = c.g;
    c.g = c.b;
    c.b = g;
  }
  out[i] = c;
}

struct Node {
  int child[4];
  float weight;
  unsigned char depth;
};

/// Goes down a tree of four children a node until a light node comes.
__global__ void down_the_tree(const Node* nodes, const int* keys, float* out, int n) {
  const int i = place();
  if (i >= n) return;
  unsigned key = keys[i];
  int at = 0;
  float total = 0;
  for (int depth = 0; depth < 7; ++depth) {
    total += nodes[at].weight;
    if (nodes[at].depth % 8 == 0) break;
    at = (nodes[at].child[key % 4] & 0x7fffffff) % 3000;
    key /= 4;
  }
  out[i] = total;
}

struct Columns {
  const int* key;
  const float* price;
  const short* tax;
  int rows;
};

__global__ void rows_selected(Columns table, float* out, int limit) {
  for (int row = place(); row < table.rows; row += gridDim.x * blockDim.x) {
    if (table.key[row] >= limit) continue;
    const float price = table.price[row];
    out[row] = price > 5.0f ? price * (1.0f + table.tax[row] * 0.01f) : price;
  }
}

/// A matrix of seventeen columns, given as an array of rows.
__global__ void seventeen_columns(const float (*in)[17], float (*out)[17], int rows) {
  const int r = blockIdx.x * blockDim.y + threadIdx.y;
  if (r >= rows) return;
  for (int c = threadIdx.x; c < 17; c += blockDim.x) out[r][c] = in[r][c] - in[r][16 - c];
}

/// Rounds until nothing changes: each word becomes the least of its neighbours.
__global__ void least_spreads(const int* in, int* out, int n, int most_rounds) {
  __shared__ int now[128];
  const int t = threadIdx.x;
  if (t < n) now[t] = in[blockIdx.x * n + t];
  __syncthreads();
  int rounds = 0, changed;
  do {
    int least = 1 << 30;
    if (t < n) {
      least = now[t];
      if (t > 0) least = min(least, now[t - 1]);
      if (t + 1 < n) least = min(least, now[t + 1]);
    }
    __syncthreads();
    const bool mine = t < n && least != now[t];
    if (mine) now[t] = least;
    changed = __syncthreads_or(mine);
  } while (changed && ++rounds < most_rounds);
  if (t < n) out[blockIdx.x * n + t] = now[t] + rounds;
}

enum class Shape3 { box, ball, plane };

__device__ float distance_to(Shape3 shape, float3 p, const float4& size) {
  switch (shape) {
    case Shape3::box:
      return fmaxf(fmaxf(fabsf(p.x) - size.x, fabsf(p.y) - size.y), fabsf(p.z) - size.z);
    case Shape3::ball:
      return sqrtf(p.x * p.x + p.y * p.y + p.z * p.z) - size.w;
    default:
      return p.y;
  }
}

__global__ void scene_distances(const float4* sizes, const int* shapes, const float* positions, float* out, int n,
                                int count) {
  const int i = place();
  if (i >= n) return;
  const float3 p = make_float3(positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]);
  float nearest = 1e30f;
  for (int k = 0; k < count; ++k) {
    nearest = fminf(nearest, distance_to(static_cast<Shape3>(shapes[k] % 3), p, sizes[k]));
  }
  out[i] = nearest;
}

List launches() {
  List list;
  list.add("packets_by_kind", {{3, 72, 200}, {2, 33, 66}}, [](const Shape& s, const Memory& m) {
    packets_by_kind<<<s.grid, s.block>>>(m.as<Packet>(), m.to<double>(), s.n);
  });
  list.add("composed_over", {{dim3(3, 2), dim3(20, 6), 55}, {dim3(2, 3), dim3(16, 4), 30}},
           [](const Shape& s, const Memory& m) {
             composed_over<<<s.grid, s.block>>>(m.as<uchar4>(), m.as<uchar4>() + 9001, m.to<uchar4>(), s.n, 11);
           });
  list.add("mixed_down", {{2, 96, 700}, {3, 45, 500}}, [](const Shape& s, const Memory& m) {
    mixed_down<<<s.grid, s.block>>>(m.as<short2>(), m.to<short>(), s.n, static_cast<int>(s.grid.x * s.block.x) + 1);
  });
  list.add("phases_turned", {{2, 48, 80}, {3, 40, 61}},
           [](const Shape& s, const Memory& m) { phases_turned<<<s.grid, s.block>>>(m.values, m.to<double2>(), s.n); });
  list.add("running_totals", {{3, 96, 250}, {2, 45, 77}}, [](const Shape& s, const Memory& m) {
    running_totals<<<s.grid, s.block>>>(m.numbers, m.offsets, m.to<long long>(), s.n);
  });
  list.add("statistics_of_rows", {{3, 96, 250}, {2, 45, 77}}, [](const Shape& s, const Memory& m) {
    statistics_of_rows<<<s.grid, s.block>>>(m.values, m.offsets, m.to<Statistics>(), s.n);
  });
  list.add("folded<Plus>", {{2, 96, 900}, {1, 45, 400}},
           [](const Shape& s, const Memory& m) { folded<<<s.grid, s.block>>>(m.values, m.to(), s.n, Plus{}); });
  list.add("folded<Larger>", {{2, 96, 901}, {1, 45, 400}},
           [](const Shape& s, const Memory& m) { folded<<<s.grid, s.block>>>(m.values, m.to(), s.n, Larger{}); });
  list.add("folded<Product>", {{2, 96, 777}, {1, 45, 400}},
           [](const Shape& s, const Memory& m) { folded<<<s.grid, s.block>>>(m.values, m.to(), s.n, Product{0.25f}); });
  list.add("phases_by_lambdas", {{2, 64, 200}, {3, 45, 100}},
           [](const Shape& s, const Memory& m) { phases_by_lambdas<<<s.grid, s.block>>>(m.values, m.to(), s.n); });
  list.add("newtons_polynomial", {{2, 96, 180}, {3, 33, 70}}, [](const Shape& s, const Memory& m) {
    newtons_polynomial<<<s.grid, s.block>>>(m.values, m.values + 5001, m.to(), s.n);
  });
  list.add("kept_by_blocks", {{3, 96, 250}, {2, 45, 80}}, [](const Shape& s, const Memory& m) {
    kept_by_blocks<<<s.grid, s.block>>>(m.numbers, m.to<int>(), m.to<int>() + 5000, s.n);
  });
  list.add("sums_of_sixteen", {{3, 48, 0}, {2, 80, 0}},
           [](const Shape& s, const Memory& m) { sums_of_sixteen<<<s.grid, s.block>>>(m.values, m.to()); });
  list.add("slope_of_volume", {{dim3(3, 2, 2), dim3(5, 3, 7), 13}, {dim3(2, 2, 2), dim3(9, 4, 2), 17}},
           [](const Shape& s, const Memory& m) {
             slope_of_volume<<<s.grid, s.block>>>(m.values, m.to(), s.n, 6, static_cast<int>(s.block.z) * 2 - 1);
           });
  list.add("nearest_sites", {{2, 96, 170}, {3, 40, 99}}, [](const Shape& s, const Memory& m) {
    nearest_sites<<<s.grid, s.block>>>(m.as<float2>(), m.numbers, m.to<int>(), 37, s.n);
  });
  list.add("transposed_by_xor", {{dim3(2, 2), dim3(32, 8), 64}, {dim3(3, 2), dim3(32, 5), 97}},
           [](const Shape& s, const Memory& m) { transposed_by_xor<<<s.grid, s.block>>>(m.values, m.to(), s.n); });
  list.add("three_pieces", {{2, 96, 90}, {3, 64, 50}}, [](const Shape& s, const Memory& m) {
    three_pieces<<<s.grid, s.block, s.n*(sizeof(double) + sizeof(float) + sizeof(short))>>>(m.values, m.to(), s.n);
  });
  list.add("limits_of_bins", {{2, 96, 180}, {3, 40, 117}}, [](const Shape& s, const Memory& m) {
    limits_of_bins<<<s.grid, s.block>>>(m.values, m.numbers, m.to<int>(), m.to<unsigned>() + 1000, s.n);
  });
  list.add("bitmap_of_numbers", {{2, 96, 500}, {3, 40, 300}}, [](const Shape& s, const Memory& m) {
    bitmap_of_numbers<<<s.grid, s.block>>>(m.numbers, m.to<unsigned>(), s.n);
  });
  list.add("budget_spent", {{2, 96, 180}, {3, 40, 117}}, [](const Shape& s, const Memory& m) {
    budget_spent<<<s.grid, s.block>>>(m.numbers, m.to<int>(), m.to<int>() + 1000, s.n);
  });
  list.add("characters_of_parts", {{2, 64, 2000}, {1, 45, 700}}, [](const Shape& s, const Memory& m) {
    characters_of_parts<<<s.grid, s.block>>>(m.as<unsigned char>(), m.to<int>(), 17, s.n);
  });
  list.add("volatile_tree", {{3, 128, 0}, {2, 64, 0}},
           [](const Shape& s, const Memory& m) { volatile_tree<<<s.grid, s.block>>>(m.values, m.to()); });
  list.add("gathered_two_ways", {{2, 96, 180}, {3, 40, 117}}, [](const Shape& s, const Memory& m) {
    gathered_two_ways<<<s.grid, s.block>>>(m.values, m.numbers, m.to(), s.n);
  });
  list.add("columns_times_vector", {{4, dim3(32, 4), 14}, {2, dim3(32, 3), 7}}, [](const Shape& s, const Memory& m) {
    columns_times_vector<<<s.grid, s.block>>>(m.values, 131, 100, s.n, m.values + 50000, m.to());
  });
  list.add("items_of_items", {{2, 96, 180}, {3, 40, 117}}, [](const Shape& s, const Memory& m) {
    items_of_items<<<s.grid, s.block>>>(m.offsets, m.numbers, m.to<int>(), s.n);
  });
  list.add("places_reversed", {{3, 96, 8}, {2, 40, 6}},
           [](const Shape& s, const Memory& m) { places_reversed<<<s.grid, s.block>>>(m.values, m.to(), s.n); });
  list.add("colours_limited", {{2, 96, 180}, {3, 40, 117}}, [](const Shape& s, const Memory& m) {
    colours_limited<<<s.grid, s.block>>>(m.as<Rgb>(), m.to<Rgb>(), s.n);
  });
  list.add("down_the_tree", {{2, 96, 180}, {3, 40, 117}}, [](const Shape& s, const Memory& m) {
    down_the_tree<<<s.grid, s.block>>>(m.as<Node>(), m.numbers, m.to(), s.n);
  });
  list.add("rows_selected", {{2, 96, 500}, {3, 40, 300}}, [](const Shape& s, const Memory& m) {
    const Columns table{m.numbers, m.values, m.as<short>() + 40001, s.n};
    rows_selected<<<s.grid, s.block>>>(table, m.to(), 9000);
  });
  list.add("seventeen_columns", {{3, dim3(17, 5), 14}, {2, dim3(8, 6), 12}}, [](const Shape& s, const Memory& m) {
    seventeen_columns<<<s.grid, s.block>>>(m.as<float[17]>(), m.to<float[17]>(), s.n);
  });
  list.add("least_spreads", {{2, 96, 90}, {3, 64, 50}}, [](const Shape& s, const Memory& m) {
    least_spreads<<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n, 12);
  });
  list.add("scene_distances", {{2, 96, 180}, {3, 40, 117}}, [](const Shape& s, const Memory& m) {
    scene_distances<<<s.grid, s.block>>>(m.as<float4>(), m.numbers, m.values + 8000, m.to(), s.n, 21);
  });
  return list;
}

}  // namespace

SIMT_STYLE(launches)
