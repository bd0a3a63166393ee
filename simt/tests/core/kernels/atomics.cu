// Student code for atomics_test.cpp.
#include <cuda_runtime.h>
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
// Two lanes of a warp update, and all lanes load once per round.
__global__ void some_update(int* out, const int* in) {
  int sum = 0;
  out[threadIdx.x] = 0;
  __syncwarp();
  for (int round = 0; round < 3; ++round) {
    sum += in[32 * round + threadIdx.x];
    if (threadIdx.x < 2) atomicAdd(&out[threadIdx.x], 1);
  }
  out[32 + threadIdx.x] = __shfl_sync(~0u, sum, 0);
}
extern "C" void run_some_update(int* out, const int* in, int) { some_update<<<1, 32>>>(out, in); }
