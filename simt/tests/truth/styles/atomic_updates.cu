// Atomic operations in global and shared memory, with and without use of their result.
#include "simt/tests/truth/styles/style.hpp"

namespace {

using namespace simt::styles;

__device__ int thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

__global__ void histogram_global(const int* numbers, int* bins, int n) {
  const int i = thread();
  if (i < n) atomicAdd(&bins[numbers[i] % 64], 1);
}

__global__ void histogram_shared(const int* numbers, int* bins, int n) {
  __shared__ int own[64];
#pragma unroll 1
  for (int i = threadIdx.x; i < 64; i += blockDim.x) own[i] = 0;
  __syncthreads();
#pragma unroll 1
  for (int i = thread(); i < n; i += gridDim.x * blockDim.x) atomicAdd(&own[numbers[i] % 64], 1);
  __syncthreads();
#pragma unroll 1
  for (int i = threadIdx.x; i < 64; i += blockDim.x) {
    if (own[i] != 0) atomicAdd(&bins[i], own[i]);
  }
}

__global__ void histogram_of_few(const int* numbers, int* bins, int n) {
  __shared__ int own[4];
  if (threadIdx.x < 4) own[threadIdx.x] = 0;
  __syncthreads();
  const int i = thread();
  if (i < n) atomicAdd(&own[numbers[i] % 4], 1);
  __syncthreads();
  if (threadIdx.x < 4) atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

__global__ void one_counter(const int* numbers, int* count, int n) {
  const int i = thread();
  if (i < n && numbers[i] % 3 == 0) atomicAdd(count, 1);
}

__global__ void one_sum(const int* numbers, int* sum, int n) {
  const int i = thread();
  if (i < n) atomicAdd(sum, numbers[i]);
}

__global__ void one_float_sum(const float* a, float* sum, int n) {
  const int i = thread();
  if (i < n) atomicAdd(sum, a[i]);
}

__global__ void tickets(int* counter, int* out, int n) {
  const int i = thread();
  if (i < n) out[64 + i] = atomicAdd(&counter[i % 7], i);
}

__global__ void tickets_of_one(int* counter, int* out, int n) {
  const int i = thread();
  if (i < n) out[64 + atomicAdd(counter, 1)] = 1;
}

__global__ void shared_tickets(const int* numbers, int* out, int n) {
  __shared__ int next[8];
  if (threadIdx.x < 8) next[threadIdx.x] = 0;
  __syncthreads();
  const int bin = numbers[thread()] % n;
  const int mine = atomicAdd(&next[bin], 1);
  out[thread()] = bin * 256 + mine;
}

__global__ void maxima(const int* numbers, int* largest, int n) {
  const int i = thread();
  if (i < n) atomicMax(&largest[i % 5 * 8], numbers[i]);
}

__global__ void minimum_shared(const int* numbers, int* out, int n) {
  __shared__ int smallest;
  if (threadIdx.x == 0) smallest = 1 << 30;
  __syncthreads();
  const int i = thread();
  if (i < n) atomicMin(&smallest, numbers[i]);
  __syncthreads();
  if (threadIdx.x == 0) atomicMin(out, smallest);
}

__global__ void exchanges(const int* numbers, int* words, int n) {
  const int i = thread();
  if (i < n) words[1024 + i] = atomicExch(&words[i], numbers[i]);
}

__global__ void exchanges_shared(const int* numbers, int* out, int n) {
  __shared__ int s[128];
  s[threadIdx.x] = 0;
  __syncthreads();
  const int old = atomicExch(&s[(threadIdx.x * n) % blockDim.x], numbers[thread()]);
  __syncthreads();
  out[thread()] = old + s[threadIdx.x];
}

__global__ void claims(const int* numbers, int* owner, int n) {
  const int i = thread();
  if (i < n) owner[2048 + i] = atomicCAS(&owner[numbers[i] % 1024], 0, i + 1) == 0;
}

__global__ void claims_shared(const int* numbers, int* out, int n) {
  __shared__ int owner[64];
#pragma unroll 1
  for (int k = threadIdx.x; k < 64; k += blockDim.x) owner[k] = 0;
  __syncthreads();
  out[thread()] = atomicCAS(&owner[numbers[thread()] % n], 0, 1);
}

__global__ void bits(const int* numbers, unsigned* words, int n) {
  const int i = thread();
  if (i < n) atomicOr(&words[numbers[i] % 1024 / 32], 1u << numbers[i] % 32);
}

__global__ void bits_and_xor(const int* numbers, unsigned* words, int n) {
  const int i = thread();
  if (i >= n) return;
  atomicXor(&words[i / 8], 1u << i % 8);
  if (numbers[i] % 2 == 0) atomicAnd(&words[64 + i / 8], ~(1u << i % 8));
}

__global__ void wide_sums(const int* numbers, unsigned long long* sums, int n) {
  const int i = thread();
  if (i < n) atomicAdd(&sums[i % 16], static_cast<unsigned long long>(numbers[i]));
}

__global__ void doubles(const float* a, double* sums, int n) {
  const int i = thread();
  if (i < n) atomicAdd(&sums[i / 3], static_cast<double>(a[i]));
}

__global__ void scattered_floats(const int* numbers, const float* a, float* b, int n) {
  const int i = thread();
  if (i < n) atomicAdd(&b[numbers[i] % 512], a[i]);
}

__global__ void wrapping_counters(unsigned* counters, int n) {
  const int i = thread();
  if (i >= n) return;
  atomicInc(&counters[i % 9], 5);
  atomicDec(&counters[16 + i % 9], 5);
}

__global__ void aggregated_by_warp(const int* numbers, int* counter, int n) {
  const int i = thread();
  const bool wanted = i < n && numbers[i] % 2 == 0;
  const unsigned lanes = __ballot_sync(0xffffffff, wanted);
  if (wanted && threadIdx.x % 32 == static_cast<unsigned>(__ffs(lanes)) - 1) atomicAdd(counter, __popc(lanes));
}

__global__ void sum_of_blocks(const float* a, float* sum, int n) {
  __shared__ float part[64];
  part[threadIdx.x] = thread() < n ? a[thread()] : 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    float s = 0;
#pragma unroll 1
    for (int k = 0; k < static_cast<int>(blockDim.x); ++k) s += part[k];
    atomicAdd(sum, s);
  }
}

__global__ void in_a_loop(const int* numbers, int* bins, int rounds) {
#pragma unroll 1
  for (int k = 0; k < rounds; ++k) {
    const int v = numbers[k * 128 + threadIdx.x];
    if (v % 3 == 0) continue;
    atomicAdd(&bins[v % 100], k);
  }
}

__global__ void shared_floats(const int* numbers, const float* a, float* b, int n) {
  __shared__ float s[32];
  if (threadIdx.x < 32) s[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&s[(threadIdx.x * n) % 32], a[thread()]);
  __syncthreads();
  if (threadIdx.x < 32) b[blockIdx.x * 32 + threadIdx.x] = s[threadIdx.x] + numbers[threadIdx.x];
}

__global__ void reverse_edges(const int* numbers, int* degree, int n) {
  const int i = thread();
  if (i >= n) return;
  atomicAdd(&degree[numbers[i] % n], 1);
  atomicSub(&degree[numbers[i + n] % n], 1);
}

__global__ void last_block(const float* a, float* sums, unsigned* finished, int n) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    float s = 0;
#pragma unroll 1
    for (int k = 0; k < n; ++k) s += a[blockIdx.x * n + k];
    sums[blockIdx.x] = s;
    __threadfence();
    is_last = atomicAdd(finished, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last && threadIdx.x < gridDim.x) sums[256 + threadIdx.x] = sums[threadIdx.x] * 2;
}

