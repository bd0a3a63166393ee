// What record_wait_loop.py compiles: thread 0 of each block waits until a counter is 0, in four ways. Nothing runs it.
#include <cuda/atomic>

__device__ unsigned count;

extern "C" __global__ void plain(float* out) {
  while (count != 0) {
  }
  out[threadIdx.x] = 1;
}

extern "C" __global__ void through_volatile(float* out) {
  while (*static_cast<volatile unsigned*>(&count) != 0) {
  }
  out[threadIdx.x] = 1;
}

extern "C" __global__ void through_atomic(float* out) {
  const cuda::atomic_ref<unsigned, cuda::thread_scope_device> counter(count);
  while (counter.load(cuda::memory_order_acquire) != 0) {
  }
  out[threadIdx.x] = 1;
}

extern "C" __global__ void through_ldcv(float* out) {
  while (__ldcv(&count) != 0) {
  }
  out[threadIdx.x] = 1;
}
