// Ways through a kernel: early returns, switches that fall through, do-while, goto, recursion, calls by pointers and
// virtual calls; arrays of a thread; loads and stores that a compiler may move, join or leave out.
#include "simt/tests/truth/styles/style.hpp"

namespace {

using namespace simt::styles;

__device__ int thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

/// Loads until a number is divisible, and returns from the middle of the loop.
__global__ void returns_from_the_loop(const int* in, int* out, int n) {
  const int i = thread();
  if (i >= n) return;
  for (int k = 0; k < 10; ++k) {
    const int v = in[i + k * n];
    if (v % 5 == 0) {
      out[i] = k;
      return;
    }
  }
  out[i] = -1;
}

__global__ void falls_through(const int* in, int* out, int n) {
  const int i = thread();
  if (i >= n) return;
  int sum = 0;
  switch (in[i] % 5) {
    case 4:
      sum += in[i + 1000];
    case 3:
      sum += in[i + 2000];
      break;
    case 2:
      out[n + i] = 2;
    case 1:
      sum -= in[i + 3000];
      break;
    default:
      sum = in[2 * i];
  }
  out[i] = sum;
}

__global__ void greatest_divisors(const int* in, int* out, int n) {
  const int i = thread();
  if (i >= n) return;
  int a = in[i] + 1, b = in[i + n] + 1;
  do {
    const int rest = a % b;
    a = b;
    b = rest;
  } while (b != 0);
  out[i] = a;
}

/// Follows numbers through memory until one is small.
__global__ void do_while_in_memory(const int* in, int* out, int n) {
  const int i = thread();
  if (i >= n) return;
  int at = i, steps = 0;
  do {
    at = in[at] % 4096;
    ++steps;
  } while (at > 500 && steps < 12);
  out[i] = steps;
}

__global__ void jumps(const int* in, int* out, int n) {
  const int i = thread();
  if (i >= n) return;
  int k = 0, sum = 0;
again:
  sum += in[i + k * 32];
  if (sum % 2 == 0) goto end;
  if (++k < 6) goto again;
end:
  out[i] = sum;
}

__device__ int depth_of(const int* tree, int node, int n) {
  if (node >= n || tree[node] % 4 == 0) return 0;
  const int left = depth_of(tree, 2 * node + 1, n), right = depth_of(tree, 2 * node + 2, n);
  return 1 + (left > right ? left : right);
}

__global__ void depths_of_trees(const int* trees, int* out, int n) {
  out[thread()] = depth_of(trees + thread() * n, 0, n);
}

using Rule = float (*)(const float*, int);
__device__ float first_of(const float* in, int i) { return in[i]; }
__device__ float sum_of(const float* in, int i) { return in[i] + in[i + 1] + in[i + 2]; }
__device__ float far_of(const float* in, int i) { return in[3 * i] * 2; }

__global__ void rules_by_pointer(const float* in, float* out, int n) {
  const int i = thread();
  if (i >= n) return;
  const Rule rules[3] = {first_of, sum_of, far_of};
  out[i] = rules[i / 4 % 3](in, i);
}

struct Figure {
  __device__ virtual float area(const float* in, int i) const = 0;
};
struct Square : Figure {
  __device__ float area(const float* in, int i) const override { return in[i] * in[i]; }
};
struct Box : Figure {
  __device__ float area(const float* in, int i) const override { return in[i] * in[i + 64]; }
};

__global__ void areas(const float* in, float* out, int n) {
  const int i = thread();
  if (i >= n) return;
  Square square;
  Box box;
  const Figure* figure = &square;
  if (i % 3 == 0) figure = &box;
  out[i] = figure->area(in, i);
}

__noinline__ __device__ float weighted(const float* in, float* out, int i, float weight) {
  const float v = in[i] * weight;
  if (v > 5) out[i] = v;
  return v;
}

__global__ void helper_that_stores(const float* in, float* out, int n) {
  const int i = thread();
  if (i >= n) return;
  const float a = weighted(in, out, i, 0.5f);
  const float b = i % 2 ? weighted(in + n, out + n, i, a) : 0;
  out[2 * n + i] = a + b;
}

__global__ void counts_of_digits(const int* in, int* out, int n) {
  const int i = thread();
  if (i >= n) return;
  int counts[10] = {};
  for (int v = in[i]; v > 0; v /= 10) ++counts[v % 10];
  int most = 0;
  for (int d = 1; d < 10; ++d) {
    if (counts[d] > counts[most]) most = d;
  }
  out[i] = most;
}

__global__ void window_by_number(const float* in, float* out, int n) {
  const int i = thread();
  if (i >= n) return;
  float window[5];
  for (int k = 0; k < 5; ++k) window[k] = in[i + k];
  for (int round = 0; round < 4; ++round) {
    window[round % 5] = in[i + 5 + round];
    float sum = 0;
    for (int k = 0; k < 5; ++k) sum += window[k];
    out[round * n + i] = sum;
  }
}

__global__ void sorted_network(const int* in, int* out, int n) {
  const int i = thread();
  if (4 * i + 3 >= n) return;
  int v[4];
#pragma unroll
  for (int k = 0; k < 4; ++k) v[k] = in[4 * i + k];
  const auto order = [&](int a, int b) {
    const int low = min(v[a], v[b]);
    v[b] = max(v[a], v[b]);
    v[a] = low;
  };
  order(0, 1), order(2, 3), order(0, 2), order(1, 3), order(1, 2);
#pragma unroll
  for (int k = 0; k < 4; ++k) out[4 * i + k] = v[k];
}

__global__ void guarded_conditions(const float* in, const int* numbers, float* out, int n) {
  const int i = thread();
  if (i < n && numbers[i] % 2 == 0 && in[i] > 3 && in[i + n] < 8) out[i] = in[i + 2 * n];
}

__global__ void nested_selects(const float* in, const int* numbers, float* out, int n) {
  const int i = thread();
  if (i >= n) return;
  const int kind = numbers[i] % 4;
  out[i] = kind == 0 ? in[i] : kind == 1 ? in[i + n] : kind == 2 ? in[i] * in[2 * i] : 0;
}

/// A value of the block, read in each round; the stores may lead to it.
__global__ void read_again(const int* in, int* out, const int* factor, int n) {
  for (int i = thread(); i < n; i += gridDim.x * blockDim.x) out[i] = in[i] * *factor;
}

__global__ void read_once(const int* __restrict__ in, int* __restrict__ out, const int* __restrict__ factor, int n) {
  for (int i = thread(); i < n; i += gridDim.x * blockDim.x) out[i] = in[i] * *factor;
}

__global__ void stored_twice(const float* in, float* out, int n) {
  const int i = thread();
  if (i >= n) return;
  out[i] = 0;
  const float unused = in[i + 2 * n];
  out[i] = in[i];
  out[i] += in[i + n];
  if (unused != unused) out[i] = 1;
}

__global__ void summed_in_memory(const float* in, float* out, int n) {
  const int i = thread();
  if (i >= n) return;
  out[i] = 0;
  for (int k = 0; k < 6; ++k) out[i] += in[i * 6 + k];
}

__global__ void four_floats_in_a_row(const float* in, float* out, int n) {
  const int i = 4 * thread();
  if (i + 3 >= n) return;
  out[i] = in[i];
  out[i + 1] = in[i + 1] * 2;
  out[i + 2] = in[i + 2] * 3;
  out[i + 3] = in[i + 3] * 4;
}

__global__ void as_many_rounds_as_lanes(const float* in, float* out, int n) {
  const int i = thread(), lane = threadIdx.x % 32;
  if (i >= n) return;
  float sum = 0;
  for (int k = 0; k <= lane; ++k) sum += in[i + 32 * k];
  for (int k = 32; k > lane; k /= 2) sum += in[k];
  out[i] = sum;
}

__global__ void unrolled_with_a_rest(const float* in, float* out, int length) {
  float sum = 0;
  int k = threadIdx.x;
#pragma unroll 4
  for (; k < length; k += blockDim.x) sum += in[blockIdx.x * length + k];
  out[thread()] = sum;
}

__global__ void by_hand_unrolled(const int* in, int* out, int n) {
  const int i = thread();
  const int first = i * (n % 9 + 2), last = first + n % 9 + i % 4;
  int k = first, sum = 0;
  for (; k + 3 < last; k += 4) sum += in[k] + in[k + 1] + in[k + 2] + in[k + 3];
  for (; k < last; ++k) sum += in[k];
  out[i] = sum;
}

/// Bisection of a monotone sequence that ends as soon as the key is found.
__global__ void found_in_the_middle(const int* offsets, const int* in, int* out, int n) {
  const int key = in[thread()] % (n * 5);
  int low = 0, high = n - 1, place = -1;
  while (low <= high) {
    const int middle = low + (high - low) / 2;
    const int v = offsets[middle];
    if (v == key) {
      place = middle;
      break;
    }
    if (v < key)
      low = middle + 1;
    else
      high = middle - 1;
  }
  out[thread()] = place;
}

template <class F>
__device__ void for_each_of(int n, F f) {
  for (int i = thread(); i < n; i += gridDim.x * blockDim.x) f(i);
}

__global__ void by_a_function_object(const float* in, float* out, int n, float a) {
  for_each_of(n, [=](int i) { out[i] = a * in[i] + out[n + i]; });
}

/// Three-dimensional blocks; the outermost layer is left out.
__global__ void inner_of_a_box(const float* in, float* out, int size) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x == 0 || y == 0 || z == 0 || x >= size - 1 || y >= size - 1 || z >= size - 1) return;
  const int i = (z * size + y) * size + x;
  out[i] = in[i - size * size] + in[i + size * size];
}

