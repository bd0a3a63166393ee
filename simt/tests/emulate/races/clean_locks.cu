// Locks, flags and messages between blocks, right: nothing may be found.
#include <cstdio>
#include <cuda/atomic>

__device__ int lock, ticket, serving;

__global__ void swapped_lock(int* count) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    __threadfence();
    *count = *count + 1;
    __threadfence();
    atomicExch(&lock, 0);
  }
}

/// Lanes of one warp compete: the one that has the lock leaves the loop's body before the others try again.
__global__ void lock_of_lanes(int* count) {
  bool done = false;
  while (!done) {
    if (atomicCAS(&lock, 0, 1) == 0) {
      __threadfence();
      count[1] += 2;
      __threadfence();
      atomicExch(&lock, 0);
      done = true;
    }
  }
}

__global__ void tickets(int* count) {
  if (threadIdx.x != 0) return;
  const int mine = atomicAdd(&ticket, 1);
  while (atomicAdd(&serving, 0) != mine) {
  }
  __threadfence();
  count[2] += 1;
  __threadfence();
  atomicAdd(&serving, 1);
}

/// Thread 0 has the lock for its block.
__global__ void lock_of_a_block(int* data) {
  if (threadIdx.x == 0) {
    while (atomicExch(&lock, 1) != 0) {
    }
    __threadfence();
  }
  __syncthreads();
  data[threadIdx.x] += threadIdx.x;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) atomicExch(&lock, 0);
}

__device__ unsigned finished;

__global__ void last_block_adds(const float* in, float* parts, float* out, int n) {
  __shared__ float s[64];
  __shared__ bool is_last;
  float sum = 0;
  for (int i = blockIdx.x * 64 + threadIdx.x; i < n; i += 64 * gridDim.x) sum += in[i];
  s[threadIdx.x] = sum;
  __syncthreads();
  for (int half = 32; half > 0; half /= 2) {
    if (threadIdx.x < half) s[threadIdx.x] += s[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = s[0];
    __threadfence();
    is_last = atomicInc(&finished, gridDim.x - 1) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (is_last && threadIdx.x == 0) {
    float total = 0;
    for (int b = 0; b < gridDim.x; ++b) total += parts[b];
    *out = total;
  }
}

/// Every thread writes; every thread has a fence before the block counts itself.
__global__ void last_block_of_many_writers(float* parts, float* out) {
  __shared__ bool is_last;
  parts[blockIdx.x * 32 + threadIdx.x] = blockIdx.x + threadIdx.x;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) is_last = atomicAdd(&finished, 1) == gridDim.x - 1;
  __syncthreads();
  if (is_last) {
    __threadfence();
    float sum = 0;
    for (int b = 0; b < gridDim.x; ++b) sum += parts[b * 32 + threadIdx.x];
    out[threadIdx.x] = sum;
    if (threadIdx.x == 0) finished = 0;
  }
}

__device__ volatile int mailbox_full;
__device__ volatile int mailbox;

/// Block 0 sends, block 1 takes and sets the flag back.
__global__ void mailbox_of_two(int* out, int messages) {
  if (threadIdx.x != 0) return;
  for (int k = 0; k < messages; ++k) {
    if (blockIdx.x == 0) {
      while (mailbox_full) {
      }
      __threadfence();
      mailbox = k;
      __threadfence();
      mailbox_full = 1;
    } else {
      while (!mailbox_full) {
      }
      __threadfence();
      out[k] = mailbox;
      __threadfence();
      mailbox_full = 0;
    }
  }
}

/// Each block waits for the one before it.
__global__ void chained_sums(const int* in, volatile int* flags, int* sums) {
  __shared__ int before;
  if (threadIdx.x == 0) {
    before = 0;
    if (blockIdx.x > 0) {
      while (flags[blockIdx.x - 1] == 0) {
      }
      __threadfence();
      before = sums[blockIdx.x - 1];
    }
    int sum = before;
    for (int k = 0; k < 32; ++k) sum += in[blockIdx.x * 32 + k];
    sums[blockIdx.x] = sum;
    __threadfence();
    flags[blockIdx.x] = 1;
  }
  __syncthreads();
  (void)before;
}

/// State and value in one word of 64 bits: nothing else needs an order.
__global__ void packed_states(unsigned long long* states, int* out) {
  if (threadIdx.x != 0) return;
  int before = 0;
  for (int b = static_cast<int>(blockIdx.x) - 1; b >= 0; --b) {
    unsigned long long state;
    do state = atomicAdd(&states[b], 0ull);
    while (state >> 32 == 0);
    before += static_cast<int>(state & 0xffffffffu);
    if (state >> 32 == 2) break;
  }
  const int mine = static_cast<int>(blockIdx.x) + 1;
  atomicExch(&states[blockIdx.x], 2ull << 32 | static_cast<unsigned>(before + mine));
  out[blockIdx.x] = before;
}

__device__ cuda::atomic<int, cuda::thread_scope_device> ready;

__global__ void acquire_and_release(int* data, int* out) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      data[0] = 42;
      ready.store(1, cuda::memory_order_release);
    }
  } else if (threadIdx.x == 0) {
    while (ready.load(cuda::memory_order_acquire) == 0) {
    }
    out[blockIdx.x] = data[0];
  }
}

