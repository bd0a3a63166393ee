// Parts of the language: device functions, templates, volatile, __ldg, functors, warps with tasks of their own.
#include "simt/tests/truth/styles/style.hpp"

namespace {

using namespace simt::styles;

constexpr unsigned ALL = 0xffffffff;

__device__ int thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

__device__ __forceinline__ float inlined(const float* a, int i) { return a[i] * 2 + a[i + 1]; }

__device__ __noinline__ float called(const float* a, int i, int n) {
  float s = 0;
#pragma unroll 1
  for (int k = 0; k < n; ++k) s += a[i + 64 * k];
  return s;
}

__device__ __noinline__ void store_if_even(float* b, int i, float v) {
  if (i % 2 == 0) b[i] = v;
}

__global__ void calls_inlined(const float* a, float* b, int n) {
  if (thread() < n) b[thread()] = inlined(a, thread()) + inlined(a, 3 * thread());
}

__global__ void calls_function(const float* a, float* b, int n) {
  if (thread() < n) b[thread()] = called(a, thread(), thread() % 4);
}

__global__ void calls_function_in_loop(const float* a, float* b, int n) {
#pragma unroll 1
  for (int k = 0; k < n; ++k) {
    if ((threadIdx.x + k) % 2 != 0) continue;
    store_if_even(b, k * 128 + threadIdx.x, called(a, k, 2));
  }
}

__global__ void read_only(const float* __restrict__ a, float* __restrict__ b, int n) {
  if (thread() < n) b[thread()] = __ldg(a + thread()) + __ldg(&a[n - 1 - thread()]);
}

__global__ void restricted(const float* __restrict__ a, float* __restrict__ b, int n) {
  if (thread() >= n) return;
  b[thread()] = a[thread()];
  b[n + thread()] = a[thread()] + a[0];
}

__global__ void aliased(const float* a, float* b, int n) {
  if (thread() >= n) return;
  b[thread()] = a[thread()];
  b[n + thread()] = a[thread()] + a[0];
}

__global__ void volatile_reads(const volatile float* a, volatile float* b, int n) {
  if (thread() >= n) return;
  b[thread()] = a[thread()] + a[thread()];
}

__global__ void volatile_shared(const float* a, float* b, int n) {
  __shared__ volatile float s[128];
  s[threadIdx.x] = a[thread()];
  __syncthreads();
  const int other = (threadIdx.x + n) % blockDim.x;
  b[thread()] = s[other] + s[other] * s[other];
}

template <class T>
__global__ void added(const T* a, T* b, int n) {
  if (thread() < n) b[thread()] = a[thread()] + a[thread() + 1];
}

template <class T, int Each>
__global__ void several_a_thread(const T* a, T* b, int n) {
#pragma unroll
  for (int k = 0; k < Each; ++k) {
    const int i = (blockIdx.x * Each + k) * blockDim.x + threadIdx.x;
    if (i < n) b[i] = a[i];
  }
}

template <class T, int Each>
__global__ void neighbours_a_thread(const T* a, T* b, int n) {
#pragma unroll 1
  for (int k = 0; k < Each; ++k) {
    const int i = thread() * Each + k;
    if (i < n) b[i] = a[i];
  }
}

struct Scale {
  float factor;
  __device__ float operator()(float v) const { return factor * v; }
};
struct Clip {
  float limit;
  __device__ float operator()(float v) const { return v > limit ? limit : v; }
};

template <class Operation>
__global__ void applied(const float* a, float* b, int n, Operation operation) {
#pragma unroll 1
  for (int i = thread(); i < n; i += gridDim.x * blockDim.x) b[i] = operation(a[i]);
}

struct View {
  const float* data;
  int width;
  __device__ float at(int y, int x) const { return data[y * width + x]; }
};

__global__ void through_a_view(View a, float* b, int n) {
  if (static_cast<int>(threadIdx.x) < n)
    b[blockIdx.x * n + threadIdx.x] = a.at(blockIdx.x, threadIdx.x) + a.at(threadIdx.x, blockIdx.x);
}

__global__ void warps_with_tasks(const float* a, float* b, int n) {
  __shared__ float s[64];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
#pragma unroll 1
  for (int k = 0; k < n; ++k) {
    if (warp == 0) s[lane] = a[k * 32 + lane];
    if (warp == 1 && lane < 20) s[32 + lane] = a[5000 + k * 32 + lane];
    __syncthreads();
    if (warp == 2) b[k * 32 + lane] = s[lane] + (lane < 20 ? s[32 + lane] : 0);
    __syncthreads();
  }
}

__global__ void lane_zero_works(const float* a, float* b, int n) {
  float s = 0;
  if (threadIdx.x % 32 == 0) {
#pragma unroll 1
    for (int k = 0; k < n; ++k) s += a[blockIdx.x * 100 + k];
  }
  s = __shfl_sync(ALL, s, 0);
  b[thread()] = s;
}

__global__ void shared_strides(const float* a, float* b, int stride) {
  __shared__ float s[1024];
#pragma unroll 1
  for (int k = threadIdx.x; k < 1024; k += blockDim.x) s[k] = a[k];
  __syncthreads();
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < 8; ++k) sum += s[(threadIdx.x * stride + k) % 1024];
  b[thread()] = sum;
}

