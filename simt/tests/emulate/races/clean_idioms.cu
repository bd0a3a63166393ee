// Memory that is written, shared and read again in the many ways of right programs: nothing may be found.
#include <cooperative_groups.h>

#include <cstdio>
#include <cuda/atomic>

namespace cg = cooperative_groups;

/// The stores are exchanges; nobody looks at what was there.
__global__ void stores_by_exchange(int* out) { atomicExch(out + threadIdx.x, threadIdx.x); }

__global__ void stores_by_exchange_of_references(int* out) {
  cuda::atomic_ref<int, cuda::thread_scope_device>(out[threadIdx.x]).exchange(threadIdx.x, cuda::memory_order_relaxed);
  __shared__ unsigned s[32];
  atomicExch(&s[threadIdx.x], threadIdx.x);
  __syncwarp();
  out[32 + threadIdx.x] = static_cast<int>(s[31 - threadIdx.x]);
}

struct Padded {
  char tag;
  double value;
  short last;
};

/// The bytes between the members are copied, too, and never written.
__global__ void copied_with_padding(Padded* out, Padded* again) {
  __shared__ Padded s[32];
  s[threadIdx.x].tag = 'a';
  s[threadIdx.x].value = threadIdx.x;
  s[threadIdx.x].last = 3;
  __syncwarp();
  out[threadIdx.x] = s[31 - threadIdx.x];
  again[threadIdx.x] = out[threadIdx.x];
}

struct Flags {
  unsigned low : 4, high : 12, rest : 16;
};

/// A store of a bit field reads the other fields of the word, which the first store sets.
__global__ void bit_fields(Flags* flags, unsigned* out) {
  Flags& mine = flags[threadIdx.x];
  mine = Flags{};
  mine.low = threadIdx.x & 15;
  mine.high = threadIdx.x;
  out[threadIdx.x] = mine.low + mine.high + mine.rest;
}

union Bits {
  float number;
  unsigned bits;
  unsigned char bytes[4];
};

__global__ void another_member_of_a_union(Bits* all, unsigned* out) {
  __shared__ Bits s[64];
  s[threadIdx.x].number = threadIdx.x + 0.5f;
  all[threadIdx.x].number = threadIdx.x + 0.5f;
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x].bits + s[63 - threadIdx.x].bytes[3] + all[threadIdx.x].bytes[3];
}

/// Scalars first, then a vector over them, then one of its members anew.
__global__ void vector_over_scalars(float* out) {
  __shared__ __align__(16) float s[128];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x < 32) reinterpret_cast<float4*>(s)[threadIdx.x] = make_float4(threadIdx.x, 1, 2, 3);
  __syncthreads();
  if (threadIdx.x % 4 == 1) s[threadIdx.x] = -1;
  __syncthreads();
  const float2 pair = reinterpret_cast<float2*>(s)[63 - threadIdx.x % 64];
  out[threadIdx.x] = pair.x + pair.y;
}

