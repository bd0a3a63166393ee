// Student code for cuda_atomic_test.cpp.
#include <cuda_runtime.h>
#include <cuda/atomic>
#include <cuda/std/atomic>

__device__ cuda::atomic<int, cuda::thread_scope_device> in_device_memory{5};
__global__ void operations(int* out) {
  __shared__ cuda::atomic<unsigned, cuda::thread_scope_block> counter;
  __shared__ float plain;
  if (threadIdx.x == 0) counter = 7, plain = 0;
  __syncthreads();
  ++counter;
  counter += 2;
  cuda::atomic_ref<float, cuda::thread_scope_block>(plain).fetch_add(0.5f);
  in_device_memory.fetch_sub(1, cuda::memory_order_relaxed);
  __syncthreads();
  if (threadIdx.x != 0) return;
  out[0] = counter;
  out[1] = plain * 2;
  out[2] = in_device_memory;
  cuda::atomic_ref<int> word(out[3]);
  word.store(12);
  out[4] = word.exchange(10);
  out[5] = word.fetch_and(6);
  out[6] = word.fetch_or(5);
  out[7] = word.fetch_xor(1);
  out[8] = word.fetch_max(9);
  out[9] = word.fetch_min(-3);
  int expected = 4;
  out[10] = word.compare_exchange_strong(expected, 1) + 10 * expected;
  out[11] = word.compare_exchange_weak(expected, 99, cuda::std::memory_order_acq_rel, cuda::memory_order_acquire);
  out[12] = word;
  cuda::atomic_ref<long long> wide(*reinterpret_cast<long long*>(out + 14));
  wide = -2;
  wide.fetch_add(1);
  cuda::atomic_ref<char> narrow(*reinterpret_cast<char*>(out + 16));
  narrow.store(127);
  narrow++;
}

template <cuda::memory_order store, cuda::memory_order load, cuda::thread_scope scope = cuda::thread_scope_device>
__global__ void hand_over(int* out, int* stage) {
  cuda::atomic_ref<int, scope> flag(stage[100]);
  if (blockIdx.x == 0) {
    stage[threadIdx.x] = threadIdx.x;  // @data_store
    __syncthreads();
    if (threadIdx.x == 0) flag.store(1, store);  // @flag_store
  } else {
    if (threadIdx.x == 0)
      while (flag.load(load) == 0) {  // @flag_load
      }
    __syncthreads();
    out[threadIdx.x] = stage[63 - threadIdx.x];  // @data_load
  }
}
__global__ void fenced(int* out, int* stage) {
  cuda::atomic_ref<int, cuda::thread_scope_device> flag(stage[100]);
  if (blockIdx.x == 0) {
    stage[threadIdx.x] = threadIdx.x;
    __syncthreads();
    cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
    if (threadIdx.x == 0) flag.store(1, cuda::memory_order_relaxed);
  } else {
    if (threadIdx.x == 0) flag.wait(0, cuda::memory_order_relaxed);
    cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
    __syncthreads();
    out[threadIdx.x] = stage[63 - threadIdx.x];
  }
}
template <cuda::memory_order order>
__global__ void last_block(int* out, int* stage) {
  if (threadIdx.x != 0) return;
  stage[blockIdx.x] = blockIdx.x;
  cuda::atomic_ref<int, cuda::thread_scope_device> arrived(stage[100]);
  if (arrived.fetch_add(1, order) + 1 < gridDim.x) return;
  int sum = 0;
  for (int i = 0; i < gridDim.x; ++i) sum += stage[i];
  out[0] = sum;
}
__global__ void too_narrow(int*, int* stage) { atomicAdd_block(stage, 1); }  // @narrow_add
__global__ void builtins(int* out, int* stage) {
  if (blockIdx.x == 0) {
    stage[0] = 3;
    __atomic_store_n(stage + 1, 1, __ATOMIC_RELEASE);
  } else {
    while (__atomic_load_n(stage + 1, __ATOMIC_ACQUIRE) == 0) {
    }
    out[0] = stage[0];
  }
}

template <class Kernel>
void run(Kernel kernel, int blocks, int threads, int* out) {
  int* stage;
  cudaMalloc(&stage, 1024);
  cudaMemset(stage, 0, 1024);
  kernel<<<blocks, threads>>>(out, stage);
  cudaFree(stage);
}
extern "C" {
void run_operations(int* out, const int*, int) { operations<<<1, 64>>>(out); }
#define CASE(name, blocks, threads, ...) \
  void name(int* out, const int*, int) { run(__VA_ARGS__, blocks, threads, out); }
CASE(release_acquire, 2, 64, hand_over<cuda::memory_order_release, cuda::memory_order_acquire>)
CASE(sequential, 2, 64, hand_over<cuda::memory_order_seq_cst, cuda::memory_order_seq_cst>)
CASE(relaxed_store, 2, 64, hand_over<cuda::memory_order_relaxed, cuda::memory_order_acquire>)
CASE(relaxed_load, 2, 64, hand_over<cuda::memory_order_release, cuda::memory_order_relaxed>)
CASE(block_scope, 2, 64, hand_over<cuda::memory_order_release, cuda::memory_order_acquire, cuda::thread_scope_block>)
CASE(fences, 2, 64, fenced)
CASE(last_block_right, 30, 32, last_block<cuda::memory_order_acq_rel>)
CASE(last_block_relaxed, 30, 32, last_block<cuda::memory_order_relaxed>)
CASE(narrow_add, 2, 1, too_narrow)
CASE(of_the_compiler, 2, 1, builtins)
}
