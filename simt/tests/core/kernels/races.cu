// Student code for races_test.cpp: one mistake each, or one habit.
#include <cuda_runtime.h>
#include <cuda/atomic>

// ---- a plain access, and the same thread's atomic ----

__global__ void cleared_late(int* out) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  atomicAdd(&count, 1);
  __syncthreads();
  if (threadIdx.x == 0) out[0] = count;
}
__global__ void cleared_late_in_global(int* out) {
  if (threadIdx.x == 0) out[0] = 0;
  atomicAdd(&out[0], 1);
}
__global__ void read_early(int* out) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  atomicAdd(&count, 1);
  if (threadIdx.x == blockDim.x - 1) out[0] = count;
}
__global__ void read_early_in_global(int* out) {
  atomicAdd(&out[0], 1);
  if (threadIdx.x == blockDim.x - 1) out[1 + blockIdx.x] = out[0];
}
__global__ void reset_after_arriving(int* out) {
  if (threadIdx.x == 0) {
    atomicAdd(&out[0], 1);
    __threadfence();
    out[0] = 0;
  }
}
__global__ void block_0_clears(int* bins) {
  if (blockIdx.x == 0) bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], 1);
}
__global__ void read_by_the_last_adder(int* out) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, 1);
  out[threadIdx.x] = sum;
}
__global__ void max_read_plainly(int* out) {
  __shared__ int best;
  if (threadIdx.x == 0) best = 0;
  __syncthreads();
  if (static_cast<int>(threadIdx.x) > best) atomicMax(&best, static_cast<int>(threadIdx.x));
  __syncthreads();
  if (threadIdx.x == 0) out[0] = best;
}

// ---- volatile without fences ----

__global__ void volatile_unfenced(volatile int* words) {
  if (blockIdx.x == 0) {
    words[1] = 42;
    words[0] = 1;
  } else {
    while (words[0] == 0) {
    }
    words[2] = words[1];
  }
}
__global__ void volatile_unfenced_in_a_block(int* out) {
  __shared__ volatile int flag, data;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    data = 42;
    flag = 1;
  } else if (threadIdx.x == 32) {
    while (flag == 0) {
    }
    out[0] = data;
  }
}
__global__ void volatile_data_atomic_flag(int* flag, volatile int* data) {
  if (blockIdx.x == 0) {
    data[0] = 42;
    atomicExch(flag, 1);
  } else {
    while (atomicAdd(flag, 0) == 0) {
    }
    data[1] = data[0];
  }
}
__global__ void volatile_data_of_a_block(volatile int* words) {
  if (blockIdx.x == 0) {
    words[1 + threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) words[0] = 1;
  } else {
    while (words[0] == 0) {
    }
    words[200 + threadIdx.x] = words[1 + threadIdx.x];
  }
}
__global__ void warp_synchronous(int* out) {
  __shared__ volatile int s[64];
  const int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  if (t < 32) {
    s[t] += s[t + 32];
    s[t] += s[t + 16];
    s[t] += s[t + 8];
    s[t] += s[t + 4];
    s[t] += s[t + 2];
    s[t] += s[t + 1];
  }
  if (t == 0) out[0] = s[0];
}
__global__ void warp_synchronous_in_global(volatile int* s) {
  const int t = threadIdx.x;
  s[t] = t;
  s[32 + t] = s[t ^ 1];
}
__global__ void warp_synchronous_loop(int* out) {
  __shared__ volatile int s[64];
  const int t = threadIdx.x;
  s[t] = t;
  s[t + 32] = 0;
  for (int reach = 16; reach > 0; reach /= 2) s[t] = s[t] + s[t + reach];
  if (t == 0) out[0] = s[0];
}

// ---- fences ----

