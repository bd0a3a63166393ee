// Control flow: switches in loops, early ends, ragged nests, partial unrolling, helpers, arrays of a thread's own.
#include <cstddef>

#include "simt/tests/truth/styles/style.hpp"

namespace {

using namespace simt::styles;

__device__ int place() { return blockIdx.x * blockDim.x + threadIdx.x; }

__global__ void switch_in_a_loop(const int* in, int* out, int n) {
  const int i = place();
  int value = 0;
  for (int k = 0; k < n; ++k) {
    switch (in[k * 100 + i] % 5) {
      case 0:
        continue;
      case 1:
        value += in[i];
        break;
      case 2:
        value -= in[i + 1];
      case 3:  // falls through
        value *= 3;
        break;
      default:
        value ^= in[4000 + k];
    }
    out[k * 200 + i] = value;
  }
}

/// A little machine that reads a text until it stops.
__global__ void states(const unsigned char* text, int* out, int n) {
  const int i = place();
  int state = 0, words = 0;
  const unsigned char* at = text + i * 37;
  while (true) {
    const unsigned char c = *at++;
    switch (state) {
      case 0:
        if (c > 128) state = 1;
        break;
      case 1:
        ++words;
        state = c % 2 ? 0 : 2;
        break;
      case 2:
        if (c < 20) {
          out[i] = words;
          return;
        }
        state = 0;
        break;
    }
    if (at - text - i * 37 > n) break;
  }
  out[i] = -words;
}

__global__ void returns_from_a_nest(const int* in, int* out, int n) {
  const int i = place();
  for (int a = 0; a < n; ++a) {
    for (int b = a; b < n; ++b) {
      if ((in[i * 16 + a] + in[i * 16 + b]) % 11 == 0) {
        out[i] = a * n + b;
        return;
      }
    }
  }
  out[i] = -1;
}

__global__ void jumps_out(const int* in, int* out, int n) {
  const int i = place();
  int found = 0;
  for (int a = 0; a < n; ++a) {
    for (int b = 0; b < n; ++b) {
      if (in[(a * n + b) * 64 + i] % 13 == 5) {
        found = a + b;
        goto done;
      }
    }
  }
done:
  out[i] = found;
}

__global__ void ragged_with_continue(const int* offsets, const int* numbers, int* out, int rows) {
  const int row = place();
  if (row >= rows) return;
  int sum = 0;
  for (int k = offsets[row]; k < offsets[row + 1]; ++k) {
    const int v = numbers[k];
    if (v % 3 == 0) continue;
    if (v > 18000) break;
    sum += numbers[v];
  }
  out[row] = sum;
}

__global__ void ragged_in_ragged(const int* offsets, const int* numbers, int* out, int rows) {
  const int row = place();
  if (row >= rows) return;
  int pairs = 0;
  for (int a = offsets[row]; a < offsets[row + 1]; ++a)
    for (int b = a + 1; b < offsets[row + 1]; ++b)
      if (numbers[a] > numbers[b]) ++pairs;
  out[row] = pairs;
}

template <int times>
__global__ void unrolled_by(const float* in, float* out, int n) {
  const int i = place();
  float sum = 0;
#pragma unroll times
  for (int k = 0; k < n; ++k) sum += in[k * 256 + i];
  out[i] = sum;
}

__global__ void unrolled_by_three_of_ten(const float* in, float* out, int n) {
  const int i = place();
  float sum = 0;
#pragma unroll 3
  for (int k = 0; k < 10; ++k) sum = sum * 0.5f + in[k * n + i];
  out[i] = sum;
}

__global__ void unrolled_with_break(const float* in, float* out, int n) {
  const int i = place();
  float sum = 0;
#pragma unroll 4
  for (int k = 0; k < n; ++k) {
    const float v = in[k * 128 + i];
    if (v > 8) break;
    sum += v;
  }
  out[i] = sum;
}

__global__ void not_unrolled(const float* in, float* out, int n) {
  const int i = place();
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < 6; ++k) sum += in[k * n + i];
  out[i] = sum;
}

