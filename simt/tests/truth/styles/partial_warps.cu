// Wide accesses of shared memory by warps of which not all lanes take part.
#include "simt/tests/truth/styles/style.hpp"

namespace {

using namespace simt::styles;

__device__ int thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

template <class T>
__device__ float sum_of(T v);
template <>
__device__ float sum_of(float4 v) {
  return v.x + v.y + v.z + v.w;
}
template <>
__device__ float sum_of(float2 v) {
  return v.x + v.y;
}
template <>
__device__ float sum_of(double v) {
  return static_cast<float>(v);
}

template <class T>
__device__ void fill(T* s, const T* a, int count) {
#pragma unroll 1
  for (int i = threadIdx.x; i < count; i += blockDim.x) s[i] = a[i];
  __syncthreads();
}

template <class T>
__global__ void first_lanes(const T* a, float* b, int lanes) {
  __shared__ T s[128];
  fill(s, a, 128);
  if (static_cast<int>(threadIdx.x % 32) < lanes) b[thread()] = sum_of(s[threadIdx.x % 128]);
}

template <class T>
__global__ void last_lanes(const T* a, float* b, int lanes) {
  __shared__ T s[128];
  fill(s, a, 128);
  if (static_cast<int>(threadIdx.x % 32) >= 32 - lanes) b[thread()] = sum_of(s[127 - threadIdx.x % 128]);
}

template <class T>
__global__ void some_lanes(const int* numbers, const T* a, float* b, int divisor) {
  __shared__ T s[128];
  fill(s, a, 128);
  if (numbers[thread()] % divisor == 0) b[thread()] = sum_of(s[threadIdx.x % 128]);
}

template <class T>
__global__ void shared_by_neighbours(const T* a, float* b, int group) {
  __shared__ T s[128];
  fill(s, a, 128);
  if (threadIdx.x % 8 < 5) b[thread()] = sum_of(s[threadIdx.x / group]);
}

template <class T>
__global__ void strided_with_guard(const T* a, float* b, int stride) {
  __shared__ T s[128];
  fill(s, a, 128);
  const int i = threadIdx.x * stride;
  if (i < 128) b[thread()] = sum_of(s[i]);
}

template <class T>
__global__ void written_by_some(const int* numbers, const T* a, float* b, int divisor) {
  __shared__ T s[128];
  fill(s, a, 128);
  if (numbers[thread()] % divisor != 0) s[(threadIdx.x * 5) % 128] = a[thread() + 128];
  __syncthreads();
  b[thread()] = sum_of(s[threadIdx.x % 128]);
}

template <class T>
__global__ void gathered(const int* numbers, const T* a, float* b, int rounds) {
  __shared__ T s[128];
  fill(s, a, 128);
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < rounds; ++k) {
    const int from = numbers[k * 64 + threadIdx.x];
    if (from % 4 != 3) sum += sum_of(s[from % 128]);
  }
  b[thread()] = sum;
}

/// Sums of rows of four floats, a quarter of a warp each.
__global__ void tree_of_vectors(const float4* a, float* b, int n) {
  __shared__ float4 s[64];
  s[threadIdx.x] = static_cast<int>(threadIdx.x) < n ? a[thread()] : make_float4(0, 0, 0, 0);
  __syncthreads();
#pragma unroll 1
  for (int step = 32; step > 0; step /= 2) {
    if (static_cast<int>(threadIdx.x) < step) {
      const float4 u = s[threadIdx.x], v = s[threadIdx.x + step];
      s[threadIdx.x] = make_float4(u.x + v.x, u.y + v.y, u.z + v.z, u.w + v.w);
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) b[blockIdx.x] = sum_of(s[0]);
}

template <class T>
void add_all(List& list, const std::string& type) {
  list.add("first_lanes<" + type + ">", {{1, 64, 8}, {1, 32, 17}, {2, 50, 31}},
           [](Shape s, Memory m) { first_lanes<T><<<s.grid, s.block>>>(m.as<T>(), m.to(), s.n); });
  list.add("last_lanes<" + type + ">", {{1, 64, 16}, {1, 32, 5}, {2, 50, 27}},
           [](Shape s, Memory m) { last_lanes<T><<<s.grid, s.block>>>(m.as<T>(), m.to(), s.n); });
  list.add("some_lanes<" + type + ">", {{2, 128, 2}, {1, 50, 3}},
           [](Shape s, Memory m) { some_lanes<T><<<s.grid, s.block>>>(m.numbers, m.as<T>(), m.to(), s.n); });
  list.add("shared_by_neighbours<" + type + ">", {{1, 128, 2}, {1, 96, 4}, {1, 50, 3}, {1, 32, 16}},
           [](Shape s, Memory m) { shared_by_neighbours<T><<<s.grid, s.block>>>(m.as<T>(), m.to(), s.n); });
  list.add("strided_with_guard<" + type + ">", {{1, 128, 2}, {1, 50, 3}, {1, 64, 5}, {1, 32, 8}},
           [](Shape s, Memory m) { strided_with_guard<T><<<s.grid, s.block>>>(m.as<T>(), m.to(), s.n); });
  list.add("written_by_some<" + type + ">", {{1, 64, 2}, {1, 50, 3}},
           [](Shape s, Memory m) { written_by_some<T><<<s.grid, s.block>>>(m.numbers, m.as<T>(), m.to(), s.n); });
  list.add("gathered<" + type + ">", {{1, 64, 6}, {1, 41, 9}},
           [](Shape s, Memory m) { gathered<T><<<s.grid, s.block>>>(m.numbers, m.as<T>(), m.to(), s.n); });
}

List partial_warps() {
  List list;
  add_all<float4>(list, "float4");
  add_all<float2>(list, "float2");
  add_all<double>(list, "double");
  list.add("tree_of_vectors", {{2, 64, 64}, {1, 64, 37}},
           [](Shape s, Memory m) { tree_of_vectors<<<s.grid, s.block>>>(m.as<float4>(), m.to(), s.n); });
  return list;
}

}  // namespace

SIMT_STYLE(partial_warps)