/// The second half is given another meaning after a barrier.
__global__ void another_array_in_the_same_place(const float* in, float* out) {
  extern __shared__ char memory[];
  double* sums = reinterpret_cast<double*>(memory);
  int* counts = reinterpret_cast<int*>(memory);
  sums[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  const double right = sums[(threadIdx.x + 1) % blockDim.x];
  __syncthreads();
  counts[threadIdx.x] = static_cast<int>(right);
  __syncthreads();
  out[threadIdx.x] = counts[blockDim.x - 1 - threadIdx.x];
}

__global__ void flags_of_many(const int* in, int* any) {
  __shared__ int found;
  if (threadIdx.x == 0) found = 0;
  __syncthreads();
  if (in[threadIdx.x] >= 0) atomicOr(&found, 1);
  __syncthreads();
  if (threadIdx.x == 0) atomicExch(any + blockIdx.x, found);
}

/// Lanes that have a value reserve room for all of them with one addition.
__global__ void room_for_the_warp(const int* in, int* length, int* out) {
  const int value = in[blockIdx.x * blockDim.x + threadIdx.x];
  if (value < 0) return;
  const unsigned mask = __activemask();
  const int lane = threadIdx.x % 32, leader = __ffs(mask) - 1;
  int start = 0;
  if (lane == leader) start = atomicAdd(length, __popc(mask));
  start = __shfl_sync(mask, start, leader);
  out[start + __popc(mask & ((1u << lane) - 1))] = value;
}

/// A tree over the block whose last steps are a warp's.
__global__ void tree_with_a_warp(const float* in, float* out) {
  __shared__ float s[128];
  const int t = threadIdx.x;
  s[t] = in[blockIdx.x * 128 + t];
  __syncthreads();
  for (int half = 64; half > 32; half /= 2) {
    if (t < half) s[t] += s[t + half];
    __syncthreads();
  }
  if (t < 32) {
    float sum = s[t] + s[t + 32];
    for (int half = 16; half > 0; half /= 2) {
      s[t] = sum;
      __syncwarp();
      if (t < half) sum += s[t + half];
      __syncwarp();
    }
    if (t == 0) out[blockIdx.x] = sum;
  }
}

/// A status, then the sum, each published behind a fence; the ticket gives the order in which blocks begin.
__device__ int looked_back_tickets;
__global__ void look_back(const int* in, volatile int* status, volatile int* aggregates, volatile int* prefixes,
                          int* out) {
  __shared__ int tile, before;
  if (threadIdx.x == 0) tile = atomicAdd(&looked_back_tickets, 1);
  __syncthreads();
  const int here = tile;
  const int value = in[here * 32 + threadIdx.x];
  int sum = value;
  for (int d = 1; d < 32; d *= 2) {
    const int other = __shfl_up_sync(~0u, sum, d);
    if (threadIdx.x >= d) sum += other;
  }
  if (threadIdx.x == 31) {
    if (here == 0) {
      prefixes[0] = sum;
    } else {
      aggregates[here] = sum;
    }
    __threadfence();
    status[here] = here == 0 ? 2 : 1;
    int exclusive = 0;
    for (int i = here - 1; i >= 0; --i) {
      int seen;
      while ((seen = status[i]) == 0) {
      }
      __threadfence();
      if (seen == 2) {
        exclusive += prefixes[i];
        break;
      }
      exclusive += aggregates[i];
    }
    if (here > 0) {
      prefixes[here] = exclusive + sum;
      __threadfence();
      status[here] = 2;
    }
    before = exclusive;
  }
  __syncthreads();
  out[here * 32 + threadIdx.x] = before + sum;
}

/// Two words that a lock of one word protects; every thread of the grid comes for it, lane by lane.
__device__ cuda::atomic<int, cuda::thread_scope_device> gate;
__global__ void guarded_by_acquire(int* pair) {
  bool done = false;
  while (!done) {
    int expected = 0;
    if (gate.compare_exchange_strong(expected, 1, cuda::memory_order_acquire)) {
      pair[0] += 1;
      pair[1] = pair[0];
      gate.store(0, cuda::memory_order_release);
      done = true;
    }
  }
}

/// atomicCAS alone: the first look is one as well.
__global__ void largest_of_floats(const float* in, int* largest) {
  int old = atomicAdd(largest, 0);
  while (__int_as_float(old) < in[threadIdx.x]) {
    const int seen = atomicCAS(largest, old, __float_as_int(in[threadIdx.x]));
    if (seen == old) break;
    old = seen;
  }
}

/// The reader takes the message and sets the flag back; the writer waits for that.
__global__ void handed_over_and_back(int* flag, int* message, int* out) {
  cuda::atomic_ref<int, cuda::thread_scope_device> full(*flag);
  if (threadIdx.x != 0) return;
  for (int k = 0; k < 3; ++k) {
    if (blockIdx.x == 0) {
      while (full.load(cuda::memory_order_acquire) != 0) {
      }
      message[0] = k;
      message[1] = -k;
      full.store(1, cuda::memory_order_release);
    } else {
      while (full.load(cuda::memory_order_acquire) == 0) {
      }
      out[k] = message[0] + message[1];
      full.store(0, cuda::memory_order_release);
    }
  }
}

/// Only flags are volatile, and every block waits for all others; the data are plain.
__global__ void all_blocks_arrive(volatile int* arrived, int* data, int* out) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) arrived[blockIdx.x] = 1;
  if (threadIdx.x < gridDim.x) {
    while (arrived[threadIdx.x] == 0) {
    }
  }
  __threadfence();
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = data[(blockIdx.x + 1) % gridDim.x * blockDim.x + threadIdx.x];
}

