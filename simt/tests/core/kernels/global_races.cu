// Student code for global_races_test.cpp.
#include <cuda_runtime.h>
__device__ int thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

// ---- within a block ----
template <bool is_right>
__global__ void reversed(int* out, int* stage) {
  stage[threadIdx.x] = threadIdx.x;  // @reversed_store
  if (is_right) __syncthreads();
  out[threadIdx.x] = stage[blockDim.x - 1 - threadIdx.x];  // @reversed_load
}
template <bool is_right>
__global__ void pairs(int* out, int* stage) {
  stage[threadIdx.x] = threadIdx.x;  // @pairs_store
  if (is_right) __syncwarp();
  out[threadIdx.x] = stage[threadIdx.x ^ 1];  // @pairs_load
}

// ---- between blocks ----
__global__ void own_elements(int* out, int* stage) {
  stage[thread()] = thread();
  stage[thread()] += 1;
  out[thread()] = stage[thread()];
}
__global__ void one_word(int* out, int*) { out[0] = blockIdx.x; }  // @one_word
__global__ void halo_in_place(int* out, int* stage) {
  const int next = stage[thread() + 1];  // @halo_load
  __syncthreads();
  stage[thread()] = next;  // @halo_store
}
__global__ void bytes(int* out, int*) {
  const int n = blockDim.x;
  reinterpret_cast<char*>(out)[threadIdx.x * gridDim.x + blockIdx.x] = 1;
  reinterpret_cast<short*>(out + n)[threadIdx.x * gridDim.x + blockIdx.x] = 1;
}
__global__ void same_bytes(int* out, int*) {
  reinterpret_cast<char*>(out)[threadIdx.x] = blockIdx.x;  // @same_bytes
}
__global__ void float4s(int* out, int*) {
  reinterpret_cast<int4*>(out)[threadIdx.x] = make_int4(0, 0, 0, blockIdx.x);  // @float4s
}

// ---- ordered by a flag ----
enum Handshake { right, no_release, no_acquire, block_release, plain_flag, no_barrier_before, no_barrier_after };
template <Handshake how>
__global__ void hand_over(int* out, int* stage) {
  volatile int* flag = stage + 1000;
  if (blockIdx.x == 0) {
    stage[threadIdx.x] = threadIdx.x;  // @data_store
    if (how != no_barrier_before) __syncthreads();
    if (threadIdx.x == 0) {
      if (how == block_release)
        __threadfence_block();
      else if (how != no_release)
        __threadfence();
      if (how == plain_flag)
        stage[1000] = 1;  // @plain_flag_store
      else
        *flag = 1;
    }
  } else {
    if (threadIdx.x == 0) {
      while (*flag == 0) {  // @flag_load
      }
      if (how != no_acquire) __threadfence();
    }
    if (how != no_barrier_after) __syncthreads();
    out[threadIdx.x] = stage[(threadIdx.x + 7) % blockDim.x];  // @data_load
  }
}
__global__ void fences_of_all(int* out, int* stage) {
  if (blockIdx.x == 0) {
    stage[threadIdx.x] = threadIdx.x;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) atomicExch(stage + 1000, 1);
  } else {
    if (threadIdx.x == 0)
      while (atomicAdd(stage + 1000, 0) == 0) {
      }
    __syncthreads();
    __threadfence();
    out[threadIdx.x] = stage[blockDim.x - 1 - threadIdx.x];
  }
}
__global__ void chain(int* out, int* stage) {  // each block adds to what the one before has left
  volatile int* flags = stage + 512;
  if (blockIdx.x > 0) {
    while (flags[blockIdx.x - 1] == 0) {
    }
    __threadfence();
  }
  stage[threadIdx.x] += 1;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    flags[blockIdx.x] = 1;
  }
  if (blockIdx.x == gridDim.x - 1) out[threadIdx.x] = stage[threadIdx.x];
}
__global__ void warps_hand_over(int* out, int* stage) {
  volatile int* flags = stage + 512;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (blockIdx.x == 0) {
    stage[threadIdx.x] = threadIdx.x;
    __syncwarp();
    if (lane == 0) {
      __threadfence();
      flags[warp] = 1;
    }
  } else {
    if (lane == 0) {
      while (flags[warp] == 0) {
      }
      __threadfence();
    }
    __syncwarp();
    out[threadIdx.x] = stage[threadIdx.x ^ 5];
  }
}

// ---- ordered by a counter ----
template <bool is_right>
__global__ void last_block(int* out, int* partial) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = blockIdx.x;  // @partial_store
    if (is_right) __threadfence();
    is_last = atomicAdd(partial + 1000, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!is_last) return;
  int sum = 0;