extern __shared__ float dynamic[];

__global__ void dynamic_halves(const float* a, float* b, int n) {
  float* const first = dynamic;
  float* const second = dynamic + n;
#pragma unroll 1
  for (int k = threadIdx.x; k < n; k += blockDim.x) {
    first[k] = a[k];
    second[n - 1 - k] = a[n + k];
  }
  __syncthreads();
#pragma unroll 1
  for (int k = threadIdx.x; k < n; k += blockDim.x) b[k] = first[k] + second[k];
}

__device__ float state[256];

__global__ void device_variable(const float* a, float* b, int n) {
  if (thread() >= n) return;
  state[thread()] = a[thread()];
  b[thread()] = state[thread()] + thread();
}

__global__ void local_array(const float* a, float* b, int n) {
  float own[4];
#pragma unroll
  for (int k = 0; k < 4; ++k) own[k] = a[k * n + thread()];
#pragma unroll
  for (int k = 0; k < 4; ++k) b[k * n + thread()] = own[3 - k];
}

__global__ void exchanged_by_shuffles(const float* a, float* b, int n) {
  const float v = a[thread() * n];
  const float w = __shfl_xor_sync(ALL, v, 1);
  b[thread()] = threadIdx.x % 2 == 0 ? v - w : v + w;
}

__global__ void in_place(float* b, const float* a, int n) {
  if (thread() >= n) return;
  b[thread()] += a[thread()];
  b[thread()] *= 2;
}

__global__ void mixed_widths(const char* a, double* b, int n) {
  const int i = thread();
  if (i < n) b[i] = a[i] + reinterpret_cast<const short*>(a)[i] + reinterpret_cast<const int*>(a)[i];
}

List language() {
  List list;
  const auto add = [&](const char* name, void (*kernel)(const float*, float*, int), const std::vector<Shape>& shapes) {
    list.add(name, shapes, [=](Shape s, Memory m) { kernel<<<s.grid, s.block>>>(m.values, m.to(), s.n); });
  };
  const std::vector<Shape> lines = {{3, 64, 190}, {2, 50, 77}};
  add("calls_inlined", calls_inlined, lines);
  add("calls_function", calls_function, lines);
  add("calls_function_in_loop", calls_function_in_loop, {{1, 64, 5}, {1, 50, 6}});
  add("read_only", read_only, lines);
  add("restricted", restricted, lines);
  add("aliased", aliased, lines);
  add("volatile_shared", volatile_shared, lines);
  add("several_a_thread<float, 4>", several_a_thread<float, 4>, {{2, 64, 500}, {2, 50, 333}});
  add("neighbours_a_thread<float, 3>", neighbours_a_thread<float, 3>, {{2, 64, 380}, {2, 50, 222}});
  add("added<float>", added<float>, lines);
  list.add("volatile_reads", lines,
           [](Shape s, Memory m) { volatile_reads<<<s.grid, s.block>>>(m.values, m.to(), s.n); });
  list.add("added<char>", lines,
           [](Shape s, Memory m) { added<<<s.grid, s.block>>>(m.as<char>(), m.to<char>(), s.n); });
  list.add("added<double>", lines,
           [](Shape s, Memory m) { added<<<s.grid, s.block>>>(m.as<double>(), m.to<double>(), s.n); });
  list.add("added<short>", lines,
           [](Shape s, Memory m) { added<<<s.grid, s.block>>>(m.as<short>(), m.to<short>(), s.n); });
  list.add("applied<Scale>", lines,
           [](Shape s, Memory m) { applied<<<s.grid, s.block>>>(m.values, m.to(), 3 * s.n, Scale{2}); });
  list.add("applied<Clip>", lines,
           [](Shape s, Memory m) { applied<<<s.grid, s.block>>>(m.values, m.to(), 3 * s.n, Clip{5}); });
  list.add("through_a_view", lines, [](Shape s, Memory m) {
    through_a_view<<<s.grid, s.block>>>(View{m.values, 111}, m.to(), s.n);
  });
  add("warps_with_tasks", warps_with_tasks, {{1, 96, 5}, {1, 128, 3}});
  add("lane_zero_works", lane_zero_works, {{2, 64, 5}, {1, 32, 33}});
  add("shared_strides", shared_strides, {{1, 64, 1}, {1, 64, 3}, {1, 50, 8}, {1, 32, 32}, {1, 33, 31}});
  list.add("dynamic_halves", {{1, 64, 150}, {1, 50, 77}},
           [](Shape s, Memory m) { dynamic_halves<<<s.grid, s.block, 8 * s.n>>>(m.values, m.to(), s.n); });
  add("device_variable", device_variable, lines);
  add("local_array", local_array, {{2, 64, 150}, {1, 50, 77}});
  add("exchanged_by_shuffles", exchanged_by_shuffles, {{2, 64, 1}, {1, 32, 3}});
  list.add("in_place", lines, [](Shape s, Memory m) { in_place<<<s.grid, s.block>>>(m.to(), m.values, s.n); });
  list.add("mixed_widths", lines,
           [](Shape s, Memory m) { mixed_widths<<<s.grid, s.block>>>(m.as<char>(), m.to<double>(), s.n); });
  return list;
}

}  // namespace

SIMT_STYLE(language)