__global__ void two_indices(const float* in, float* out, int n) {
  const int row = place();
  float sum = 0;
  for (int a = 0, b = n - 1; a < b; ++a, --b) sum += in[row * n + a] * in[row * n + b];
  out[row] = sum;
}

__global__ void doubling_steps(const float* in, float* out, int n) {
  const int i = place();
  float sum = 0;
  for (int step = 1; step < n; step <<= 1) sum += in[i + step];
  for (int step = n; step > 0; step /= 3) sum -= in[i + step];
  out[i] = sum;
}

__global__ void until_small(const float* in, float* out, int n) {
  int i = place();
  const int me = i;
  float v;
  do {
    v = in[i];
    if (v > 9) {
      i += 7;
      continue;
    }
    i += 31;
  } while (v > 2 && i < n);
  out[me] = v + i;
}

__global__ void strides_of_size_t(const float* in, float* out, std::size_t n) {
  const std::size_t stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += stride)
    out[i] = in[i] * 2.0f;
}

__global__ void strides_of_long(const float* in, float* out, long long n) {
  for (long long i = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x; i < n;
       i += gridDim.x * static_cast<long long>(blockDim.x)) {
    float v = in[i];
    if (i + 1 < n) v += in[i + 1];
    out[i] = v;
  }
}

__global__ void backwards(const float* in, float* out, unsigned n) {
  const unsigned row = place();
  float sum = 0;
  for (unsigned k = n; k-- > 0;) sum = sum * 0.9f + in[row * 32 + k];
  out[row] = sum;
}

__global__ void chain_of_choices(const float* in, float* out, int n) {
  const int i = place();
  if (i < n) out[i] = i % 4 == 0 ? in[i] : i % 4 == 1 ? in[i + n] : i % 4 == 2 ? in[i + 2 * n] : 1.0f;
}

__global__ void either_one(const int* in, int* out, int n) {
  const int i = place();
  if (i < n && (in[i] % 2 == 0 || in[i + n] % 2 == 0)) out[i] = 1;
}

__global__ void factor_in_the_loop(const float* in, float* factor_and_out, int n) {
  const int i = place();
  for (int k = 0; k < 5; ++k) factor_and_out[64 + k * n + i] = in[k * n + i] * factor_and_out[0];
}

__global__ void factor_not_aliased(const float* __restrict__ in, const float* __restrict__ factor,
                                   float* __restrict__ out, int n) {
  const int i = place();
  for (int k = 0; k < 5; ++k) out[k * n + i] = in[k * n + i] * factor[k % 2];
}

__global__ void two_outputs(const float* in, float* a, int* b, int n) {
  const int i = place();
  if (i >= n) return;
  a[i] = in[i] + 1;
  b[i] = static_cast<int>(in[i]);
  a[i + n] = in[i] - 1;
}

__global__ void by_lambda(const float* in, float* out, int n) {
  const auto at = [=](int y, int x) { return in[min(max(y, 0), n - 1) * n + min(max(x, 0), n - 1)]; };
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= n) return;
  out[y * n + x] = 4 * at(y, x) - at(y - 1, x) - at(y + 1, x) - at(y, x - 1) - at(y, x + 1);
}

template <class F>
__device__ void for_each(int n, F action) {
  for (int i = place(); i < n; i += gridDim.x * blockDim.x) action(i);
}

__global__ void by_generic_lambda(const float* in, float* out, int n) {
  for_each(n, [&](auto i) {
    if (in[i] > 1) out[i] = logf(in[i]);
  });
}

__device__ __noinline__ float row_norm(const float* row, int n) {
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += row[k] * row[k];
  return sqrtf(sum);
}

__global__ void by_a_call(const float* in, float* out, int n) {
  const int row = place();
  if (row % 3 != 0) out[row] = row_norm(in + row * 24, n);
}

__device__ __noinline__ void add_to(float* target, const float* source) { *target += *source; }

__global__ void by_pointers(const float* in, float* out, int n) {
  const int i = place();
  for (int k = 0; k < n; ++k) add_to(out + i, in + k * 64 + i);
}