__global__ void plain_copy(const float* in, float* out, int n) {
  const int i = thread();
  if (i < n) out[i] = in[i];
}

List launches() {
  List list;
  const std::vector<Shape> two = {{2, 96, 181}, {1, 45, 40}};
  const auto ints = [&](const char* name, void (*kernel)(const int*, int*, int), const std::vector<Shape>& shapes) {
    list.add(name, shapes,
             [=](const Shape& s, const Memory& m) { kernel<<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n); });
  };
  const auto floats = [&](const char* name, void (*kernel)(const float*, float*, int),
                          const std::vector<Shape>& shapes) {
    list.add(name, shapes,
             [=](const Shape& s, const Memory& m) { kernel<<<s.grid, s.block>>>(m.values, m.to(), s.n); });
  };
  ints("returns_from_the_loop", returns_from_the_loop, two);
  ints("falls_through", falls_through, two);
  ints("greatest_divisors", greatest_divisors, two);
  ints("do_while_in_memory", do_while_in_memory, two);
  ints("jumps", jumps, two);
  ints("depths_of_trees", depths_of_trees, {{1, 64, 31}, {2, 33, 15}});
  floats("rules_by_pointer", rules_by_pointer, two);
  floats("areas", areas, two);
  floats("helper_that_stores", helper_that_stores, two);
  ints("counts_of_digits", counts_of_digits, two);
  floats("window_by_number", window_by_number, two);
  ints("sorted_network", sorted_network, two);
  list.add("guarded_conditions", two, [](const Shape& s, const Memory& m) {
    guarded_conditions<<<s.grid, s.block>>>(m.values, m.numbers, m.to(), s.n);
  });
  list.add("nested_selects", two, [](const Shape& s, const Memory& m) {
    nested_selects<<<s.grid, s.block>>>(m.values, m.numbers, m.to(), s.n);
  });
  list.add("read_again", two, [](const Shape& s, const Memory& m) {
    read_again<<<s.grid, s.block>>>(m.numbers, m.to<int>(), m.offsets + 7, s.n);
  });
  list.add("read_once", {{2, 32, 181}, {1, 45, 140}}, [](const Shape& s, const Memory& m) {
    read_once<<<s.grid, s.block>>>(m.numbers, m.to<int>(), m.offsets + 7, s.n);
  });
  floats("stored_twice", stored_twice, two);
  floats("summed_in_memory", summed_in_memory, two);
  floats("four_floats_in_a_row", four_floats_in_a_row, two);
  floats("as_many_rounds_as_lanes", as_many_rounds_as_lanes, two);
  floats("unrolled_with_a_rest", unrolled_with_a_rest, {{2, 32, 230}, {1, 45, 400}});
  ints("by_hand_unrolled", by_hand_unrolled, two);
  list.add("found_in_the_middle", {{2, 96, 500}, {1, 45, 70}}, [](const Shape& s, const Memory& m) {
    found_in_the_middle<<<s.grid, s.block>>>(m.offsets, m.numbers, m.to<int>(), s.n);
  });
  list.add("by_a_function_object", {{2, 32, 181}, {1, 45, 140}}, [](const Shape& s, const Memory& m) {
    by_a_function_object<<<s.grid, s.block>>>(m.values, m.to(), s.n, 2.5f);
  });
  floats("inner_of_a_box", inner_of_a_box, {{dim3(2, 3, 4), dim3(5, 3, 2), 9}, {1, dim3(7, 3, 3), 6}});
  floats("plain_copy", plain_copy, {{1, 1, 1}, {3, 33, 99}, {2, 1023, 2000}});
  return list;
}

}  // namespace

SIMT_STYLE(launches)
