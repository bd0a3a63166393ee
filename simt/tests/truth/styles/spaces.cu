// Memory of every kind: constants, variables of the device, memory of the host and managed memory; loads and stores
// with a way of caching; pointers that lead to one of two kinds of memory; shared memory carved into arrays.
#include "simt/tests/truth/styles/style.hpp"

namespace {

using namespace simt::styles;

__device__ int thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

__constant__ float weights[64] = {1, 2, 3, 4, 5, 6, 7, 8};
__constant__ int table[256] = {5, 4, 3, 2, 1};

/// The same constant for all threads, one for each lane, and one for each eight lanes.
__global__ void constants_by_lane(const int* in, float* out, int n) {
  const int i = thread();
  if (i >= n) return;
  float sum = weights[n % 64];
  sum += weights[threadIdx.x % 32];
  sum += weights[threadIdx.x / 8 % 8];
  out[i] = sum + table[in[i] % 256];
}

__global__ void polynomial(const float* in, float* out, int n) {
  const int i = thread();
  if (i >= n) return;
  float sum = 0;
  for (int k = 7; k >= 0; --k) sum = sum * in[i] + weights[k];
  out[i] = sum;
}

__device__ int counters[40];
__device__ float scale = 0.5f;
__device__ float2 last_points[128];

__global__ void variables_of_the_device(const float* in, float* out, int n) {
  const int i = thread();
  if (i >= n) return;
  out[i] = in[i] * scale;
  last_points[i % 128].x = in[i];
  if (i % 3 == 0) atomicAdd(&counters[i % 40], 1);
}

__device__ const int primes[12] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
static __device__ unsigned char kinds[256];

__global__ void tables_of_the_device(const int* in, int* out, int n) {
  const int i = thread();
  if (i >= n) return;
  out[i] = in[i] % primes[in[i] % 12] + kinds[in[i] % 256];
}

__global__ void through_the_read_only_cache(const float2* __restrict__ in, const int* numbers, float* out, int n) {
  const int i = thread();
  if (i >= n) return;
  const float2 p = __ldg(&in[i]);
  const unsigned char byte = __ldg(reinterpret_cast<const unsigned char*>(numbers) + i);
  out[i] = p.x * p.y + byte + __ldg(numbers + i / 4);
}

__global__ void with_hints(const float4* in, const int* numbers, float* out, int n) {
  const int i = thread();
  if (i >= n) return;
  const float4 v = __ldcs(in + i);
  const int a = __ldcg(numbers + 2 * i), b = __ldca(numbers + 2 * i + 1), c = __ldlu(numbers + n + i);
  __stcs(out + i, v.x + v.w + a);
  __stcg(out + n + 2 * i, v.y + b);
  __stwt(out + 3 * n + i, v.z + c);
}

__global__ void volatile_words(volatile int* words, const int* in, int n) {
  const int i = thread();
  if (i >= n) return;
  words[i] = in[i];
  words[i] = words[i] + words[i];
  volatile int2* pairs = reinterpret_cast<volatile int2*>(words + 1024);
  pairs[i].x = words[i];
  pairs[i].y = 1;
}

__global__ void volatile_in_shared(const int* in, int* out, int n) {
  __shared__ volatile int s[64];
  const int t = threadIdx.x, i = thread();
  s[t] = i < n ? in[i] : 0;
  __syncwarp();
  for (int d = 16; d > 0; d /= 2) {
    const int other = s[t ^ d];
    __syncwarp();
    s[t] = s[t] + other;
    __syncwarp();
  }
  if (i < n) out[i] = s[t];
}

/// A pointer to shared memory or to global memory, as the thread goes.
__global__ void one_of_two_memories(const float* in, float* out, int n) {
  __shared__ float s[96];
  const int i = thread(), t = threadIdx.x;
  s[t] = in[i];
  __syncthreads();
  const float* from = in[i] > 5 ? s : in + n;
  out[i] = from[t ^ 1];
}

__noinline__ __device__ float sum_of(const float* from, int n) {
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += from[k * 2];
  return sum;
}

/// One function reads both kinds of memory.
__global__ void helper_of_two_memories(const float* in, float* out, int n) {
  __shared__ float s[128];
  const int t = threadIdx.x;
  s[t] = in[thread()];
  s[t + 64] = in[thread() + 64];
  __syncthreads();
  out[thread()] = sum_of(s + t, n) + sum_of(in + t, n);
}

/// Doubles, floats and bytes one after another.
__global__ void carved(const float* in, float* out, int n) {
  extern __shared__ unsigned char memory[];
  double* sums = reinterpret_cast<double*>(memory);
  float* values = reinterpret_cast<float*>(sums + blockDim.x);
  unsigned char* marks = reinterpret_cast<unsigned char*>(values + 2 * blockDim.x);
  const int t = threadIdx.x, i = thread();
  values[2 * t] = i < n ? in[i] : 0;
  values[2 * t + 1] = i < n ? in[i + n] : 0;
  sums[t] = values[2 * t] + values[2 * t + 1];
  marks[t] = sums[t] > 9;
  __syncthreads();
  const int other = blockDim.x - 1 - t;
  if (i < n) out[i] = marks[other] ? static_cast<float>(sums[other]) : values[other];
}

/// Pointers to rows, in shared memory.
__global__ void rows_by_pointers(const float* in, float* out, int width) {
  __shared__ const float* rows[8];
  const int x = threadIdx.x, y = threadIdx.y;
  if (x == 0) rows[y] = in + (y * 37 % 8) * width;
  __syncthreads();
  if (x < width) out[y * width + x] = rows[y][x] + rows[(y + 1) % 8][x];
}

__global__ void doubled(const float* in, float* out, int n) {
  const int i = thread();
  if (i < n) out[i] = 2 * in[i] + in[n - 1 - i];
}

__global__ void rows_with_a_pitch(const char* in, float* out, int width, int height, size_t pitch) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const float* row = reinterpret_cast<const float*>(in + y * pitch);
  out[y * width + x] = row[x] + row[width - 1 - x];
}

