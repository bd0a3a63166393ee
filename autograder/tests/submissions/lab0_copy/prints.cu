// A block has as many threads as there are elements. The macro prints the error, and takes it away.
#include <cstdio>

#include "copy.cuh"

#define CHECK(call) \
  if (const cudaError_t code = (call); code != cudaSuccess) std::fprintf(stderr, "%s\n", cudaGetErrorString(code))

__global__ void kernel(float* out, const float* in, int n) {
  if (threadIdx.x < n) out[threadIdx.x] = in[threadIdx.x];
}

void copy_scalar(float* out, const float* in, int n) {
  kernel<<<1, n>>>(out, in, n);  // @launch
  CHECK(cudaGetLastError());
}