__global__ void volatile_sum(const volatile float* in, volatile float* out, int n) {
  const int i = place();
  out[i] = 0;
  for (int k = 0; k < n; ++k) out[i] += in[k * 64 + i];
}

__global__ void own_histogram(const int* in, int* out, int n) {
  const int i = place();
  int bins[8] = {0};
  for (int k = 0; k < n; ++k) bins[in[k * 64 + i] & 7]++;
  for (int b = 0; b < 8; ++b) out[b * gridDim.x * blockDim.x + i] = bins[b];
}

__global__ void own_stack(const int* in, int* out, int n) {
  const int i = place();
  int stack[16];
  int top = 0, visited = 0;
  stack[top++] = 1 + i % 3;
  while (top > 0) {
    const int node = stack[--top];
    visited += in[node];
    if (2 * node + 1 < n) {
      stack[top++] = 2 * node;
      stack[top++] = 2 * node + 1;
    }
  }
  out[i] = visited;
}

__global__ void own_window(const float* in, float* out, int n) {
  const int i = place();
  float ring[4] = {0, 0, 0, 0};
  for (int k = 0; k < n; ++k) {
    ring[k % 4] = in[k * 128 + i];
    out[k * 128 + i] = ring[0] + ring[1] + ring[2] + ring[3];
  }
}

__global__ void sorted_in_registers(const int* in, int* out, int n) {
  const int i = place();
  int v[6];
#pragma unroll
  for (int k = 0; k < 6; ++k) v[k] = in[k * n + i];
#pragma unroll
  for (int a = 0; a < 6; ++a) {
#pragma unroll
    for (int b = a + 1; b < 6; ++b) {
      if (v[b] < v[a]) {
        const int t = v[a];
        v[a] = v[b];
        v[b] = t;
      }
    }
  }
  out[i] = v[2] + v[3];
}

__global__ void greatest_divisors(const int* in, int* out, int n) {
  const int i = place();
  int a = in[i] + 1, b = in[i + n] + 1;
  while (b != 0) {
    const int r = a % b;
    a = b;
    b = r;
  }
  out[i] = a;
}

__global__ void collatz_with_a_table(const int* in, int* out, int n) {
  const int i = place();
  int v = in[i] + 1, steps = 0;
  while (v != 1 && steps < 100) {
    if (v < n) {
      steps += in[v];
      break;
    }
    v = v % 2 == 0 ? v / 2 : 3 * v + 1;
    ++steps;
  }
  out[i] = steps;
}

__global__ void triangles_by_lane(const float* in, float* out, int n) {
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k <= t; ++k) sum += in[blockIdx.x * n + k];
  out[blockIdx.x * n + t] = sum;
}

__global__ void every_third_lane(const float* in, float* out, int n) {
  const int i = place();
  if (i % 3 == 0) {
    out[i] = in[i];
  } else if (i % 3 == 1) {
    for (int k = 0; k < n; ++k) out[i + k * 200] = in[i + k];
  } else {
    out[i] = in[2 * i] + in[3 * i];
  }
}

__global__ void first_round_differs(const float* in, float* out, int n) {
  const int i = place();
  float best = 0;
  for (int k = 0; k < n; ++k) {
    if (k == 0)
      best = in[i];
    else
      best = fmaxf(best, in[k * 96 + i]);
  }
  out[i] = best;
}

__global__ void mode_in_the_loop(const float* in, float* out, int n, int mode) {
  const int i = place();
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    if (mode == 0)
      sum += in[k * 96 + i];
    else
      sum += in[i * n + k];
  }
  out[i] = sum;
}

__global__ void chunks(const float* in, float* out, int n) {
  const int size = (n + gridDim.x * blockDim.x - 1) / (gridDim.x * blockDim.x);
  const int begin = place() * size, end = min(begin + size, n);
  float sum = 0;
  for (int i = begin; i < end; ++i) sum += in[i];
  out[place()] = sum;
}

__global__ void while_smaller(const int* in, int* out, int n) {
  const int i = place();
  int k = 0;
  while (k < n && in[i * 8 + k] < 15000) ++k;
  out[i] = k;
}