List launches() {
  List list;
  const std::vector<Shape> two = {{2, 96, 181}, {1, 45, 40}};
  const auto floats = [&](const char* name, void (*kernel)(const float*, float*, int),
                          const std::vector<Shape>& shapes) {
    list.add(name, shapes,
             [=](const Shape& s, const Memory& m) { kernel<<<s.grid, s.block>>>(m.values, m.to(), s.n); });
  };
  list.add("constants_by_lane", two,
           [](const Shape& s, const Memory& m) { constants_by_lane<<<s.grid, s.block>>>(m.numbers, m.to(), s.n); });
  floats("polynomial", polynomial, two);
  floats("variables_of_the_device", variables_of_the_device, two);
  list.add("tables_of_the_device", two, [](const Shape& s, const Memory& m) {
    tables_of_the_device<<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n);
  });
  list.add("through_the_read_only_cache", two, [](const Shape& s, const Memory& m) {
    through_the_read_only_cache<<<s.grid, s.block>>>(m.as<float2>(), m.numbers, m.to(), s.n);
  });
  list.add("with_hints", two, [](const Shape& s, const Memory& m) {
    with_hints<<<s.grid, s.block>>>(m.as<float4>(), m.numbers, m.to(), s.n);
  });
  list.add("volatile_words", two,
           [](const Shape& s, const Memory& m) { volatile_words<<<s.grid, s.block>>>(m.to<int>(), m.numbers, s.n); });
  list.add("volatile_in_shared", {{2, 64, 100}, {1, 32, 20}}, [](const Shape& s, const Memory& m) {
    volatile_in_shared<<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n);
  });
  floats("one_of_two_memories", one_of_two_memories, {{2, 96, 200}, {1, 64, 100}});
  floats("helper_of_two_memories", helper_of_two_memories, {{2, 64, 7}, {1, 33, 4}});
  list.add("carved", two,
           [](const Shape& s, const Memory& m) { carved<<<s.grid, s.block, s.block.x * 17>>>(m.values, m.to(), s.n); });
  floats("rows_by_pointers", rows_by_pointers, {{1, dim3(32, 8), 29}, {1, dim3(40, 8), 40}});
  list.add("doubled, from memory of the host", two, [](const Shape& s, const Memory& m) {
    float *from = nullptr, *seen = nullptr;
    cudaHostAlloc(&from, s.n * sizeof(float), cudaHostAllocMapped);
    for (int i = 0; i < s.n; ++i) from[i] = i;
    cudaHostGetDevicePointer(&seen, from, 0);
    doubled<<<s.grid, s.block>>>(seen, m.to(), s.n);
    cudaDeviceSynchronize();
    cudaFreeHost(from);
  });
  list.add("doubled, from managed memory", two, [](const Shape& s, const Memory& m) {
    float* from = nullptr;
    cudaMallocManaged(&from, s.n * sizeof(float));
    for (int i = 0; i < s.n; ++i) from[i] = i;
    doubled<<<s.grid, s.block>>>(from, m.to(), s.n);
    cudaDeviceSynchronize();
    cudaFree(from);
  });
  list.add("rows_with_a_pitch", {{dim3(2, 3), dim3(16, 4), 21}, {dim3(1, 2), dim3(33, 5), 30}},
           [](const Shape& s, const Memory& m) {
             char* from = nullptr;
             size_t pitch = 0;
             cudaMallocPitch(reinterpret_cast<void**>(&from), &pitch, s.n * sizeof(float), 10);
             cudaMemset2D(from, pitch, 0, s.n * sizeof(float), 10);
             rows_with_a_pitch<<<s.grid, s.block>>>(from, m.to(), s.n, 10, pitch);
             cudaDeviceSynchronize();
             cudaFree(from);
           });
  return list;
}

}  // namespace

SIMT_STYLE(launches)
