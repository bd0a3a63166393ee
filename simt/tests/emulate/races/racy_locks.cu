// Locks, flags and messages between blocks, wrong: one of the two lines of each mistake ends with "// FINDS" and the
// kind.
#include <cstdio>
#include <cuda/atomic>

__device__ int lock;

__global__ void lock_without_fences(int* count) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    *count = *count + 1;  // FINDS missing-fence
    atomicExch(&lock, 0);
  }
}

__global__ void lock_given_back_plainly(int* count) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    __threadfence();
    count[1] += 1;  // FINDS global-race
    __threadfence();
    lock = 0;  // FINDS global-race
  }
}

__device__ int lock2;

__global__ void lock_of_one_thread_work_of_all(int* data) {
  if (threadIdx.x == 0) {
    while (atomicExch(&lock2, 1) != 0) {
    }
    __threadfence();
  }
  __syncthreads();
  data[threadIdx.x] += threadIdx.x;  // FINDS global-race
  if (threadIdx.x == 0) {
    __threadfence();
    atomicExch(&lock2, 0);
  }
}

__device__ unsigned finished[8];

__global__ void last_block_without_fence(const float* in, float* parts, float* out) {
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = in[blockIdx.x];  // FINDS missing-fence
    if (atomicAdd(&finished[0], 1) == gridDim.x - 1) {
      __threadfence();
      float total = 0;
      for (int b = 0; b < gridDim.x; ++b) total += parts[b];
      *out = total;
    }
  }
}

/// The fence is thread 0's, the data are everyone's, and nothing brings them together.
__global__ void fence_of_the_wrong_thread(float* parts, float* out) {
  __shared__ bool is_last;
  parts[blockIdx.x * 32 + threadIdx.x] = threadIdx.x;  // FINDS global-race
  if (threadIdx.x == 0) {
    __threadfence();
    is_last = atomicAdd(&finished[1], 1) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (is_last) {
    float sum = 0;
    for (int b = 0; b < gridDim.x; ++b) sum += parts[b * 32 + threadIdx.x];
    out[threadIdx.x] = sum;
  }
}

__global__ void counter_read_plainly(int* out) {
  if (threadIdx.x == 0) {
    atomicAdd(&finished[2], 1);
    out[blockIdx.x] = finished[2] == gridDim.x;  // FINDS global-race
  }
}

__global__ void cleared_by_the_first_block(int* histogram) {
  if (blockIdx.x == 0 && threadIdx.x < 8) histogram[threadIdx.x] = 0;  // FINDS global-race
  __syncthreads();
  atomicAdd(&histogram[threadIdx.x % 8], 1);
}

__global__ void chain_without_second_fence(volatile int* flags, int* sums) {
  if (threadIdx.x == 0) {
    int before = 0;
    if (blockIdx.x > 0) {
      while (flags[blockIdx.x - 1] == 0) {
      }
      before = sums[blockIdx.x - 1];  // FINDS missing-fence
    }
    sums[blockIdx.x] = before + 1;
    __threadfence();
    flags[blockIdx.x] = 1;
  }
}

__device__ cuda::atomic<int, cuda::thread_scope_device> ready;

__global__ void relaxed_flag(int* data, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 42;  // FINDS missing-fence
    ready.store(1, cuda::memory_order_relaxed);
  } else {
    while (ready.load(cuda::memory_order_relaxed) == 0) {
    }
    out[blockIdx.x] = data[0];
  }
}

__global__ void flag_of_block_scope(int* flag, int* data, int* out) {
  if (threadIdx.x != 0) return;
  cuda::atomic_ref<int, cuda::thread_scope_block> mine(*flag);
  if (blockIdx.x == 0) {
    data[1] = 7;
    mine.store(1, cuda::memory_order_release);
  } else {
    while (mine.load(cuda::memory_order_acquire) == 0) {  // FINDS global-race
    }
    out[blockIdx.x] = data[1];  // FINDS missing-fence
  }
}

__global__ void partial_sums_by_everyone(float* out, const float* in) {
  *out += in[blockIdx.x * blockDim.x + threadIdx.x];  // FINDS global-race same-value
}

__global__ void pushed_before_it_is_ready(int* head, int* next, int* values, int* out) {
  const int me = blockIdx.x + 1;
  if (threadIdx.x != 0) return;
  if (blockIdx.x < 3) {
    int old = atomicAdd(head, 0), seen;
    do {
      seen = old;
      old = atomicCAS(head, seen, me);
    } while (old != seen);
    next[me] = seen;       // FINDS missing-fence
    values[me] = 10 * me;  // FINDS missing-fence
  } else {
    int at;
    do at = atomicAdd(head, 0);
    while (at == 0);
    __threadfence();
    out[0] = next[at];
    out[1] = values[at];
  }
}

int main() {
  int* data;
  float* values;
  cudaMalloc(&data, 1 << 16);
  cudaMalloc(&values, 1 << 16);
  cudaMemset(data, 0, 1 << 16);
  cudaMemset(values, 0, 1 << 16);
  lock_without_fences<<<6, 32>>>(data);
  lock_given_back_plainly<<<6, 32>>>(data);
  lock_of_one_thread_work_of_all<<<3, 64>>>(data + 64);
  last_block_without_fence<<<5, 32>>>(values, values + 1000, values + 2000);
  fence_of_the_wrong_thread<<<4, 32>>>(values + 3000, values + 2500);
  counter_read_plainly<<<4, 32>>>(data + 200);
  cleared_by_the_first_block<<<3, 32>>>(data + 300);
  chain_without_second_fence<<<4, 32>>>(data + 400, data + 500);
  relaxed_flag<<<4, 32>>>(data + 600, data + 610);
  flag_of_block_scope<<<4, 32>>>(data + 700, data + 710, data + 720);
  partial_sums_by_everyone<<<2, 32>>>(values + 4000, values);
  pushed_before_it_is_ready<<<4, 32>>>(data + 800, data + 810, data + 830, data + 850);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFree(data);
  cudaFree(values);
}