__global__ void four_sums_and_a_tail(const float* in, float* out, int n) {
  const int row = place();
  const float* const p = in + row * 23;
  float a = 0, b = 0, c = 0, d = 0;
  int k = 0;
  for (; k + 3 < n; k += 4) {
    a += p[k];
    b += p[k + 1];
    c += p[k + 2];
    d += p[k + 3];
  }
  for (; k < n; ++k) a += p[k];
  out[row] = a + b + c + d;
}

__global__ void horner(const float* in, float* out, int n) {
  const int i = place();
  const float x = in[i] * 0.1f;
  float v = in[1000];
  for (int k = 1; k < n; ++k) v = v * x + in[1000 + k];
  out[i] = v;
}

__global__ void conditional_stores_in_rounds(const int* in, int* out, int n) {
  const int i = place();
  int found = 0;
  for (int k = 0; k < 12; ++k) {
    const int v = in[k * n + i];
    if (v % 4 == 1) {
      out[found * n + i] = v;
      ++found;
    }
  }
  out[12 * n + i] = found;
}

__global__ void in_three_dimensions(const float* in, float* out, int n) {
  const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  for (int zz = z; zz < n; zz += blockDim.z)
    for (int yy = y; yy < n; yy += blockDim.y)
      for (int xx = x; xx < n; xx += blockDim.x) out[(zz * n + yy) * n + xx] = in[(xx * n + yy) * n + zz];
}

__global__ void newton(const float* in, float* out, int n) {
  const int i = place();
  const float a = in[i] + 1;
  float x = a;
  for (int k = 0; k < n; ++k) {
    const float next = 0.5f * (x + a / x);
    if (fabsf(next - x) < 0.05f) break;
    x = next;
    out[k * 256 + i] = x;
  }
}

