// Each thread takes eight neighbouring floats.
#include "streams.cuh"

void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }
void unpin(void* memory, size_t) { cudaHostUnregister(memory); }

constexpr int EACH = 8;

__global__ void over_the_link(float* out, const float* in, int n, int rounds) {
  const int begin = (blockIdx.x * blockDim.x + threadIdx.x) * EACH;  // @change
  for (int i = begin; i < min(begin + EACH, n); ++i) {
    out[i] = process(in[i], rounds);
  }
}

void zero_copy(float* host_out, const float* host_in, int n, int rounds) {
  float *out, *in;
  cudaHostGetDevicePointer((void**)&out, host_out, 0);
  cudaHostGetDevicePointer((void**)&in, (void*)host_in, 0);
  const int threads = (n + EACH - 1) / EACH;
  over_the_link<<<(threads + 127) / 128, 128>>>(out, in, n, rounds);
}
