// Atomic updates of all types and scopes, with and without their results; shuffles, votes, matches and reductions of a
// warp; tiles and coalesced groups; copies that run beside the threads.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cuda_pipeline.h>

#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>

#include "simt/tests/truth/styles/style.hpp"

namespace {

namespace cg = cooperative_groups;
using namespace simt::styles;

__device__ int thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

// ---- global memory ----

/// To one word, to a few, and to neighbouring ones.
template <class T>
__global__ void added(const int* in, T* out, int n) {
  const int i = thread();
  if (i >= n) return;
  atomicAdd(&out[0], T(1));
  atomicAdd(&out[64 + in[i] % 5], T(in[i] % 3));
  atomicAdd(&out[128 + i], T(2));
}

/// The same, and the results are used.
template <class T>
__global__ void added_and_used(const int* in, T* out, T* olds, int n) {
  const int i = thread();
  if (i >= n) return;
  const T a = atomicAdd(&out[64 + in[i] % 5], T(in[i] % 3));
  const T b = atomicAdd(&out[128 + i], T(2));
  olds[i] = a + b;
}

template <class T>
__global__ void extremes(const int* in, T* out, int n) {
  const int i = thread();
  if (i >= n) return;
  atomicMin(&out[in[i] % 3], T(in[i]));
  atomicMax(&out[32], T(in[i]));
  if (atomicMax(&out[64 + i / 2], T(i)) > T(in[i])) out[1000 + i] = T(1);
}

__global__ void bits_set(const int* in, unsigned* out, int n) {
  const int i = thread();
  if (i >= n) return;
  atomicOr(&out[in[i] / 32 % 40], 1u << (in[i] % 32));
  atomicAnd(&out[64 + i / 32], ~(1u << (i % 32)));
  atomicXor(&out[128], in[i]);
}

__global__ void taken_and_exchanged(const int* in, int* out, unsigned* tickets, int n) {
  const int i = thread();
  if (i >= n) return;
  const int old = atomicExch(&out[i], in[i]);
  const int seen = atomicCAS(&out[1000 + in[i] % 64], 0, i + 1);
  atomicExch(&out[2000 + i % 2], i);
  atomicInc(&tickets[0], 1000);
  atomicDec(&tickets[1], 1000);
  out[3000 + i] = old + (seen == 0);
}

__global__ void scopes(const int* in, int* out, int n) {
  const int i = thread();
  if (i >= n) return;
  atomicAdd_block(&out[blockIdx.x * 32 + threadIdx.x % 4], in[i]);
  atomicAdd_system(&out[256 + i % 7], 1);
  cuda::atomic_ref<int, cuda::thread_scope_device> total(out[512]);
  total.fetch_add(in[i], cuda::memory_order_relaxed);
}

/// The largest float by compare-and-swap; each thread has a word of its own.
__global__ void swapped_until_larger(const float* in, unsigned* out, int n) {
  const int i = thread();
  if (i >= n) return;
  unsigned old = out[i], expected;
  do {
    expected = old;
    if (__uint_as_float(expected) >= in[i]) break;
    old = atomicCAS(&out[i], expected, __float_as_uint(in[i]));
  } while (old != expected);
}

/// Only some lanes update.
__global__ void some_lanes_add(const int* in, int* out, int n) {
  const int i = thread();
  if (i >= n) return;
  if (in[i] % 4 == 0) atomicAdd(out, 1);
  if (threadIdx.x % 32 == 5) atomicAdd(out + 1, in[i]);
  if (i % 2 == 0) atomicAdd(out + 32 + i / 8, in[i]);
}

// ---- shared memory ----

template <class T>
__global__ void added_in_shared(const int* in, T* out, int n) {
  __shared__ T s[64];
  const int i = thread(), t = threadIdx.x;
  if (t < 64) s[t] = 0;
  __syncthreads();
  if (i < n) atomicAdd(&s[in[i] % 64], T(2));
  __syncthreads();
  if (t < 64) out[blockIdx.x * 64 + t] = s[t];
}

__global__ void places_in_shared(const int* in, int* out, int n) {
  __shared__ int counts[8];
  __shared__ int least;
  const int i = thread(), t = threadIdx.x;
  if (t < 8) counts[t] = 0;
  if (t == 8) least = 1 << 30;
  __syncthreads();
  if (i < n) {
    const int place = atomicAdd(&counts[in[i] % 8], 1);
    out[i] = place >= 0 ? in[i] % 8 : -1;
    atomicMin(&least, in[i]);
  }
  __syncthreads();
  if (t < 8) out[1000 + blockIdx.x * 8 + t] = counts[t] + least;
}

__global__ void flags_in_shared(const int* in, int* out, int n) {
  __shared__ unsigned seen[32];
  const int i = thread(), t = threadIdx.x;
  if (t < 32) seen[t] = 0;
  __syncthreads();
  if (i < n) atomicOr(&seen[in[i] % 1024 / 32], 1u << (in[i] % 32));
  __syncthreads();
  if (t < 32) out[blockIdx.x * 32 + t] = __popc(seen[t]);
}

// ---- a warp ----

__global__ void sums_of_warps(const int* in, int* out, int n) {
  const int i = thread(), lane = threadIdx.x % 32;
  int sum = i < n ? in[i] : 0, most = sum;
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  sum = __reduce_add_sync(0xffffffffu, sum);
  most = __reduce_max_sync(0xffffffffu, most);
#endif
  if (lane == 0) out[i / 32] = sum + most;
}

__global__ void doubles_through_lanes(const double* in, double* out, int n) {
  const int i = thread();
  double v = i < n ? in[i] : 0;
  for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(0xffffffffu, v, d);
  const double before = __shfl_up_sync(0xffffffffu, v, 1, 8);
  if (i < n) out[i] = v - before;
}

__global__ void one_update_a_group(const int* in, int* out, int n) {
  const int i = thread();
  if (i >= n) return;
  const int key = in[i] % 6;
  const unsigned same = __match_any_sync(__activemask(), key);
  if (threadIdx.x % 32 == __ffs(same) - 1u) atomicAdd(&out[key], __popc(same));
}

__global__ void kept_by_ballot(const int* in, int* out, int n) {
  const int i = thread(), lane = threadIdx.x % 32;
  const bool keep = i < n && in[i] % 3 == 0;
  const unsigned votes = __ballot_sync(0xffffffffu, keep);
  if (keep) out[i / 32 * 32 + __popc(votes & ((1u << lane) - 1))] = in[i];
  if (__any_sync(0xffffffffu, i < n && in[i] > 19000) && lane == 31) out[4000 + i / 32] = 1;
}

// ---- groups ----

template <int Size>
__global__ void sums_of_tiles(const int* in, int* out, int n) {
  const auto tile = cg::tiled_partition<Size>(cg::this_thread_block());
  const int i = thread();
  const int sum = cg::reduce(tile, i < n ? in[i] : 0, cg::plus<int>());
  if (tile.thread_rank() == 0) out[i / Size] = sum;
}

__global__ void places_of_a_coalesced_group(const int* in, int* out, int* count, int n) {
  const int i = thread();
  if (i >= n || in[i] % 3 != 0) return;
  const auto group = cg::coalesced_threads();
  int first = 0;
  if (group.thread_rank() == 0) first = atomicAdd(count, static_cast<int>(group.size()));
  first = group.shfl(first, 0);
  if (first >= 0) out[i] = group.thread_rank();
}

__global__ void tile_copied_by_the_group(const float* in, float* out, int n) {
  extern __shared__ float s[];
  const auto block = cg::this_thread_block();
  cg::memcpy_async(block, s, in + blockIdx.x * n, sizeof(float) * n);
  cg::wait(block);
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[blockIdx.x * n + i] = s[n - 1 - i];
}

template <class T>
__global__ void pieces_copied_by_threads(const T* in, T* out, int n) {
  __shared__ T s[128];
  const int t = threadIdx.x, i = thread();
  if (i < n) __pipeline_memcpy_async(&s[t], &in[i], sizeof(T));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  if (i < n) out[i] = s[min(static_cast<int>(blockDim.x), n - static_cast<int>(blockIdx.x * blockDim.x)) - 1 - t];
}

__global__ void tiles_by_a_pipeline(const float* in, float* out, int tiles) {
  __shared__ float s[2][64];
  const int t = threadIdx.x;
  auto pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(&s[0][t], &in[t], sizeof(float), pipe);
  pipe.producer_commit();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (k + 1 < tiles) {
      pipe.producer_acquire();
      cuda::memcpy_async(&s[(k + 1) % 2][t], &in[(k + 1) * 64 + t], sizeof(float), pipe);
      pipe.producer_commit();
      cuda::pipeline_consumer_wait_prior<1>(pipe);
    } else {
      cuda::pipeline_consumer_wait_prior<0>(pipe);
    }
    __syncthreads();
    sum += s[k % 2][t] + s[k % 2][(t + 1) % 64];
    pipe.consumer_release();
    __syncthreads();
  }
  out[thread()] = sum;
}

