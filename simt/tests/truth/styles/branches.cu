// Branches with accesses in both arms, switch, and loops that a compiler unrolls.
#include "simt/tests/truth/styles/style.hpp"

namespace {

using namespace simt::styles;

__device__ int thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

__global__ void store_in_both_arms(const int* numbers, const float* a, float* b, int n) {
  const int i = thread();
  if (i >= n) return;
  if (numbers[i] % 2 == 0) {
    b[i] = a[i];
  } else {
    b[i] = 0;
  }
}

__global__ void stores_apart(const int* numbers, const float* a, float* b, int n) {
  const int i = thread();
  if (i >= n) return;
  if (numbers[i] % 3 == 0) {
    b[i] = a[i] + 1;
  } else {
    b[i + n] = a[i + n] + 2;
  }
}

__global__ void same_place_other_value(const int* numbers, const float* a, float* b, int n) {
  const int i = thread();
  if (i >= n) return;
  if (numbers[i] % 4 < 2) {
    b[i] = a[i] * 3;
  } else {
    b[i] = a[n + i] * 5;
  }
}

__global__ void loads_in_both_arms(const int* numbers, const float* a, float* b, int n) {
  const int i = thread();
  if (i >= n) return;
  float v;
  if (numbers[i] % 3 == 1) {
    v = a[2 * i];
  } else {
    v = a[2 * i + 1];
  }
  b[i] = v;
}

__global__ void conditional_operator(const int* numbers, const float* a, float* b, int n) {
  const int i = thread();
  if (i >= n) return;
  b[i] = numbers[i] > 9000 ? a[i] : a[i + 1000];
}

__global__ void else_if_chain(const int* numbers, const float* a, float* b, int n) {
  const int i = thread();
  if (i >= n) return;
  const int v = numbers[i] % 100;
  if (v < 25) {
    b[i] = a[i];
  } else if (v < 50) {
    b[i] = a[i] + a[i + 1];
  } else if (v < 75) {
    b[n + i] = a[i + 2];
  } else {
    b[2 * n + i] = 1;
  }
}

__global__ void switch_of_four(const int* numbers, const float* a, float* b, int n) {
  const int i = thread();
  if (i >= n) return;
  switch (numbers[i] % 5) {
    case 0:
      b[i] = a[i];
      break;
    case 1:
      b[i] = a[i + 100];
      break;
    case 2:
      b[i] = a[i] * a[i];
      break;
    case 3:
      b[i + 1000] = 7;
      break;
    default:
      b[i] = -1;
  }
}

__global__ void switch_falls_through(const int* numbers, const float* a, float* b, int n) {
  const int i = thread();
  if (i >= n) return;
  float s = 0;
  switch (numbers[i] % 4) {
    case 3:
      s += a[i + 300];  // falls through
    case 2:
      s += a[i + 200];  // falls through
    case 1:
      s += a[i + 100];  // falls through
    default:
      s += a[i];
  }
  b[i] = s;
}

__global__ void logical_and(const int* numbers, const float* a, float* b, int n) {
  const int i = thread();
  if (i < n && numbers[i] % 2 == 0 && a[numbers[i]] > 3.0f) b[i] = a[i];
}

__global__ void by_lane(const float* a, float* b, int n) {
  const int i = thread();
  const int lane = threadIdx.x % 32;
  if (lane < 8) {
    b[i] = a[i * n];
  } else if (lane < 20) {
    b[i] = a[i];
  } else {
    b[i] = a[i / 2];
  }
}

__global__ void by_warp(const float* a, float* b, int n) {
  const int i = thread();
  if (threadIdx.x / 32 % 2 == 0) {
    b[i] = a[i] * n;
  } else {
    b[i] = a[i * 2] - n;
  }
}

__global__ void shared_in_both_arms(const int* numbers, const float* a, float* b, int n) {
  __shared__ float s[128 * 2];
  if (numbers[thread()] % 2 == 0) {
    s[2 * threadIdx.x] = a[threadIdx.x];
    s[2 * threadIdx.x + 1] = 0;
  } else {
    s[2 * threadIdx.x + 1] = a[threadIdx.x];
    s[2 * threadIdx.x] = 1;
  }
  __syncthreads();
  b[thread()] = numbers[thread() + n] % 3 == 0 ? s[threadIdx.x] : s[blockDim.x * 2 - 1 - threadIdx.x];
}

// ---- unrolled: by a pragma, or because the compiler does ----

__global__ void ragged_unrolled(const int* offsets, const float* a, float* b, int rows) {
  const int row = thread();
  if (row >= rows) return;
  float s = 0;
  for (int k = offsets[row]; k < offsets[row + 1]; ++k) s += a[k];
  b[row] = s;
}

__global__ void ragged_unrolled_by_two(const int* offsets, const float* a, float* b, int rows) {
  const int row = thread();
  if (row >= rows) return;
  const int begin = offsets[row], end = offsets[row + 1];
  float s = 0;
#pragma unroll 2
  for (int k = begin; k < end; ++k) s += a[k];
  b[row] = s;
}

__global__ void uniform_unrolled(const float* a, float* b, int n) {
  float s = 0;
  for (int k = 0; k < n; ++k) s += a[k * 256 + thread()];
  b[thread()] = s;
}

__global__ void constant_trip_count(const float* a, float* b, int n) {
  float s = 0;
#pragma unroll
  for (int k = 0; k < 6; ++k) s += a[k * n + thread()];
  b[thread()] = s;
}

__global__ void unrolled_with_condition(const int* numbers, const float* a, float* b, int n) {
  float s = 0;
#pragma unroll
  for (int k = 0; k < 5; ++k) {
    if (numbers[k * n + thread()] % 2 == 0) s += a[k * n + thread()];
  }
  b[thread()] = s;
}

__global__ void unrolled_stores(const int* numbers, float* b, int n) {
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    if ((numbers[thread()] >> k & 1) != 0) b[k * n + thread()] = k;
  }
}