#pragma unroll 1
  for (int i = 0; i < gridDim.x; ++i) sum += partial[i];  // @partial_load
  if (threadIdx.x == 0) out[0] = sum;
}
template <bool is_right>
__device__ void barrier(int* arrived, int goal) {
  __syncthreads();
  if (threadIdx.x == 0) {
    if (is_right) __threadfence();
    atomicAdd(arrived, 1);
    while (*(volatile int*)arrived < goal) {
    }
    __threadfence();
  }
  __syncthreads();
}
template <bool is_right>
__global__ void rounds(int* out, int* stage) {
  const int n = gridDim.x * blockDim.x;
  stage[thread()] = 0;
  for (int round = 0; round < 4; ++round) {
    barrier<is_right>(stage + 1000, (2 * round + 1) * gridDim.x);
    const int next = stage[(thread() + blockDim.x) % n];
    barrier<is_right>(stage + 1000, (2 * round + 2) * gridDim.x);
    stage[thread()] = next + 1;
  }
  out[thread()] = stage[thread()];
}
template <bool is_right>
__global__ void locked(int* out, int* stage) {
  if (threadIdx.x == 0) {
    while (atomicCAS(stage + 1000, 0, 1) != 0) {
    }
    __threadfence();
    stage[0] += blockIdx.x;  // @locked_update
    if (is_right) __threadfence();
    atomicExch(stage + 1000, 0);
  }
}

// ---- atomics ----
__global__ void atomics(int*, int* stage) { atomicAdd(stage, 1); }
__global__ void atomics_and_plain(int* out, int* stage) {
  atomicAdd(stage, 1);       // @atomic_update
  out[thread()] = stage[0];  // @plain_load
}
__device__ int found;
__global__ void device_variable(int*, int*) {
  if (threadIdx.x == 0) found = blockIdx.x;  // @device_variable
}

template <class Kernel>
void run(Kernel kernel, int blocks, int threads, int* out) {
  int* stage;
  cudaMalloc(&stage, 4096 * sizeof(int));
  cudaMemset(stage, 0, 4096 * sizeof(int));
  kernel<<<blocks, threads>>>(out, stage);
  cudaFree(stage);
}
extern "C" {
// Blocks draw tiles, and the message of a tile is one word of 64 bits, complete in itself. A block that draws learns of
// later messages of the same block, through the counter: that makes no earlier one wrong.
__device__ int drawn_tile(int* next, int* drawn) {
  if (threadIdx.x == 0) *drawn = atomicAdd(next, 1);
  __syncwarp();
  const int tile = *drawn;
  __syncwarp();
  return tile;
}
__global__ void messages_of_tiles(int* out, int* next) {
  __shared__ int drawn;
  auto* const messages = reinterpret_cast<volatile unsigned long long*>(next + 8);
  for (int tile; (tile = drawn_tile(next, &drawn)) < 64;) {
    unsigned long long seen = 1ULL << 32;
    const int other = tile - 1 - static_cast<int>(threadIdx.x);
    do {
      if (other >= 0) seen = messages[other];
    } while (__any_sync(~0U, seen >> 32 == 0));
    if (threadIdx.x == 0) messages[tile] = 1ULL << 32 | (seen + 1);
    out[32 * tile + threadIdx.x] = static_cast<int>(seen);
  }
}

#define CASE(name, kernel, blocks, threads) \
  void name(int* out, const int*, int) { run(kernel, blocks, threads, out); }
CASE(barrier_in_block, reversed<true>, 1, 64)
CASE(no_barrier_in_block, reversed<false>, 1, 64)
CASE(barrier_in_warp, pairs<true>, 1, 64)
CASE(no_barrier_in_warp, pairs<false>, 1, 64)
CASE(own_words, own_elements, 8, 64)
CASE(all_one_word, one_word, 2, 1)
CASE(in_place, halo_in_place, 4, 32)
CASE(own_bytes, bytes, 4, 32)
CASE(shared_bytes, same_bytes, 2, 32)
CASE(wide, float4s, 2, 32)
CASE(flag_right, hand_over<right>, 2, 64)
CASE(flag_without_release, hand_over<no_release>, 2, 64)
CASE(flag_without_acquire, hand_over<no_acquire>, 2, 64)
CASE(flag_with_block_release, hand_over<block_release>, 2, 64)
CASE(flag_that_is_plain, hand_over<plain_flag>, 2, 64)
CASE(flag_without_barrier_before, hand_over<no_barrier_before>, 2, 64)
CASE(flag_without_barrier_after, hand_over<no_barrier_after>, 2, 64)
CASE(all_fence, fences_of_all, 2, 64)
CASE(chained, chain, 20, 64)
CASE(packed_messages, messages_of_tiles, 6, 32)
CASE(warp_by_warp, warps_hand_over, 2, 128)
CASE(last_right, last_block<true>, 40, 64)
CASE(last_without_fence, last_block<false>, 40, 64)
CASE(grid_barrier, rounds<true>, 8, 64)
CASE(grid_barrier_without_fence, rounds<false>, 8, 64)
CASE(lock, locked<true>, 8, 32)
CASE(lock_without_fence, locked<false>, 8, 32)
CASE(only_atomics, atomics, 4, 32)
CASE(mixed_atomics, atomics_and_plain, 2, 1)
CASE(variable, device_variable, 2, 32)
void pinned(int*, const int*, int) {
  int* host;
  cudaMallocHost(&host, 64);
  host[0] = 0;
  one_word<<<2, 1>>>(host, host);
  cudaFreeHost(host);
}
void launch_after_launch(int* out, const int*, int) {
  for (int i = 0; i < 3; ++i) one_word<<<1, 1>>>(out, out);
}
}