__global__ void tile_copied_with_a_barrier(const float* in, float* out) {
  __shared__ float s[96];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  const int t = threadIdx.x;
  if (t == 0) init(&bar, blockDim.x);
  __syncthreads();
  cuda::memcpy_async(&s[t], &in[thread()], sizeof(float), bar);
  bar.arrive_and_wait();
  out[thread()] = s[blockDim.x - 1 - t];
}

template <class T>
void add_updates(List& list, const char* name, void (*kernel)(const int*, T*, int), const std::vector<Shape>& shapes) {
  list.add(name, shapes,
           [=](const Shape& s, const Memory& m) { kernel<<<s.grid, s.block>>>(m.numbers, m.to<T>(), s.n); });
}

template <class T>
void add_used_updates(List& list, const char* name, void (*kernel)(const int*, T*, T*, int),
                      const std::vector<Shape>& shapes) {
  list.add(name, shapes, [=](const Shape& s, const Memory& m) {
    kernel<<<s.grid, s.block>>>(m.numbers, m.to<T>(), m.to<T>() + 2000, s.n);
  });
}

template <class T>
void add_copies(List& list, const char* name, void (*kernel)(const T*, T*, int), const std::vector<Shape>& shapes) {
  list.add(name, shapes,
           [=](const Shape& s, const Memory& m) { kernel<<<s.grid, s.block>>>(m.as<T>(), m.to<T>(), s.n); });
}

