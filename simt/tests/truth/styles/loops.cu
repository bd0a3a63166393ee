// Loops whose rounds not all lanes take part in: continue, break, return, ragged rows, several rows a thread, do-while.
#include "simt/tests/truth/styles/style.hpp"

namespace {

using namespace simt::styles;

__device__ int thread() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ int threads() { return gridDim.x * blockDim.x; }

__global__ void every_third_round(const float* a, float* b, int rounds) {
  float s = 0;
#pragma unroll 1
  for (int k = 0; k < rounds; ++k) {
    if ((threadIdx.x + k) % 3 != 0) continue;
    s += a[k * 512 + thread()];
  }
  b[thread()] = s;
}

__global__ void stops_at_large_value(const float* a, float* b, int rounds) {
  float s = 0;
#pragma unroll 1
  for (int k = 0; k < rounds; ++k) {
    const float v = a[k * 777 + thread()];
    if (v > 9.0f) break;
    s += v;
  }
  b[thread()] = s;
}

__global__ void ragged_rows(const int* offsets, const float* a, float* b, int rows) {
  const int row = thread();
  if (row >= rows) return;
  float s = 0;
#pragma unroll 1
  for (int k = offsets[row]; k < offsets[row + 1]; ++k) s += a[k];
  b[row] = s;
}

__global__ void ragged_rows_doubled(const int* offsets, const float* a, float* b, int rows) {
  const int row = thread();
  if (row >= rows) return;
  const int end = offsets[row + 1];
#pragma unroll 1
  for (int k = offsets[row]; k < end; ++k) b[k] = 2 * a[k];
}

__global__ void rows_by_a_stride(const int* offsets, const float* a, float* b, int rows) {
#pragma unroll 1
  for (int row = thread(); row < rows; row += threads()) {
    float s = 0;
    const int begin = offsets[row], end = offsets[row + 1];
#pragma unroll 1
    for (int k = begin; k < end; ++k) {
      if (a[k] < 2.0f) continue;
      s += a[k + 7];
    }
    if (s > 0) b[row] = s;
  }
}

__global__ void grid_stride(const float* a, float* b, int n) {
#pragma unroll 1
  for (int i = thread(); i < n; i += threads()) b[i] = a[i] + 1;
}

__global__ void two_loops(const int* numbers, const float* a, float* b, int) {
  const int own = numbers[thread()];
  float s = 0;
#pragma unroll 1
  for (int k = 0; k < own % 5; ++k) s += a[k * 300 + thread()];
#pragma unroll 1
  for (int k = 0; k < own % 7; ++k) s -= a[k * 500 + thread()];
  b[thread()] = s;
}

__global__ void triangle(const float* a, float* b, int n) {
  const int row = thread();
  if (row >= n) return;
  float s = 0;
#pragma unroll 1
  for (int column = 0; column <= row; ++column) s += a[row * n + column];
  b[row] = s;
}

__global__ void upper_triangle(const float* a, float* b, int n) {
  const int column = thread();
#pragma unroll 1
  for (int row = 0; row < n; ++row) {
    if (column > row && column < n) b[row * n + column] = a[column * n + row];
  }
}

__global__ void nested_break(const int* numbers, float* b, int rounds) {
  float s = 0;
#pragma unroll 1
  for (int i = 0; i < rounds; ++i) {
#pragma unroll 1
    for (int j = 0; j < rounds; ++j) {
      const int v = numbers[(i * rounds + j) * 32 + threadIdx.x];
      if (v % 4 == 0) break;
      s += v;
    }
    if (s > 90000.0f) break;
  }
  b[thread()] = s;
}

__global__ void do_while(const int* numbers, int* b, int mask) {
  int at = thread(), steps = 0;
#pragma unroll 1
  do {
    at = numbers[at] & mask;
    ++steps;
  } while (at % 5 != 0 && steps < 12);
  b[thread()] = steps;
}

__global__ void lower_bound(const int* offsets, const int* numbers, int* b, int n) {
  const int wanted = numbers[thread()] % offsets[n];
  int low = 0, high = n;
#pragma unroll 1
  while (low < high) {
    const int middle = (low + high) / 2;
    if (offsets[middle] < wanted) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  b[thread()] = low;
}

__global__ void early_return(const int* numbers, const float* a, float* b, int n) {
  const int i = thread();
  if (i >= n) return;
  const int v = numbers[i];
  if (v % 2 != 0) return;
  b[i] = a[v];
  if (v % 3 != 0) return;
  b[i + n] = a[v + 1];
}

__global__ void steps_of_lanes(const float* a, float* b, int n) {
  const int step = threadIdx.x % 4 + 1;
  float s = 0;
#pragma unroll 1
  for (int i = threadIdx.x; i < n; i += 32 * step) s += a[i];
  b[thread()] = s;
}

__global__ void shared_ragged(const int* numbers, const float* a, float* b, int) {
  __shared__ float s[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) s[i] = a[i];
  __syncthreads();
  const int count = numbers[thread()] % 9;
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < count; ++k) sum += s[(threadIdx.x * 3 + k * 8) % 256];
  b[thread()] = sum;
}

__global__ void shared_skipping_store(const int* numbers, float* b, int rounds) {
  __shared__ float s[32 * 33];
  for (int i = threadIdx.x; i < 32 * 33; i += blockDim.x) s[i] = 0;
  __syncthreads();
#pragma unroll 1
  for (int k = 0; k < rounds; ++k) {
    if (numbers[k * 64 + threadIdx.x] % 3 == 1) s[(threadIdx.x % 32) * 33 + k] = k;
  }
  __syncthreads();
  b[thread()] = s[threadIdx.x];
}

__global__ void count_down(const int* numbers, const float* a, float* b, int) {
  int left = numbers[thread()] % 6;
  float s = 0;
#pragma unroll 1
  while (left-- > 0) {
    if (left == 2) continue;
    s += a[left * 256 + thread()];
  }
  b[thread()] = s;
}

__global__ void three_levels(const int* numbers, const float* a, float* b, int n) {
  float s = 0;
#pragma unroll 1
  for (int i = 0; i < n; ++i) {
    const int v = numbers[i * 128 + threadIdx.x];
    if (v % 2 == 0) continue;
#pragma unroll 1
    for (int j = 0; j < v % 4; ++j) {
      if ((j + threadIdx.x) % 3 == 0) continue;
#pragma unroll 1
      for (int k = 0; k < 2; ++k) s += a[(i * 8 + j * 2 + k) * 128 + threadIdx.x];
    }
  }
  b[thread()] = s;
}

__global__ void warps_by_rows(const float* a, float* b, int width, int rows) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
#pragma unroll 1
  for (int row = warp; row < rows; row += blockDim.x / 32) {
#pragma unroll 1
    for (int column = lane; column < width; column += 32) b[row * width + column] = a[row * width + column] * 2;
  }
}