__global__ void no_acquire_in_a_block(int* words) {
  if (threadIdx.x == 0) {
    words[1] = 1;
    __threadfence_block();
    atomicExch(&words[0], 1);
  } else if (threadIdx.x == 32) {
    while (atomicExch(&words[0], 0) == 0) {
    }
    words[2] = words[1];
  }
}
__global__ void no_acquire_volatile_flag(int* words) {
  volatile int* const flag = words;
  if (threadIdx.x == 0) {
    words[1] = 1;
    __threadfence();
    *flag = 1;
  } else if (threadIdx.x == 32) {
    while (*flag == 0) {
    }
    words[2] = words[1];
  }
}
__global__ void no_acquire_ticket(int* words) {
  if (threadIdx.x % 32 != 0) return;
  const int mine = atomicAdd(&words[0], 1);
  while (atomicAdd(&words[1], 0) != mine) {
  }
  words[2] += 1;
  __threadfence();
  atomicAdd(&words[1], 1);
}
__global__ void no_acquire_lock(int* words) {
  if (threadIdx.x % 32 != 0) return;
  while (atomicCAS(&words[0], 0, 1) != 0) {
  }
  words[2] += 1;
  __threadfence();
  atomicExch(&words[0], 0);
}
__global__ void relaxed_load(int* words) {
  cuda::atomic_ref<int, cuda::thread_scope_block> flag(words[0]);
  if (threadIdx.x == 0) {
    words[1] = 1;
    flag.store(1, cuda::memory_order_release);
  } else if (threadIdx.x == 32) {
    while (flag.load(cuda::memory_order_relaxed) == 0) {
    }
    words[2] = words[1];
  }
}
__global__ void no_release_in_a_block(int* words) {
  if (threadIdx.x == 0) {
    words[1] = 1;
    atomicExch(&words[0], 1);
  } else if (threadIdx.x == 32) {
    while (atomicExch(&words[0], 0) == 0) {
    }
    __threadfence();
    words[2] = words[1];
  }
}
__global__ void no_release_in_shared(int* out) {
  __shared__ int flag, data;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    data = 1;
    atomicExch(&flag, 1);
  } else if (threadIdx.x == 32) {
    while (atomicAdd(&flag, 0) == 0) {
    }
    __threadfence_block();
    out[0] = data;
  }
}
__global__ void no_acquire_in_shared(int* out) {
  __shared__ int flag, data;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    data = 1;
    __threadfence_block();
    atomicExch(&flag, 1);
  } else if (threadIdx.x == 32) {
    while (atomicAdd(&flag, 0) == 0) {
    }
    out[0] = data;
  }
}
__global__ void lock_without_fences_in_shared(int* out) {
  __shared__ int lock, sum;
  if (threadIdx.x == 0) lock = sum = 0;
  __syncthreads();
  if (threadIdx.x % 32 == 0) {
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    sum += 1;
    atomicExch(&lock, 0);
  }
  __syncthreads();
  if (threadIdx.x == 0) out[0] = sum;
}

// ---- habits ----

__global__ void multiplied(unsigned* word) {
  unsigned seen = *word, assumed;  // @first_read
  do {
    assumed = seen;
    seen = atomicCAS(word, assumed, assumed * 3);  // @swap
  } while (seen != assumed);
}
__global__ void sum_of_doubles(double* sum) {
  auto* const word = reinterpret_cast<unsigned long long*>(sum);
  unsigned long long old = *word, assumed;
  do {
    assumed = old;
    old = atomicCAS(word, assumed, __double_as_longlong(1.0 + __longlong_as_double(assumed)));
  } while (assumed != old);
}
__global__ void multiplied_in_shared(int* out) {
  __shared__ int product;
  if (threadIdx.x == 0) product = 1;
  __syncthreads();
  int seen = product, assumed;
  do {
    assumed = seen;
    seen = atomicCAS(&product, assumed, assumed * 3);
  } while (seen != assumed);
  __syncthreads();
  if (threadIdx.x == 0) out[0] = product;
}
__global__ void all_write_one(int* out) { out[0] = 1; }  // @all_write
__global__ void all_write_one_in_shared(int* out) {
  __shared__ int flag;
  flag = 1;
  __syncthreads();
  if (threadIdx.x == 0) out[0] = flag;
}
__global__ void found_any(int* out, const int* in) {
  if (in[threadIdx.x] > 10) out[0] = 1;
}
__global__ void written_in_two_lines(int* out) {
  if (threadIdx.x % 2 == 0) {
    out[0] = 7;
  } else {
    out[0] = 7 * static_cast<int>(blockDim.x / 64);
  }
}
// ---- and what only looks like one ----
__global__ void all_write_their_number(int* out) { out[0] = threadIdx.x / 8; }
__global__ void all_do_the_work_of_all(int* out) {
  for (int i = 0; i < 256; ++i) out[i] = 3 * i;  // too many to become 256 stores of a constant each
}
__global__ void one_writes_another_value(int* out) { out[0] = threadIdx.x == 63 ? 2 : 1; }
__global__ void written_twice(int* out) {
  out[0] = 1;
  __threadfence();
  out[0] = 2;
}
__global__ void same_value_read_by_another(int* out) {
  out[0] = 5;
  __threadfence();
  out[1 + threadIdx.x] = out[0];
}