List launches() {
  List list;
  const std::vector<Shape> two = {{2, 96, 181}, {1, 45, 40}};
  const auto updates = [&](const char* name, auto* kernel) { add_updates(list, name, kernel, two); };
  updates("added<int>", added<int>);
  updates("added<unsigned long long>", added<unsigned long long>);
  updates("added<float>", added<float>);
  updates("added<double>", added<double>);
  const auto used = [&](const char* name, auto* kernel) { add_used_updates(list, name, kernel, two); };
  used("added_and_used<int>", added_and_used<int>);
  used("added_and_used<unsigned long long>", added_and_used<unsigned long long>);
  used("added_and_used<float>", added_and_used<float>);
  used("added_and_used<double>", added_and_used<double>);
  updates("extremes<int>", extremes<int>);
  updates("extremes<unsigned long long>", extremes<unsigned long long>);
  updates("bits_set", bits_set);
  list.add("taken_and_exchanged", two, [](const Shape& s, const Memory& m) {
    taken_and_exchanged<<<s.grid, s.block>>>(m.numbers, m.to<int>(), m.to<unsigned>() + 5000, s.n);
  });
  updates("scopes", scopes);
  list.add("swapped_until_larger", two, [](const Shape& s, const Memory& m) {
    swapped_until_larger<<<s.grid, s.block>>>(m.values, m.to<unsigned>(), s.n);
  });
  updates("some_lanes_add", some_lanes_add);
  updates("added_in_shared<int>", added_in_shared<int>);
  updates("added_in_shared<unsigned long long>", added_in_shared<unsigned long long>);
  updates("added_in_shared<float>", added_in_shared<float>);
  updates("added_in_shared<double>", added_in_shared<double>);
  updates("places_in_shared", places_in_shared);
  updates("flags_in_shared", flags_in_shared);
  const std::vector<Shape> whole = {{2, 96, 181}, {1, 64, 40}};  // whole warps
  const auto of_warps = [&](const char* name, auto* kernel) { add_updates(list, name, kernel, whole); };
  of_warps("sums_of_warps", sums_of_warps);
  list.add("doubles_through_lanes", whole, [](const Shape& s, const Memory& m) {
    doubles_through_lanes<<<s.grid, s.block>>>(m.as<double>(), m.to<double>(), s.n);
  });
  updates("one_update_a_group", one_update_a_group);
  of_warps("kept_by_ballot", kept_by_ballot);
  of_warps("sums_of_tiles<8>", sums_of_tiles<8>);
  of_warps("sums_of_tiles<16>", sums_of_tiles<16>);
  list.add("places_of_a_coalesced_group", two, [](const Shape& s, const Memory& m) {
    places_of_a_coalesced_group<<<s.grid, s.block>>>(m.numbers, m.to<int>(), m.to<int>() + 5000, s.n);
  });
  list.add("tile_copied_by_the_group", {{2, 96, 256}, {3, 45, 100}}, [](const Shape& s, const Memory& m) {
    tile_copied_by_the_group<<<s.grid, s.block, s.n * sizeof(float)>>>(m.values, m.to(), s.n);
  });
  const auto pieces = [&](const char* name, auto* kernel) { add_copies(list, name, kernel, two); };
  pieces("pieces_copied_by_threads<float>", pieces_copied_by_threads<float>);
  pieces("pieces_copied_by_threads<double>", pieces_copied_by_threads<double>);
  pieces("pieces_copied_by_threads<float4>", pieces_copied_by_threads<float4>);
  list.add("tiles_by_a_pipeline", {{1, 64, 4}, {2, 64, 3}},
           [](const Shape& s, const Memory& m) { tiles_by_a_pipeline<<<s.grid, s.block>>>(m.values, m.to(), s.n); });
  list.add("tile_copied_with_a_barrier", {{2, 96, 0}, {1, 45, 1}},
           [](const Shape& s, const Memory& m) { tile_copied_with_a_barrier<<<s.grid, s.block>>>(m.values, m.to()); });
  return list;
}

}  // namespace

SIMT_STYLE(launches)
