// Volatile and atomic words that threads read, change and write back one after another, right: nothing may be found.
#include <cstdio>
#include <cuda/atomic>

__device__ int lock;
__device__ volatile int under_the_lock, turn, rounds[8];

__global__ void locked() {
  if (threadIdx.x != 0) return;
  while (atomicCAS(&lock, 0, 1) != 0) {
  }
  __threadfence();
  under_the_lock++;
  __threadfence();
  atomicExch(&lock, 0);
}

__global__ void one_after_another() {
  if (threadIdx.x != 0) return;
  while (turn != blockIdx.x) {
  }
  turn = turn + 1;
}

__global__ void turn_read_once() {
  if (threadIdx.x != 0) return;
  int now;
  do {
    now = turn;
  } while (now != blockIdx.x + 4);
  turn = now + 1;
}

__global__ void only_the_owner_writes() {
  if (threadIdx.x != 0) return;
  for (int k = 0; k < 3; ++k) {
    rounds[blockIdx.x] = rounds[blockIdx.x] + 1;
    if (blockIdx.x > 0) {
      while (rounds[blockIdx.x - 1] <= k) {
      }
    }
  }
}

__global__ void between_barriers(int* out) {
  __shared__ volatile int count;
  if (threadIdx.x == 0) count = 0;
  for (int warp = 0; warp < 4; ++warp) {
    __syncthreads();
    if (threadIdx.x == 32 * warp) count += 1;
  }
  __syncthreads();
  if (threadIdx.x == 0) *out = count;
}

using Count = cuda::atomic<int, cuda::thread_scope_device>;
__device__ Count atomic_lock{0}, guarded{0}, next{0}, own[4];

/// Only the thread that has the lock changes the count.
__global__ void atomic_behind_a_lock() {
  if (threadIdx.x != 0) return;
  int free = 0;
  while (!atomic_lock.compare_exchange_weak(free, 1, cuda::memory_order_acquire)) free = 0;
  guarded.store(guarded.load(cuda::memory_order_relaxed) + 1, cuda::memory_order_relaxed);
  atomic_lock.store(0, cuda::memory_order_release);
}

/// Each block waits for its turn, which the block before it gives.
__global__ void atomic_turns(int* sum) {
  if (threadIdx.x != 0) return;
  while (next.load(cuda::memory_order_acquire) != static_cast<int>(blockIdx.x)) continue;
  *sum += 1;
  next.store(next.load(cuda::memory_order_relaxed) + 1, cuda::memory_order_release);
}

/// One thread alone changes each count.
__global__ void atomic_of_one_owner() {
  Count& count = own[blockIdx.x];
  if (threadIdx.x == 0) {
    for (int i = 0; i < 3; ++i) count.store(count.load() + 1);
  }
}

__device__ unsigned arrived;
__device__ float shares[200];

/// The last block reads the shares of all others, by one thread or by all, and sets the counter back.
template <bool by_all>
__global__ void last_of_many_blocks(float* total) {
  __shared__ bool is_last;
  __shared__ float sums[32];
  if (threadIdx.x == 0) {
    shares[blockIdx.x] = blockIdx.x;
    __threadfence();
    is_last = atomicAdd(&arrived, 1) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (!is_last) return;
  const volatile float* const all = shares;
  float sum = 0;
  if (by_all || threadIdx.x == 0) {
    for (int i = by_all ? threadIdx.x : 0; i < gridDim.x; i += by_all ? blockDim.x : 1) sum += all[i];
  }
  sums[threadIdx.x] = sum;
  __syncthreads();
  if (threadIdx.x != 0) return;
  *total = 0;
  for (float share : sums) *total += share;
  arrived = 0;
}

int main() {
  int* out;
  cudaMalloc(&out, 4);
  locked<<<6, 32>>>();
  one_after_another<<<4, 32>>>();
  turn_read_once<<<4, 32>>>();
  only_the_owner_writes<<<4, 32>>>();
  between_barriers<<<1, 128>>>(out);
  atomic_behind_a_lock<<<4, 32>>>();
  atomic_turns<<<4, 32>>>(out);
  atomic_of_one_owner<<<4, 32>>>();
  last_of_many_blocks<false><<<200, 32>>>(reinterpret_cast<float*>(out));
  last_of_many_blocks<true><<<200, 32>>>(reinterpret_cast<float*>(out));
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFree(out);
}
