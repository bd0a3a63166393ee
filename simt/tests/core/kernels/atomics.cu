// Student code for atomics_test.cpp.
#include <cuda_runtime.h>
#include <cuda/atomic>
template <class T>
__global__ void each(T* word, T start) {
  const unsigned i = threadIdx.x;
  const T v = static_cast<T>(i);
  if (i == 0)
    for (int k = 0; k < 8; ++k) word[k] = start;
  __syncthreads();
  atomicAdd(&word[0], v);
  atomicMin(&word[1], v);
  atomicMax(&word[2], v);
  atomicAnd(&word[3], v | 32);
  atomicOr(&word[4], v);
  atomicXor(&word[5], v);
  atomicExch(&word[6], v);
  T seen = word[7], assumed;
  __syncthreads();
  do {
    assumed = seen;
    seen = atomicCAS(&word[7], assumed, assumed + 2);
  } while (seen != assumed);
}
__global__ void rest(int* out) {
  __shared__ float f;
  __shared__ double d;
  __shared__ unsigned inc, dec;
  __shared__ int sub;
  if (threadIdx.x == 0) f = 0, d = 0, inc = 0, dec = 0, sub = 100;
  __syncthreads();
  atomicAdd(&f, 0.5f);
  atomicAdd(&d, 0.25);
  atomicInc(&inc, 9);
  atomicDec(&dec, 9);
  atomicSub(&sub, 1);
  __syncthreads();
  if (threadIdx.x == 0) out[0] = f, out[1] = 4 * d, out[2] = inc, out[3] = dec, out[4] = sub;
}
__global__ void histogram(int* bins, const int* in, int n) {
  __shared__ int s[32];
  if (threadIdx.x < 32) s[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&s[in[i] % 32], 1);
  __syncthreads();
  if (threadIdx.x < 32) atomicAdd(&bins[threadIdx.x], s[threadIdx.x]);
}
__global__ void passes(int* out, int zero) {
  __shared__ int own[32], total;
  __shared__ float number;
  __shared__ unsigned long long wide[32];
  const int i = threadIdx.x;
  own[i] = 0, wide[i] = 0;
  if (i == 0) total = 0, number = 0;
  __syncthreads();
  int* const word = own + i * zero;
  atomicAdd(word, 1);                      // @count
  int old = atomicAdd(word, 1);            // @count_used
  atomicAdd(word, i);                      // @add
  old += atomicExch(&own[i], 1);           // @swap
  old += atomicCAS(word, old, 1);          // @compare
  old += (int)atomicExch(&wide[i], 1ull);  // @swap_8
  atomicAdd(&number, 1.0f);                // @of_float
  old += atomicAdd(&total, 1);             // @combined
  out[i] = old;
}
// Two warps: each line is two requests.
__global__ void classes(int* out) {
  __shared__ int s[64];
  const int i = threadIdx.x;
  s[i] = 0;
  __syncthreads();
  atomicCAS(&s[i], 12345, 1);                                                                        // @failed
  atomicCAS(&s[i], 0, 1);                                                                            // @exchanged
  atomicExch(&s[i], 1);                                                                              // @swapped
  __atomic_fetch_add(&s[i], 1, __ATOMIC_RELAXED);                                                    // @builtin
  cuda::atomic_ref<int, cuda::thread_scope_block>(s[i]).fetch_max(5);                                // @member
  cuda::atomic_ref<int, cuda::thread_scope_block>(s[i]).store(1, cuda::memory_order_relaxed);        // @store
  int sum = cuda::atomic_ref<int, cuda::thread_scope_block>(s[i]).load(cuda::memory_order_relaxed);  // @load
  *static_cast<volatile int*>(&s[i]) = sum;                                                          // @volatile_store
  sum += *static_cast<volatile int*>(&s[i]);                                                         // @volatile_load
  out[i] = sum;
}
// One warp, and one address for all its threads.
__device__ int of_device;
struct Places {
  int* word;
  int first;
};
__global__ void combined(int* out, const int* in, Places places, int n) {
  __shared__ int first;
  const int i = threadIdx.x;
  if (i == 0) first = in[0];
  __syncthreads();
  unsigned* const word = reinterpret_cast<unsigned*>(out);
  unsigned long long* const wide = reinterpret_cast<unsigned long long*>(out);
  atomicAdd(out, in[i]);                                    // @parameter
  atomicAdd(&of_device, in[i]);                             // @device_variable
  atomicSub(&places.word[places.first], in[i]);             // @parameter_member
  atomicMax(&out[blockIdx.x], in[i]);                       // @block
  atomicXor(&word[in[n]], i);                               // @loaded
  atomicMin(&out[first], in[i]);                            // @of_shared
  atomicAnd(&out[n / 4], in[i]);                            // @calculated
  atomicOr(&out[__ballot_sync(~0u, in[i] > 1000)], in[i]);  // @ballot
  atomicAdd(wide, n);                                       // @wide_uniform
  for (int k = 0; k < n; ++k) atomicAdd(&out[k], in[i]);    // @loop
  for (int k = 0; k < n; ++k) {
    if (in[i + k] % 3 == 0) continue;
    atomicAdd(&out[k], in[i]);  // @loop_with_branch
  }
  if (in[i] >= 0) {
    for (int k = 0; k < n; ++k) atomicAdd(&out[k], in[i]);  // @loop_in_branch
  }
  int* chosen = n > 5 ? out + 1 : out;
  atomicAdd(chosen, in[i]);                                                                         // @uniform_choice
  out[64 + i] = atomicAdd(out, in[i]);                                                              // @used_sum
  cuda::atomic_ref<int, cuda::thread_scope_device>(*out).fetch_add(i, cuda::memory_order_relaxed);  // @reference
}
// The same address all the same, but nvcc does not see it, or has no instructions to combine these.
__global__ void apart(int* out, const int* in, int zero) {
  const int i = threadIdx.x;
  unsigned* const word = reinterpret_cast<unsigned*>(out);
  unsigned long long* const wide = reinterpret_cast<unsigned long long*>(out);
  atomicAdd(&out[i * zero], in[i]);      // @of_thread
  atomicAdd(&out[in[i] * zero], in[i]);  // @loaded_by_lane
  const int old = atomicExch(&out[64 + i], 0);
  atomicAdd(&out[old * zero], 1);  // @of_result
  int* chosen = out + zero;
  if (in[i] % 2 == 0) chosen = out + 1;
  atomicAdd(chosen, in[i]);                                   // @choice
  for (int k = 0; k < in[i] % 4; ++k) atomicAdd(&out[k], 1);  // @divergent_loop
  atomicAdd(reinterpret_cast<float*>(out), 1.0f);             // @float_sum
  atomicInc(word, 5);                                         // @increment
  atomicAdd(wide, static_cast<unsigned long long>(in[i]));    // @wide
  out[64 + i] = atomicMax(out, in[i]);                        // @used
  out[64 + i] += atomicExch(out, in[i]);                      // @exchange
  out[64 + i] += atomicCAS(out, 1, in[i]);                    // @compared
}
__global__ void histogram_unsynchronised(int* bins, const int* in) {
  __shared__ int s[32];
  if (threadIdx.x < 32) s[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&s[in[threadIdx.x] % 32], 1);                    // @update
  if (threadIdx.x < 32) bins[threadIdx.x] = s[threadIdx.x];  // @plain_load
}
__global__ void consumer_in_warp_0(int* out) {
  __shared__ volatile int flag;
  __shared__ int data;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    while (flag == 0) {
    }
    __threadfence_block();
    out[0] = data;
  } else if (threadIdx.x == 32) {
    data = 42;
    __threadfence_block();
    flag = 1;
  }
}
__global__ void locked(int* out) {
  __shared__ int lock, sum;
  if (threadIdx.x == 0) lock = sum = 0;
  __syncthreads();
  bool done = false;
  while (!done) {
    if (atomicCAS(&lock, 0, 1) == 0) {
      __threadfence_block();
      sum += threadIdx.x;
      __threadfence_block();
      atomicExch(&lock, 0);
      done = true;
    }
  }
  __syncthreads();
  if (threadIdx.x == 0) out[0] = sum;
}
__global__ void volatile_warp_sum(int* out, const int* in) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 32) {
    volatile int* v = s;
    for (int d = 32; d > 0; d /= 2) v[threadIdx.x] += v[threadIdx.x + d < 64 ? threadIdx.x + d : 63];
  }
  if (threadIdx.x == 0) out[0] = s[0];
}
__global__ void polled_with_fences(int* out) {
  __shared__ int flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 33) atomicExch(&flag, 7);
  if (threadIdx.x == 0) {
    while (atomicAdd(&flag, 0) == 0) __nanosleep(100);
    out[0] = atomicAdd(&flag, 0);
  }
}
__global__ void compiler_builtin(int* out) {
  __shared__ int s;
  if (threadIdx.x == 0) s = 0;
  __syncthreads();
  __atomic_fetch_add(&s, 2, __ATOMIC_RELAXED);
  __syncthreads();
  if (threadIdx.x == 0) out[0] = s;
}
extern "C" {
void run_int(int* out, const int*, int n) { each<int><<<1, n>>>(out, 33); }
void run_unsigned(int* out, const int*, int n) { each<unsigned><<<1, n>>>((unsigned*)out, 33u); }
void run_long(int* out, const int*, int n) { each<unsigned long long><<<1, n>>>((unsigned long long*)out, 33ull); }
void run_rest(int* out, const int*, int n) { rest<<<1, n>>>(out); }
void run_passes(int* out, const int*, int n) { passes<<<1, n>>>(out, n - 32); }
void run_combined(int* out, const int* in, int n) { combined<<<1, 32>>>(out, in, Places{out, n}, n); }
void run_combined_by_address(int* out, const int* in, int n) {
  void (*const kernel)(int*, const int*, Places, int) = combined;
  kernel<<<1, 32>>>(out, in, Places{out, n}, n);
}
void run_apart(int* out, const int* in, int n) { apart<<<1, 32>>>(out, in, n); }
void run_classes(int* out, const int*, int n) { classes<<<1, n>>>(out); }
void run_histogram(int* out, const int* in, int n) {
  cudaMemset(out, 0, 32 * sizeof(int));
  histogram<<<4, 64>>>(out, in, n);
}
void run_histogram_unsynchronised(int* out, const int* in, int n) { histogram_unsynchronised<<<1, n>>>(out, in); }
void run_consumer(int* out, const int*, int n) { consumer_in_warp_0<<<1, n>>>(out); }
void run_locked(int* out, const int*, int n) { locked<<<1, n>>>(out); }
void run_volatile_warp_sum(int* out, const int* in, int) { volatile_warp_sum<<<1, 64>>>(out, in); }
void run_polled(int* out, const int*, int n) { polled_with_fences<<<1, n>>>(out); }
void run_builtin(int* out, const int*, int n) { compiler_builtin<<<1, n>>>(out); }
}
// Lanes leave updates out, each in other rounds.
__global__ void rounds_without_update(int* out, const int* in, int rounds) {
#pragma unroll 1
  for (int k = 0; k < rounds; ++k) {
    const int value = in[32 * k + threadIdx.x];  // @load_of_round
    if (value % 7 < 4) continue;
    atomicAdd(&out[value % 32], 1);  // @update_of_round
  }
  atomicAdd(&out[threadIdx.x], 1);  // @update_behind
}
extern "C" void run_rounds_without_update(int* out, const int* in, int n) {
  cudaMemset(out, 0, 32 * sizeof(int));
  rounds_without_update<<<1, 32>>>(out, in, n);
}
// One lane waits for the others' updates, in a loop before theirs.
__global__ void waits_for_updates(int* out, int rounds) {
  __shared__ int done;
  if (threadIdx.x == 0) done = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    while (*static_cast<volatile int*>(&done) < 31 * rounds) {
    }
    out[0] = rounds;
  } else {
    for (int k = 0; k < rounds; ++k) atomicAdd(&done, 1);  // @update_of_others
  }
}
extern "C" void run_waits_for_updates(int* out, const int*, int n) { waits_for_updates<<<1, 32>>>(out, n); }
// Two lanes of a warp update, and all lanes load once per round.
__global__ void some_update(int* out, const int* in) {
  int sum = 0;
  out[threadIdx.x] = 0;
  __syncwarp();
#pragma unroll 1
  for (int round = 0; round < 3; ++round) {
    sum += in[32 * round + threadIdx.x];
    if (threadIdx.x < 2) atomicAdd(&out[threadIdx.x], 1);
  }
  out[32 + threadIdx.x] = __shfl_sync(~0u, sum, 0);
}
extern "C" void run_some_update(int* out, const int* in, int) { some_update<<<1, 32>>>(out, in); }
