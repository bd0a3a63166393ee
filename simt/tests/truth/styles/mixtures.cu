// Small kernels of one idea each: conditions of several parts, choices of addresses, tails of loops, parts of shared
// memory at odd places, vectors and small types in shared memory, blocks of three dimensions, shuffles, copies of
// structures.
#include <cstring>

#include "simt/tests/truth/styles/style.hpp"

namespace {

using namespace simt::styles;

__device__ int thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

/// The second condition reads memory only where the first one holds; the third only where neither decides.
__global__ void conditions_in_a_row(const int* a, const int* b, const int* c, int* out, int n) {
  const int i = thread();
  if (i >= n) return;
  if ((a[i] % 2 == 0 && b[i] > 8000) || c[i] % 5 == 1) out[i] = 1;
  if (a[i] % 3 == 0 || (b[i] % 2 == 1 && c[i] % 2 == 1)) out[n + i] = 2;
}

/// Nested choices of a value that is in memory.
__global__ void choices_of_three(const float* in, const int* kinds, float* out, int n) {
  const int i = thread();
  if (i < n) {
    const int kind = kinds[i] % 3;
    const float v = kind == 0 ? in[i] : kind == 1 ? in[n + i] : in[2 * n - 1 - i];
    out[i] = v > 5 ? v - in[3 * n + i] : v;
  }
}

/// A function that returns early in several places.
__device__ float graded(const float* table, float x, int k) {
  if (x < 1) return table[0];
  if (x < 3) return table[k] + x;
  if (x < 6) {
    const float t = table[2 * k];
    if (t > 4) return t;
  }
  return x * table[3 * k];
}
__global__ void graded_by_calls(const float* in, const float* table, float* out, int n) {
  const int i = thread();
  if (i < n) out[i] = graded(table, in[i], i % 19);
}

/// A loop by fives with its rest as a switch that falls through.
__global__ void rest_by_switch(const float* in, float* out, int rows, int length) {
  const int r = thread();
  if (r >= rows) return;
  const float* p = in + r * length;
  float sum = 0;
  int k = 0;
  const int mine = length - r % 4;
  for (; k + 3 < mine; k += 4) sum += p[k] * p[k + 1] + p[k + 2] * p[k + 3];
  switch (mine - k) {
    case 3:
      sum += p[k + 2];
    case 2:
      sum += p[k + 1];
    case 1:
      sum += p[k];
  }
  out[r] = sum;
}

template <int Unroll>
__global__ void unrolled_partly(const float* in, float* out, int n, int rounds) {
  const int i = thread();
  if (i >= n) return;
  float sum = 0;
#pragma unroll Unroll
  for (int k = 0; k < rounds + i % 3; ++k) sum += in[k * n + i];
  out[i] = sum;
}

/// Shared memory is divided by hand: bytes, then ints, then doubles, at places that the types need.
__global__ void divided_by_hand(const double* in, double* out, int n) {
  extern __shared__ __align__(16) unsigned char memory[];
  unsigned char* const marks = memory;
  int* const places = reinterpret_cast<int*>(memory + 96);
  double* const values = reinterpret_cast<double*>(memory + 96 + 96 * 4 + 8);
  const int i = thread(), t = threadIdx.x, width = blockDim.x;
  if (i < n) {
    values[t] = in[i];
    places[t] = (t * 7 + 3) % width;
    marks[t] = t % 3;
  }
  __syncthreads();
  if (i < n) {
    int from = places[t];
    if (blockIdx.x * width + from >= n) from = t;
    out[i] = marks[from] == 1 ? values[from] : values[t] + 1;
  }
}

/// A sub-array that begins one float after an aligned place, read by twos as single floats.
__global__ void one_float_off(const float* in, float* out, int n) {
  __shared__ float memory[130];
  float* const s = memory + 1;
  const int t = threadIdx.x, i = thread();
  s[2 * t] = in[2 * i];
  s[2 * t + 1] = in[2 * i + 1];
  __syncthreads();
  if (2 * i + 1 < n) {
    out[2 * i] = s[2 * (blockDim.x - 1 - t) + 1];
    out[2 * i + 1] = s[2 * (blockDim.x - 1 - t)] - s[2 * t];
  }
}

/// Vectors of two and of four in shared memory, in a block of three dimensions.
__global__ void vectors_in_three_dimensions(const float2* in, float4* out, int n) {
  __shared__ float2 pairs[3][4][10];
  const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  const int t = (z * blockDim.y + y) * blockDim.x + x, i = blockIdx.x * 120 + t;
  pairs[z][y][x] = in[i];
  __syncthreads();
  if (i >= n) return;
  const float2 a = pairs[(z + 1) % 3][y][x], b = pairs[z][3 - y][9 - x];
  out[i] = make_float4(a.x, a.y, b.x, b.y);
}
__global__ void fours_by_columns(const float4* in, float* out, int n) {
  __shared__ float4 tile[8][9];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[(blockIdx.x * 8 + y) * 8 + x];
  __syncthreads();
  const float4 v = tile[x][y];
  const int i = blockIdx.x * 64 + y * 8 + x;
  if (i < n) out[i] = v.x * v.y - v.z * v.w;
}

/// Bytes and shorts in shared memory, turned by columns.
__global__ void bytes_turned(const unsigned char* in, unsigned char* out, int width) {
  __shared__ unsigned char tile[20][21];
  const int x = threadIdx.x, y = threadIdx.y;
  for (int k = 0; k < 20; k += blockDim.y) {
    if (y + k < 20) tile[y + k][x] = in[(blockIdx.y * 20 + y + k) * width + blockIdx.x * 20 + x];
  }
  __syncthreads();
  for (int k = 0; k < 20; k += blockDim.y) {
    if (y + k < 20) out[(blockIdx.x * 20 + y + k) * width + blockIdx.y * 20 + x] = tile[x][y + k];
  }
}
__global__ void shorts_by_threes(const short* in, int* out, int n) {
  __shared__ short s[192];
  const int t = threadIdx.x;
#pragma unroll
  for (int k = 0; k < 3; ++k) s[k * 64 + t] = in[blockIdx.x * 192 + k * 64 + t];
  __syncthreads();
  const int i = blockIdx.x * 64 + t;
  if (i < n) out[i] = s[3 * t] + s[3 * t + 1] * s[3 * t + 2];
}

/// A structure of 12 and of 28 bytes through shared memory, copied whole.
struct Short {
  int a;
  float b;
  short c, d;
};
struct Long {
  float values[5];
  int key;
  char name[4];
};
template <class T>
__global__ void records_turned(const T* in, T* out, int n) {
  __shared__ T s[64];
  const int i = thread(), t = threadIdx.x,
            last = min(static_cast<int>(blockDim.x), n - static_cast<int>(blockIdx.x * blockDim.x)) - 1;
  if (i < n) s[t] = in[i];
  __syncthreads();
  if (i < n) out[i] = s[last - t];
}
template <class T>
__global__ void records_selected(const T* a, const T* b, const int* which, T* out, int n) {
  const int i = thread();
  if (i >= n) return;
  if (which[i] % 4 == 0) {
    out[i] = a[i];
  } else if (which[i] % 4 == 1) {
    out[i] = b[i];
  }
}
__global__ void names_copied(const Long* in, char* names, int n) {
  const int i = thread();
  if (i < n) memcpy(names + 4 * i, in[i].name, 4);
}

/// Segments of 8 lanes: a sum, a value of the first lane, a turn.
__global__ void shuffles_of_eight(const float* in, float* out, int n) {
  const int i = thread();
  float v = i < n ? in[i] : 0;
  for (int step = 4; step > 0; step >>= 1) v += __shfl_down_sync(0xffffffffu, v, step, 8);
  const float first = __shfl_sync(0xffffffffu, v, 0, 8);
  const float turned = __shfl_sync(0xffffffffu, v, threadIdx.x + 3, 8);
  if (i < n) out[i] = first - turned;
  if (i < n && threadIdx.x % 8 == 0) out[n + i / 8] = v;
}

/// A polynomial's table in local variables, by a switch in a loop.
__global__ void stack_machine(const int* code, const float* in, float* out, int n, int length) {
  const int i = thread();
  if (i >= n) return;
  float a = in[i], b = 1, c = 0;
  for (int k = 0; k < length; ++k) {
    switch (code[k] & 3) {
      case 0:
        a = a + b;
        break;
      case 1:
        c = a, a = b, b = c;
        break;
      case 2:
        b = in[(i * 5 + k) % 777];
        break;
      case 3:
        if (a > 5) out[n * (k + 1) + i] = a;
        break;
    }
  }
  out[i] = a + b;
}

/// Stores under two conditions to the same place, and one that both arms share.
__global__ void stores_of_both_arms(const int* in, int* out, int n) {
  const int i = thread();
  if (i >= n) return;
  const int v = in[i];
  if (v & 1) {
    out[i] = v / 2;
    out[n + i] = 1;
  } else {
    out[n + i] = 2;
    if (v % 3 == 0) out[i] = v / 3;
  }
}

/// Each thread writes one member of a record of its neighbour's.
__global__ void members_of_neighbours(int4* out, const int* in, int n) {
  const int i = thread();
  if (i + 1 >= n) return;
  out[i + 1].x = in[i];
  out[i].y = in[i + 1];
  if (in[i] > 9000) {
    out[i].z = 1;
    out[i].w = 2;
  }
}

/// Reads through the read-only cache, plain and by vectors.
__global__ void read_only_mixture(const float* a, const float4* b, const double* c, float* out, int n) {
  for (int i = thread(); i < n; i += gridDim.x * blockDim.x) {
    const float4 v = __ldg(&b[i / 2]);
    float sum = __ldg(a + i) + (i & 1 ? v.x + v.y : v.z + v.w);
    if (sum > 12) sum += __ldg(c + i % 50);
    out[i] = sum;
  }
}

/// A local array that is shifted and read by number after full unrolling.
__global__ void shifted_window(const int* in, int* out, int n) {
  int window[6] = {};
  const int base = thread() * 10;
#pragma unroll
  for (int k = 0; k < 10; ++k) {
#pragma unroll
    for (int w = 5; w > 0; --w) window[w] = window[w - 1];
    window[0] = base + k < n ? in[base + k] : -1;
    if (k >= 5 && base + k < n) out[base + k] = window[0] + window[2] * window[5];
  }
}

/// A struct of functions by template: an operation and its neutral element.
struct Sum {
  static constexpr int neutral = 0;
  __device__ int operator()(int a, int b) const { return a + b; }
};
struct Largest {
  static constexpr int neutral = -2147483647;
  __device__ int operator()(int a, int b) const { return a > b ? a : b; }
};
template <class Operation, int Block>
__global__ void reduced(const int* in, int* out, int n) {
  __shared__ int parts[Block];
  const Operation operation;
  int mine = Operation::neutral;
  for (int i = blockIdx.x * Block + threadIdx.x; i < n; i += Block * gridDim.x) mine = operation(mine, in[i]);
  parts[threadIdx.x] = mine;
  __syncthreads();
#pragma unroll
  for (int half = Block / 2; half > 32; half /= 2) {
    if (threadIdx.x < half) parts[threadIdx.x] = operation(parts[threadIdx.x], parts[threadIdx.x + half]);
    __syncthreads();
  }
  if (threadIdx.x < 32) {
    int v = Block >= 64 ? operation(parts[threadIdx.x], parts[threadIdx.x + 32]) : parts[threadIdx.x];
    for (int step = 16; step > 0; step /= 2) v = operation(v, __shfl_down_sync(0xffffffffu, v, step));
    if (threadIdx.x == 0) out[blockIdx.x] = v;
  }
}

/// Odd and even warps do other work.
__global__ void warps_of_two_kinds(const float* in, float* out, int n) {
  __shared__ float s[128];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (warp % 2 == 0) {
    for (int k = lane; k < 64; k += 32) s[warp * 32 + k] = in[blockIdx.x * n + warp * 32 + k];
  }
  __syncthreads();
  if (warp % 2 == 1) {
    for (int k = lane; k < n; k += 32) out[blockIdx.x * 200 + warp * 64 + k] = s[127 - k] * s[k];
  }
}

/// Atomic updates in shared memory at one place, at own places and by all kinds, with and without results.
__global__ void shared_updates(const int* in, int* out, int n) {
  __shared__ int one, own[96];
  __shared__ unsigned long long wide[8];
  __shared__ unsigned bits[4];
  const int t = threadIdx.x, i = thread();
  if (t == 0) one = 0;
  for (int k = t; k < 96; k += blockDim.x) own[k] = 0;
  if (t < 8) wide[t] = 0;
  if (t < 4) bits[t] = 0;
  __syncthreads();
  if (i < n) {
    const int v = in[i];
    atomicAdd(&one, 1);
    atomicMax(&own[v % 96], v);
    atomicAdd(&wide[v & 7], static_cast<unsigned long long>(v));
    atomicXor(&bits[v & 3], 1u << (v >> 5 & 31));
    out[i] = atomicExch(&own[t], v) >= 0 ? v : 0;
  }
  __syncthreads();
  if (t < 8) out[n + blockIdx.x * 8 + t] = static_cast<int>(wide[t]) + one;
}

/// Atomic updates of doubles and 64-bit numbers in global memory, by lanes that share places.
__global__ void wide_updates(const float* in, double* sums, unsigned long long* largest, long long* counts, int n) {
  for (int i = thread(); i < n; i += gridDim.x * blockDim.x) {
    const int place = static_cast<int>(in[i]);
    atomicAdd(&sums[place], 0.5);
    if (place > 4) atomicMin(&largest[place * 3], static_cast<unsigned long long>(i));
    atomicAdd(reinterpret_cast<unsigned long long*>(counts) + i % 37, 1ull);
  }
}

/// A float's maximum by compare and swap at an own place.
__global__ void maximum_by_cas(const float* in, int* out, int n, int rounds) {
  const int i = thread();
  if (i >= n) return;
  for (int k = 0; k < rounds; ++k) {
    const float v = in[k * n + i];
    int old = out[i];
    while (v > __int_as_float(old)) {
      const int seen = atomicCAS(&out[i], old, __float_as_int(v));
      if (seen == old) break;
      old = seen;
    }
  }
}

List mixtures() {
  List list;
  const std::vector<Shape> lines = {{2, 96, 180}, {3, 40, 117}, {1, 37, 40}};
  list.add("conditions_in_a_row", lines, [](const Shape& s, const Memory& m) {
    conditions_in_a_row<<<s.grid, s.block>>>(m.numbers, m.numbers + 1000, m.numbers + 3001, m.to<int>(), s.n);
  });
  list.add("choices_of_three", lines, [](const Shape& s, const Memory& m) {
    choices_of_three<<<s.grid, s.block>>>(m.values, m.numbers, m.to(), s.n);
  });
  list.add("graded_by_calls", lines, [](const Shape& s, const Memory& m) {
    graded_by_calls<<<s.grid, s.block>>>(m.values, m.values + 5000, m.to(), s.n);
  });
  list.add("rest_by_switch", {{2, 64, 100}, {1, 45, 41}},
           [](const Shape& s, const Memory& m) { rest_by_switch<<<s.grid, s.block>>>(m.values, m.to(), s.n, 19); });
  const auto partly = [&](const char* name, void (*kernel)(const float*, float*, int, int)) {
    list.add(name, {{2, 64, 100}, {1, 45, 41}},
             [=](const Shape& s, const Memory& m) { kernel<<<s.grid, s.block>>>(m.values, m.to(), s.n, 11); });
  };
  partly("unrolled_partly<1>", unrolled_partly<1>);
  partly("unrolled_partly<2>", unrolled_partly<2>);
  partly("unrolled_partly<3>", unrolled_partly<3>);
  partly("unrolled_partly<8>", unrolled_partly<8>);
  list.add("divided_by_hand", lines, [](const Shape& s, const Memory& m) {
    divided_by_hand<<<s.grid, s.block, 96 + 96 * 4 + 8 + 96 * 8>>>(m.as<double>(), m.to<double>(), s.n);
  });
  list.add("one_float_off", {{2, 64, 200}, {3, 40, 151}},
           [](const Shape& s, const Memory& m) { one_float_off<<<s.grid, s.block>>>(m.values, m.to(), s.n); });
  list.add("vectors_in_three_dimensions", {{2, dim3(10, 4, 3), 200}}, [](const Shape& s, const Memory& m) {
    vectors_in_three_dimensions<<<s.grid, s.block>>>(m.as<float2>(), m.to<float4>(), s.n);
  });
  list.add("fours_by_columns", {{3, dim3(8, 8), 180}},
           [](const Shape& s, const Memory& m) { fours_by_columns<<<s.grid, s.block>>>(m.as<float4>(), m.to(), s.n); });
  list.add("bytes_turned", {{dim3(2, 2), dim3(20, 6), 40}, {dim3(3, 3), dim3(20, 4), 61}},
           [](const Shape& s, const Memory& m) {
             bytes_turned<<<s.grid, s.block>>>(m.as<unsigned char>(), m.to<unsigned char>(), s.n);
           });
  list.add("shorts_by_threes", {{3, 64, 180}}, [](const Shape& s, const Memory& m) {
    shorts_by_threes<<<s.grid, s.block>>>(m.as<short>(), m.to<int>(), s.n);
  });
  list.add("records_turned<Short>", {{3, 64, 180}, {2, 50, 77}}, [](const Shape& s, const Memory& m) {
    records_turned<Short><<<s.grid, s.block>>>(m.as<Short>(), m.to<Short>(), s.n);
  });
  list.add("records_turned<Long>", {{3, 64, 180}, {2, 50, 77}}, [](const Shape& s, const Memory& m) {
    records_turned<Long><<<s.grid, s.block>>>(m.as<Long>(), m.to<Long>(), s.n);
  });
  list.add("records_selected<Short>", lines, [](const Shape& s, const Memory& m) {
    records_selected<Short><<<s.grid, s.block>>>(m.as<Short>(), m.as<Short>() + 700, m.numbers, m.to<Short>(), s.n);
  });
  list.add("records_selected<Long>", lines, [](const Shape& s, const Memory& m) {
    records_selected<Long><<<s.grid, s.block>>>(m.as<Long>(), m.as<Long>() + 700, m.numbers, m.to<Long>(), s.n);
  });
  list.add("names_copied", lines,
           [](const Shape& s, const Memory& m) { names_copied<<<s.grid, s.block>>>(m.as<Long>(), m.to<char>(), s.n); });
  list.add("shuffles_of_eight", {{2, 96, 180}, {3, 64, 117}},
           [](const Shape& s, const Memory& m) { shuffles_of_eight<<<s.grid, s.block>>>(m.values, m.to(), s.n); });
  list.add("stack_machine", lines, [](const Shape& s, const Memory& m) {
    stack_machine<<<s.grid, s.block>>>(m.numbers, m.values, m.to(), s.n, 9);
  });
  list.add("stores_of_both_arms", lines, [](const Shape& s, const Memory& m) {
    stores_of_both_arms<<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n);
  });
  list.add("members_of_neighbours", lines, [](const Shape& s, const Memory& m) {
    members_of_neighbours<<<s.grid, s.block>>>(m.to<int4>(), m.numbers, s.n);
  });
  list.add("read_only_mixture", {{2, 96, 300}, {3, 40, 117}}, [](const Shape& s, const Memory& m) {
    read_only_mixture<<<s.grid, s.block>>>(m.values, m.as<float4>() + 1000, m.as<double>() + 9000, m.to(), s.n);
  });
  list.add("shifted_window", {{1, 64, 500}, {1, 45, 333}},
           [](const Shape& s, const Memory& m) { shifted_window<<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n); });
  list.add("reduced<Sum, 64>", {{3, 64, 700}, {2, 64, 100}},
           [](const Shape& s, const Memory& m) { reduced<Sum, 64><<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n); });
  list.add("reduced<Largest, 256>", {{2, 256, 900}}, [](const Shape& s, const Memory& m) {
    reduced<Largest, 256><<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n);
  });
  list.add("warps_of_two_kinds", {{3, 128, 50}, {2, 128, 64}},
           [](const Shape& s, const Memory& m) { warps_of_two_kinds<<<s.grid, s.block>>>(m.values, m.to(), s.n); });
  list.add("shared_updates", {{2, 96, 180}, {3, 64, 117}},
           [](const Shape& s, const Memory& m) { shared_updates<<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n); });
  list.add("wide_updates", {{2, 96, 300}, {3, 40, 117}}, [](const Shape& s, const Memory& m) {
    wide_updates<<<s.grid, s.block>>>(m.values, m.to<double>(), m.to<unsigned long long>() + 1024,
                                      m.to<long long>() + 4096, s.n);
  });
  list.add("maximum_by_cas", {{2, 64, 100}, {1, 45, 41}},
           [](const Shape& s, const Memory& m) { maximum_by_cas<<<s.grid, s.block>>>(m.values, m.to<int>(), s.n, 7); });
  return list;
}

}  // namespace

SIMT_STYLE(mixtures)