const std::vector<Shape> lines = {{4, 64, 256}, {3, 50, 141}, {1, 100, 77}};

List atomic_updates() {
  List list;
  const auto add = [&](const char* name, void (*kernel)(const int*, int*, int), const std::vector<Shape>& shapes) {
    list.add(name, shapes, [=](Shape s, Memory m) { kernel<<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n); });
  };
  add("histogram_global", histogram_global, lines);
  add("histogram_shared", histogram_shared, {{4, 64, 1000}, {2, 50, 333}, {1, 100, 77}});
  add("histogram_of_few", histogram_of_few, lines);
  add("one_counter", one_counter, lines);
  add("one_sum", one_sum, lines);
  add("maxima", maxima, lines);
  add("minimum_shared", minimum_shared, lines);
  add("exchanges", exchanges, lines);
  add("claims", claims, lines);
  add("shared_tickets", shared_tickets, {{2, 64, 8}, {1, 50, 5}, {1, 21, 1}});
  add("exchanges_shared", exchanges_shared, {{2, 64, 3}, {1, 50, 1}, {1, 96, 2}});
  add("claims_shared", claims_shared, {{2, 64, 64}, {1, 50, 7}});
  add("in_a_loop", in_a_loop, {{2, 64, 6}, {1, 50, 5}});
  add("aggregated_by_warp", aggregated_by_warp, lines);
  add("reverse_edges", reverse_edges, lines);
  list.add("bits", lines, [](Shape s, Memory m) { bits<<<s.grid, s.block>>>(m.numbers, m.to<unsigned>(), s.n); });
  list.add("bits_and_xor", lines,
           [](Shape s, Memory m) { bits_and_xor<<<s.grid, s.block>>>(m.numbers, m.to<unsigned>(), s.n); });
  list.add("one_float_sum", lines,
           [](Shape s, Memory m) { one_float_sum<<<s.grid, s.block>>>(m.values, m.to(), s.n); });
  list.add("tickets", lines, [](Shape s, Memory m) { tickets<<<s.grid, s.block>>>(m.to<int>(), m.to<int>(), s.n); });
  list.add("tickets_of_one", {{1, 32, 32}, {1, 27, 21}},  // a single warp: no order of warps decides where they store
           [](Shape s, Memory m) { tickets_of_one<<<s.grid, s.block>>>(m.to<int>(), m.to<int>(), s.n); });
  list.add("wide_sums", lines,
           [](Shape s, Memory m) { wide_sums<<<s.grid, s.block>>>(m.numbers, m.to<unsigned long long>(), s.n); });
  list.add("doubles", lines, [](Shape s, Memory m) { doubles<<<s.grid, s.block>>>(m.values, m.to<double>(), s.n); });
  list.add("scattered_floats", lines,
           [](Shape s, Memory m) { scattered_floats<<<s.grid, s.block>>>(m.numbers, m.values, m.to(), s.n); });
  list.add("wrapping_counters", lines,
           [](Shape s, Memory m) { wrapping_counters<<<s.grid, s.block>>>(m.to<unsigned>(), s.n); });
  list.add("sum_of_blocks", {{4, 64, 250}, {3, 50, 141}},
           [](Shape s, Memory m) { sum_of_blocks<<<s.grid, s.block>>>(m.values, m.to(), s.n); });
  list.add("shared_floats", {{2, 64, 1}, {1, 50, 2}, {1, 32, 8}, {1, 96, 32}},
           [](Shape s, Memory m) { shared_floats<<<s.grid, s.block>>>(m.numbers, m.values, m.to(), s.n); });
  list.add("last_block", {{4, 64, 9}, {7, 40, 5}},
           [](Shape s, Memory m) { last_block<<<s.grid, s.block>>>(m.values, m.to(), m.to<unsigned>() + 1024, s.n); });
  return list;
}

}  // namespace

SIMT_STYLE(atomic_updates)