__global__ void grid_stride_unrolled(const float* a, float* b, int n) {
  for (int i = thread(); i < n; i += gridDim.x * blockDim.x) b[i] = 2 * a[i];
}

__global__ void neighbours_unrolled(const float* a, float* b, int n) {
  const int begin = thread() * n;
  float s = 0;
  for (int k = 0; k < n; ++k) s += a[begin + k];
  b[thread()] = s;
}

__global__ void eight_in_a_row(const float* a, float* b, int n) {
  const int begin = thread() * 8;
  if (begin + 7 >= n) return;
  float s = 0;
#pragma unroll
  for (int k = 0; k < 8; ++k) s += a[begin + k];
  b[thread()] = s;
}

__global__ void shared_unrolled(const float* a, float* b, int n) {
  __shared__ float s[128];
  s[threadIdx.x] = a[thread()];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += s[k];
  b[thread()] = sum;
}

__global__ void while_unrolled(const int* numbers, int* b, int n) {
  int sum = 0, i = threadIdx.x;
  while (i < n) {
    sum += numbers[i];
    i += blockDim.x;
  }
  b[thread()] = sum;
}

__global__ void hoisted(const float* a, float* b, int n) {
  for (int k = 0; k < n; ++k) b[k * 256 + thread()] = a[thread()] + k;
}

using OfBoth = void (*)(const int*, const float*, float*, int);
using OfValues = void (*)(const float*, float*, int);

void add(List& list, const char* name, OfBoth kernel, const std::vector<Shape>& shapes) {
  list.add(name, shapes, [=](Shape s, Memory m) { kernel<<<s.grid, s.block>>>(m.numbers, m.values, m.to(), s.n); });
}
void add(List& list, const char* name, OfValues kernel, const std::vector<Shape>& shapes) {
  list.add(name, shapes, [=](Shape s, Memory m) { kernel<<<s.grid, s.block>>>(m.values, m.to(), s.n); });
}

List branches() {
  List list;
  const std::vector<Shape> lines = {{4, 64, 256}, {3, 50, 141}, {1, 100, 77}};
  add(list, "store_in_both_arms", store_in_both_arms, lines);
  add(list, "stores_apart", stores_apart, lines);
  add(list, "same_place_other_value", same_place_other_value, lines);
  add(list, "loads_in_both_arms", loads_in_both_arms, lines);
  add(list, "conditional_operator", conditional_operator, lines);
  add(list, "else_if_chain", else_if_chain, lines);
  add(list, "switch_of_four", switch_of_four, lines);
  add(list, "switch_falls_through", switch_falls_through, lines);
  add(list, "logical_and", logical_and, lines);
  add(list, "by_lane", by_lane, {{2, 64, 3}, {1, 50, 5}});
  add(list, "by_warp", by_warp, {{2, 128, 3}, {1, 100, 5}});
  add(list, "shared_in_both_arms", shared_in_both_arms, {{2, 128, 3}, {1, 50, 5}});
  const std::vector<Shape> rows = {{3, 64, 190}, {2, 50, 100}, {1, 13, 13}};
  using Named = std::pair<const char*, OfBoth>;
  for (const auto& [name, kernel] :
       {Named{"ragged_unrolled", ragged_unrolled}, Named{"ragged_unrolled_by_two", ragged_unrolled_by_two}}) {
    const OfBoth chosen = kernel;
    list.add(name, rows, [=](Shape s, Memory m) { chosen<<<s.grid, s.block>>>(m.offsets, m.values, m.to(), s.n); });
  }
  const std::vector<Shape> rounds = {{2, 64, 9}, {1, 50, 6}, {1, 33, 4}};
  add(list, "uniform_unrolled", uniform_unrolled, rounds);
  add(list, "constant_trip_count", constant_trip_count, rounds);
  add(list, "unrolled_with_condition", unrolled_with_condition, rounds);
  list.add("unrolled_stores", {{2, 64, 200}, {1, 50, 60}},
           [](Shape s, Memory m) { unrolled_stores<<<s.grid, s.block>>>(m.numbers, m.to(), s.n); });
  add(list, "grid_stride_unrolled", grid_stride_unrolled, {{2, 64, 1000}, {1, 50, 321}});
  add(list, "neighbours_unrolled", neighbours_unrolled, rounds);
  add(list, "eight_in_a_row", eight_in_a_row, {{2, 64, 1024}, {1, 50, 333}});
  add(list, "shared_unrolled", shared_unrolled, {{2, 64, 32}, {1, 50, 21}});
  list.add("while_unrolled", {{2, 64, 500}, {1, 50, 123}},
           [](Shape s, Memory m) { while_unrolled<<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n); });
  add(list, "hoisted", hoisted, rounds);
  return list;
}

}  // namespace

SIMT_STYLE(branches)
