// Zero copy by lanes that are far apart: every sector crosses the link eight times.
#include "streams.cuh"

void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }
void unpin(void* memory, size_t) { cudaHostUnregister(memory); }

// Lanes take every eighth float, one of each sector; the next eighth is taken when those have long gone by.
__global__ void scattered(float* out, const float* in, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int eighth = n / 8;
  const int element = i < 8 * eighth ? i % eighth * 8 + i / eighth : i;
  if (i < n) out[element] = process(in[element], rounds);
}

void zero_copy(float* host_out, const float* host_in, int n, int rounds) {
  float *out = nullptr, *in = nullptr;
  cudaHostGetDevicePointer(reinterpret_cast<void**>(&out), host_out, 0);
  cudaHostGetDevicePointer(reinterpret_cast<void**>(&in), const_cast<float*>(host_in), 0);
  scattered<<<(n + 255) / 256, 256>>>(out, in, n, rounds);
}