List launches() {
  List list;
  const auto floats = [&](const char* name, auto* kernel, const std::vector<Shape>& shapes) {
    list.add(name, shapes,
             [=](const Shape& s, const Memory& m) { kernel<<<s.grid, s.block>>>(m.values, m.to(), s.n); });
  };
  const auto ints = [&](const char* name, auto* kernel, const std::vector<Shape>& shapes) {
    list.add(name, shapes,
             [=](const Shape& s, const Memory& m) { kernel<<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n); });
  };
  const auto rows = [&](const char* name, auto* kernel, const std::vector<Shape>& shapes) {
    list.add(name, shapes, [=](const Shape& s, const Memory& m) {
      kernel<<<s.grid, s.block>>>(m.offsets, m.numbers, m.to<int>(), s.n);
    });
  };
  ints("switch_in_a_loop", switch_in_a_loop, {{2, 96, 6}, {3, 33, 5}});
  list.add("states", {{2, 96, 30}, {3, 33, 60}}, [](const Shape& s, const Memory& m) {
    states<<<s.grid, s.block>>>(m.as<unsigned char>(), m.to<int>(), s.n);
  });
  ints("returns_from_a_nest", returns_from_a_nest, {{2, 96, 8}, {3, 33, 5}});
  ints("jumps_out", jumps_out, {{1, 64, 5}, {2, 48, 4}});
  rows("ragged_with_continue", ragged_with_continue, {{3, 96, 250}, {2, 33, 66}});
  rows("ragged_in_ragged", ragged_in_ragged, {{3, 96, 250}, {2, 33, 66}});
  floats("unrolled_by<2>", unrolled_by<2>, {{2, 96, 9}, {1, 33, 16}});
  floats("unrolled_by<5>", unrolled_by<5>, {{2, 96, 9}, {1, 33, 15}});
  floats("unrolled_by<8>", unrolled_by<8>, {{2, 96, 19}, {1, 33, 7}});
  floats("unrolled_by_three_of_ten", unrolled_by_three_of_ten, {{2, 96, 192}, {1, 33, 40}});
  floats("unrolled_with_break", unrolled_with_break, {{2, 64, 30}, {1, 100, 22}});
  floats("not_unrolled", not_unrolled, {{2, 96, 192}, {1, 33, 40}});
  floats("two_indices", two_indices, {{2, 32, 21}, {1, 33, 16}});
  floats("doubling_steps", doubling_steps, {{2, 96, 300}, {1, 33, 64}});
  floats("until_small", until_small, {{2, 96, 900}, {3, 33, 400}});
  floats("strides_of_size_t", strides_of_size_t, {{2, 96, 700}, {3, 33, 400}});
  floats("strides_of_long", strides_of_long, {{2, 96, 700}, {3, 33, 400}});
  floats("backwards", backwards, {{2, 48, 17}, {1, 33, 32}});
  floats("chain_of_choices", chain_of_choices, {{2, 96, 180}, {3, 33, 99}});
  ints("either_one", either_one, {{2, 96, 180}, {3, 33, 99}});
  floats("factor_in_the_loop", factor_in_the_loop, {{2, 96, 192}, {1, 33, 40}});
  list.add("factor_not_aliased", {{2, 96, 192}, {1, 33, 40}}, [](const Shape& s, const Memory& m) {
    factor_not_aliased<<<s.grid, s.block>>>(m.values, m.values + 5000, m.to(), s.n);
  });
  list.add("two_outputs", {{2, 96, 180}, {3, 33, 99}}, [](const Shape& s, const Memory& m) {
    two_outputs<<<s.grid, s.block>>>(m.values, m.to(), m.to<int>() + 5000, s.n);
  });
  floats("by_lambda", by_lambda, {{dim3(3, 5), dim3(16, 8), 39}, {dim3(2, 2), dim3(24, 4), 30}});
  floats("by_generic_lambda", by_generic_lambda, {{2, 96, 500}, {3, 33, 99}});
  floats("by_a_call", by_a_call, {{2, 96, 10}, {1, 33, 24}});
  floats("by_pointers", by_pointers, {{1, 64, 6}, {1, 33, 5}});
  floats("volatile_sum", volatile_sum, {{1, 64, 6}, {1, 33, 5}});
  ints("own_histogram", own_histogram, {{1, 64, 11}, {2, 32, 8}});
  ints("own_stack", own_stack, {{2, 96, 20}, {1, 33, 40}});
  floats("own_window", own_window, {{2, 64, 9}, {1, 33, 7}});
  ints("sorted_in_registers", sorted_in_registers, {{2, 96, 192}, {1, 33, 40}});
  ints("greatest_divisors", greatest_divisors, {{2, 96, 192}, {1, 33, 40}});
  ints("collatz_with_a_table", collatz_with_a_table, {{2, 96, 500}, {1, 33, 9000}});
  floats("triangles_by_lane", triangles_by_lane, {{3, 64, 64}, {2, 45, 50}});
  floats("every_third_lane", every_third_lane, {{2, 96, 4}, {1, 33, 7}});
  floats("first_round_differs", first_round_differs, {{1, 96, 6}, {2, 33, 9}});
  for (const int mode : {0, 1}) {
    list.add(
        "mode_in_the_loop, " + std::to_string(mode), {{1, 96, 6}, {2, 33, 9}},
        [=](const Shape& s, const Memory& m) { mode_in_the_loop<<<s.grid, s.block>>>(m.values, m.to(), s.n, mode); });
  }
  floats("chunks", chunks, {{2, 96, 1000}, {3, 33, 500}});
  ints("while_smaller", while_smaller, {{2, 96, 8}, {3, 33, 30}});
  floats("four_sums_and_a_tail", four_sums_and_a_tail, {{2, 48, 23}, {1, 33, 18}});
  floats("horner", horner, {{2, 96, 9}, {1, 33, 16}});
  ints("conditional_stores_in_rounds", conditional_stores_in_rounds, {{2, 96, 192}, {1, 33, 40}});
  floats("in_three_dimensions", in_three_dimensions, {{1, dim3(7, 5, 3), 13}, {1, dim3(8, 4, 4), 16}});
  floats("newton", newton, {{2, 96, 8}, {1, 33, 3}});
  return list;
}

}  // namespace

SIMT_STYLE(launches)
