// Right, but neighbouring threads are as far apart as there are blocks.
#include <algorithm>
#include <cmath>
#include "streams.cuh"

constexpr int THREADS = 256;

void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }

void unpin(void* memory, size_t) { cudaHostUnregister(memory); }

template <class T>
static T* on_device(T* host) {
  void* address = nullptr;
  cudaHostGetDevicePointer(&address, (void*)host, 0);
  return static_cast<T*>(address);
}

__global__ void over_the_link(float* out, const float* in, int n, int rounds) {
  const int i = threadIdx.x * gridDim.x + blockIdx.x;  // @here
  if (i < n) out[i] = process(in[i], rounds);
}

void zero_copy(float* host_out, const float* host_in, int n, int rounds) {
  const int blocks = (n + THREADS - 1) / THREADS;
  over_the_link<<<blocks, THREADS>>>(on_device(host_out), on_device(host_in), n, rounds);
}