/// A queue in shared memory: threads take what is there until nothing is left.
__global__ void queue_of_a_block(int* out, int n) {
  __shared__ int next;
  if (threadIdx.x == 0) next = 0;
  __syncthreads();
  for (int i = atomicAdd(&next, 1); i < n; i = atomicAdd(&next, 1)) out[i] = i;
}

/// Partial groups of the last warp.
__global__ void groups_of_what_is_left(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const cg::coalesced_group rest = cg::coalesced_threads();
  const int first = rest.shfl(in[i], 0);
  out[i] = first + static_cast<int>(rest.thread_rank());
  rest.sync();
  if (i + 1 == n) out[n] = first;
}

__global__ void tile_groups_sum(const float* in, float* out) {
  __shared__ float sums[8];
  const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  float sum = in[threadIdx.x];
  for (int d = tile.size() / 2; d > 0; d /= 2) sum += tile.shfl_down(sum, d);
  if (tile.thread_rank() == 0) sums[tile.meta_group_rank()] = sum;
  cg::this_thread_block().sync();
  if (threadIdx.x < 8) out[threadIdx.x] = sums[threadIdx.x];
}

/// Counters of a warp each, cleared by that warp, added up by the block.
__global__ void histogram_of_each_warp(const unsigned char* in, int* out, int n) {
  __shared__ int counts[4][32];
  int* mine = counts[threadIdx.x / 32];
  mine[threadIdx.x % 32] = 0;
  __syncwarp();
  for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&mine[in[i] % 32], 1);
  __syncthreads();
  if (threadIdx.x < 32) {
    int sum = 0;
    for (int w = 0; w < 4; ++w) sum += counts[w][threadIdx.x];
    out[threadIdx.x] = sum;
  }
}