extern "C" {
void run_cleared_late(int* w) { cleared_late<<<1, 64>>>(w); }
void run_cleared_late_by_lanes(int* w) { cleared_late<<<1, 32>>>(w); }
void run_cleared_late_in_global(int* w) { cleared_late_in_global<<<1, 64>>>(w); }
void run_cleared_late_by_blocks(int* w) { cleared_late_in_global<<<4, 1>>>(w); }
void run_read_early(int* w) { read_early<<<1, 64>>>(w); }
void run_read_early_by_lanes(int* w) { read_early<<<1, 32>>>(w); }
void run_read_early_in_global(int* w) { read_early_in_global<<<1, 64>>>(w); }
void run_read_early_by_blocks(int* w) { read_early_in_global<<<4, 1>>>(w); }
void run_reset_after_arriving(int* w) { reset_after_arriving<<<4, 32>>>(w); }
void run_block_0_clears(int* w) { block_0_clears<<<4, 32>>>(w); }
void run_read_by_the_last_adder(int* w) { read_by_the_last_adder<<<1, 64>>>(w); }
void run_max_read_plainly(int* w) { max_read_plainly<<<1, 64>>>(w); }
void run_volatile_unfenced(int* w) { volatile_unfenced<<<2, 1>>>(w); }
void run_volatile_unfenced_in_a_block(int* w) { volatile_unfenced_in_a_block<<<1, 64>>>(w); }
void run_volatile_data_atomic_flag(int* w) { volatile_data_atomic_flag<<<2, 1>>>(w, w + 1); }
void run_volatile_data_of_a_block(int* w) { volatile_data_of_a_block<<<2, 64>>>(w); }
void run_warp_synchronous(int* w) { warp_synchronous<<<1, 64>>>(w); }
void run_warp_synchronous_in_global(int* w) { warp_synchronous_in_global<<<1, 32>>>(w); }
void run_warp_synchronous_loop(int* w) { warp_synchronous_loop<<<1, 32>>>(w); }
void run_no_acquire_in_a_block(int* w) { no_acquire_in_a_block<<<1, 64>>>(w); }
void run_no_acquire_volatile_flag(int* w) { no_acquire_volatile_flag<<<1, 64>>>(w); }
void run_no_acquire_ticket(int* w) { no_acquire_ticket<<<1, 96>>>(w); }
void run_no_acquire_lock(int* w) { no_acquire_lock<<<1, 96>>>(w); }
void run_relaxed_load(int* w) { relaxed_load<<<1, 64>>>(w); }
void run_no_release_in_a_block(int* w) { no_release_in_a_block<<<1, 64>>>(w); }
void run_no_release_in_shared(int* w) { no_release_in_shared<<<1, 64>>>(w); }
void run_no_acquire_in_shared(int* w) { no_acquire_in_shared<<<1, 64>>>(w); }
void run_lock_without_fences_in_shared(int* w) { lock_without_fences_in_shared<<<1, 128>>>(w); }
void run_multiplied(int* w) { multiplied<<<2, 64>>>(reinterpret_cast<unsigned*>(w)); }
void run_sum_of_doubles(int* w) { sum_of_doubles<<<2, 64>>>(reinterpret_cast<double*>(w)); }
void run_multiplied_in_shared(int* w) { multiplied_in_shared<<<1, 64>>>(w); }
void run_all_write_one(int* w) { all_write_one<<<2, 64>>>(w); }
void run_all_write_one_in_shared(int* w) { all_write_one_in_shared<<<1, 64>>>(w); }
void run_found_any(int* w) {
  cudaMemset(w + 64, 1, 256);
  found_any<<<1, 64>>>(w, w + 64);
}
void run_written_in_two_lines(int* w) { written_in_two_lines<<<1, 64>>>(w); }
void run_all_write_their_number(int* w) { all_write_their_number<<<1, 64>>>(w); }
void run_all_do_the_work_of_all(int* w) { all_do_the_work_of_all<<<2, 32>>>(w); }
void run_one_writes_another_value(int* w) { one_writes_another_value<<<1, 64>>>(w); }
void run_written_twice(int* w) { written_twice<<<1, 64>>>(w); }
void run_same_value_read_by_another(int* w) { same_value_read_by_another<<<1, 64>>>(w); }
}