__global__ void reference_with_fences(int* flag, int* data, int* out) {
  cuda::atomic_ref<int, cuda::thread_scope_device> shared_flag(*flag);
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[1] = 7;
    cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
    shared_flag.store(1, cuda::memory_order_relaxed);
  } else {
    while (shared_flag.load(cuda::memory_order_relaxed) == 0) __nanosleep(20);
    cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
    out[blockIdx.x] = data[1];
  }
}

/// A list whose head is swapped; read by the next kernel.
__global__ void pushed(int* head, int* next) {
  const int me = blockIdx.x * blockDim.x + threadIdx.x + 1;
  int old = atomicAdd(head, 0), seen;
  do {
    seen = old;
    next[me] = seen;
    __threadfence();
    old = atomicCAS(head, seen, me);
  } while (old != seen);
}

__global__ void list_length(const int* head, const int* next, int* out) {
  int length = 0;
  for (int at = *head; at != 0; at = next[at]) ++length;
  *out = length;
}

/// Slots of a table are taken by a swap of the key; values are added atomically.
__global__ void inserted(const int* keys, int* table, int* counts) {
  const int key = keys[blockIdx.x * blockDim.x + threadIdx.x] + 1;
  for (int slot = key % 64;; slot = (slot + 1) % 64) {
    const int there = atomicCAS(&table[slot], 0, key);
    if (there == 0 || there == key) {
      atomicAdd(&counts[slot], 1);
      return;
    }
  }
}

/// A frontier: whoever sets the distance first appends the node.
__global__ void frontier(const int* edges, int* distance, int* queue, int* length) {
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  const int w = edges[v];
  if (atomicCAS(&distance[w], -1, 1) == -1) queue[atomicAdd(length, 1)] = w;
}

int main() {
  int* data;
  float* values;
  cudaMalloc(&data, 1 << 16);
  cudaMalloc(&values, 1 << 16);
  cudaMemset(data, 0, 1 << 16);
  cudaMemset(values, 0, 1 << 16);
  swapped_lock<<<6, 32>>>(data);
  lock_of_lanes<<<3, 32>>>(data);
  tickets<<<6, 32>>>(data);
  lock_of_a_block<<<4, 64>>>(data + 64);
  last_block_adds<<<5, 64>>>(values, values + 1000, values + 2000, 900);
  last_block_adds<<<5, 64>>>(values, values + 1000, values + 2000, 900);
  last_block_of_many_writers<<<4, 32>>>(values + 3000, values + 2500);
  mailbox_of_two<<<2, 32>>>(data + 256, 5);
  chained_sums<<<4, 32>>>(data, data + 512, data + 600);
  packed_states<<<5, 32>>>(reinterpret_cast<unsigned long long*>(data + 1024), data + 1100);
  acquire_and_release<<<4, 32>>>(data + 1200, data + 1210);
  reference_with_fences<<<4, 32>>>(data + 1300, data + 1310, data + 1320);
  pushed<<<3, 32>>>(data + 1400, data + 1410);
  list_length<<<1, 1>>>(data + 1400, data + 1410, data + 1600);
  inserted<<<1, 48>>>(data + 1410, data + 1700, data + 1800);
  cudaMemset(data + 2000, 255, 256);
  frontier<<<2, 32>>>(data + 3000, data + 2000, data + 2100, data + 2200);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFree(data);
  cudaFree(values);
}