/// Only a part is written anew after a fill; the rest keeps its zeros.
__global__ void partly_rewritten(int* data, int* out, int from) {
  if (threadIdx.x >= from) data[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = data[threadIdx.x] + data[threadIdx.x / 2 < from ? 0 : threadIdx.x];
}

/// The bytes of a word belong to different threads, then the word to one.
__global__ void bytes_then_words(unsigned char* bytes, unsigned* out) {
  bytes[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x < blockDim.x / 4) out[threadIdx.x] = reinterpret_cast<unsigned*>(bytes)[threadIdx.x];
}

/// A row in registers moves down through three planes.
__global__ void planes_move_down(const float* in, float* out, int planes) {
  __shared__ float plane[66];
  const int t = threadIdx.x + 1;
  float below = in[t], here = in[64 + t];
  for (int z = 1; z + 1 < planes; ++z) {
    const float above = in[64 * (z + 1) + t];
    plane[t] = here;
    if (t == 1) plane[0] = plane[65] = 0;
    __syncthreads();
    out[64 * z + t - 1] = below + above + plane[t - 1] + plane[t + 1];
    __syncthreads();
    below = here;
    here = above;
  }
}

__managed__ int managed_count;
__global__ void adds_to_managed(int by) { atomicAdd(&managed_count, by); }
__global__ void doubles(float* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= 2;
}

/// Host memory that kernels address; events order two streams; a copy of no bytes and of a part.
void host_and_device() {
  float *mapped, *address, *device;
  cudaHostAlloc(&mapped, 1024, cudaHostAllocMapped);
  for (int i = 0; i < 256; ++i) mapped[i] = i;
  cudaHostGetDevicePointer(reinterpret_cast<void**>(&address), mapped, 0);
  cudaMalloc(&device, 1024);
  cudaStream_t first, second;
  cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
  cudaEvent_t filled, doubled;
  cudaEventCreate(&filled);
  cudaEventCreate(&doubled);
  for (int round = 0; round < 2; ++round) {
    cudaMemsetAsync(device, 0, 1024, first);
    cudaEventRecord(filled, first);
    cudaStreamWaitEvent(second, filled, 0);
    doubles<<<2, 64, 0, second>>>(device, 128);
    doubles<<<2, 128, 0, first>>>(address, 256);
    cudaEventRecord(doubled, second);
    cudaStreamWaitEvent(first, doubled, 0);
  }
  cudaMemcpyAsync(device, mapped, 0, cudaMemcpyHostToDevice, first);
  cudaStreamSynchronize(first);
  mapped[0] += 1;
  managed_count = 3;
  adds_to_managed<<<2, 32>>>(2);
  cudaDeviceSynchronize();
  managed_count += 1;
  cudaEventDestroy(filled);
  cudaEventDestroy(doubled);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  cudaFree(device);
  cudaFreeHost(mapped);
}

/// New memory of which nothing was written yet.
template <class T>
T* fresh(int count) {
  T* memory;
  cudaMalloc(&memory, count * sizeof(T));
  return memory;
}

template <class T>
T* zeros(int count) {
  T* memory = fresh<T>(count);
  cudaMemset(memory, 0, count * sizeof(T));
  return memory;
}

int main() {
  int* out = fresh<int>(4096);
  int* counters = zeros<int>(4096);
  float* in = zeros<float>(4096);
  float* results = fresh<float>(4096);
  Padded* padded = fresh<Padded>(64);
  stores_by_exchange<<<1, 32>>>(out);
  stores_by_exchange_of_references<<<1, 32>>>(out + 64);
  copied_with_padding<<<1, 32>>>(padded, padded + 32);
  bit_fields<<<1, 32>>>(reinterpret_cast<Flags*>(out + 256), reinterpret_cast<unsigned*>(out + 300));
  another_member_of_a_union<<<1, 64>>>(reinterpret_cast<Bits*>(out + 400), reinterpret_cast<unsigned*>(out + 500));
  vector_over_scalars<<<1, 128>>>(results);
  another_array_in_the_same_place<<<1, 64, 512>>>(in, results + 128);
  flags_of_many<<<2, 64>>>(counters, out + 600);
  room_for_the_warp<<<3, 64>>>(counters, counters + 3000, out + 700);
  tree_with_a_warp<<<2, 128>>>(in, results + 256);
  look_back<<<4, 32>>>(counters, counters + 1000, out + 1000, out + 1010, out + 1020);
  guarded_by_acquire<<<2, 32>>>(counters + 1100);
  largest_of_floats<<<1, 64>>>(in, counters + 1200);
  handed_over_and_back<<<2, 32>>>(counters + 1300, out + 1400, out + 1410);
  all_blocks_arrive<<<3, 64>>>(counters + 1500, out + 1600, out + 1900);
  queue_of_a_block<<<1, 64>>>(out + 2200, 150);
  groups_of_what_is_left<<<2, 64>>>(counters, out + 2400, 75);
  tile_groups_sum<<<1, 128>>>(in, results + 300);
  histogram_of_each_warp<<<1, 128>>>(reinterpret_cast<unsigned char*>(in), out + 2600, 500);
  cudaMemset(out + 2700, 0, 256);
  partly_rewritten<<<1, 64>>>(out + 2700, out + 2800, 32);
  bytes_then_words<<<1, 64>>>(reinterpret_cast<unsigned char*>(out + 2900), reinterpret_cast<unsigned*>(out + 3000));
  planes_move_down<<<1, 64>>>(in, results + 512, 6);
  host_and_device();
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  for (void* memory : {static_cast<void*>(out), static_cast<void*>(counters), static_cast<void*>(in),
                       static_cast<void*>(results), static_cast<void*>(padded)}) {
    cudaFree(memory);
  }
}
