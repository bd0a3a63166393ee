// Right, but copies four neighbouring floats a thread one by one: each of four requests is 16 bytes from lane to lane.
#include "copy.cuh"

__global__ void kernel(float* out, const float* in, int n) {
  const int first = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  for (int i = first; i < min(first + 4, n); ++i) out[i] = in[i];
}

void copy_float4(float* out, const float* in, int n) { kernel<<<(n + 1023) / 1024, 256>>>(out, in, n); }