using OfValues = void (*)(const float*, float*, int);
using OfNumbers = void (*)(const int*, const float*, float*, int);

void add(List& list, const char* name, OfValues kernel, const std::vector<Shape>& shapes) {
  list.add(name, shapes, [=](Shape s, Memory m) { kernel<<<s.grid, s.block>>>(m.values, m.to(), s.n); });
}
void add(List& list, const char* name, OfNumbers kernel, const std::vector<Shape>& shapes) {
  list.add(name, shapes, [=](Shape s, Memory m) { kernel<<<s.grid, s.block>>>(m.numbers, m.values, m.to(), s.n); });
}
void add_rows(List& list, const char* name, OfNumbers kernel) {
  list.add(name, {{3, 64, 190}, {2, 50, 100}, {7, 128, 850}, {1, 13, 13}},
           [=](Shape s, Memory m) { kernel<<<s.grid, s.block>>>(m.offsets, m.values, m.to(), s.n); });
}

List loops() {
  List list;
  add(list, "every_third_round", every_third_round, {{3, 64, 10}, {2, 45, 8}, {1, 20, 5}});
  add(list, "stops_at_large_value", stops_at_large_value, {{3, 64, 30}, {2, 45, 20}, {5, 33, 9}});
  add_rows(list, "ragged_rows", ragged_rows);
  add_rows(list, "ragged_rows_doubled", ragged_rows_doubled);
  add_rows(list, "rows_by_a_stride", rows_by_a_stride);
  add(list, "grid_stride", grid_stride, {{2, 64, 1000}, {3, 50, 777}, {1, 37, 100}});
  add(list, "two_loops", two_loops, {{2, 96, 0}, {3, 41, 0}});
  add(list, "triangle", triangle, {{1, 64, 50}, {2, 33, 61}});
  add(list, "upper_triangle", upper_triangle, {{1, 64, 50}, {2, 33, 61}});
  list.add("nested_break", {{2, 32, 7}, {1, 29, 5}},
           [](Shape s, Memory m) { nested_break<<<s.grid, s.block>>>(m.numbers, m.to(), s.n); });
  list.add("do_while", {{2, 64, 1023}, {3, 27, 255}},
           [](Shape s, Memory m) { do_while<<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n); });
  list.add("lower_bound", {{2, 64, 1000}, {1, 40, 77}},
           [](Shape s, Memory m) { lower_bound<<<s.grid, s.block>>>(m.offsets, m.numbers, m.to<int>(), s.n); });
  add(list, "early_return", early_return, {{3, 64, 180}, {2, 50, 99}});
  add(list, "steps_of_lanes", steps_of_lanes, {{2, 32, 1000}, {1, 32, 333}, {1, 21, 200}});
  add(list, "shared_ragged", shared_ragged, {{2, 64, 0}, {1, 40, 0}, {1, 100, 0}});
  list.add("shared_skipping_store", {{1, 32, 33}, {1, 29, 17}},
           [](Shape s, Memory m) { shared_skipping_store<<<s.grid, s.block>>>(m.numbers, m.to(), s.n); });
  add(list, "count_down", count_down, {{2, 64, 0}, {3, 35, 0}});
  add(list, "three_levels", three_levels, {{1, 64, 6}, {1, 44, 9}});
  list.add("warps_by_rows", {{1, 128, 50}, {1, 96, 33}, {1, 64, 31}},
           [](Shape s, Memory m) { warps_by_rows<<<s.grid, s.block>>>(m.values, m.to(), s.n, 9); });
  return list;
}

}  // namespace

SIMT_STYLE(loops)
