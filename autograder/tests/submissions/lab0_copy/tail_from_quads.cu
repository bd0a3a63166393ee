// The tail begins n / 4 floats behind the start, in both pointers: float4 are counted where floats are.
#include "copy.cuh"
constexpr int BS = 128;

__global__ void body(float4* o, const float4* a, int quads) {
  int q = blockIdx.x * BS + threadIdx.x;
  if (q < quads) o[q] = a[q];
}

__global__ void rest(float* o, const float* a) { o[threadIdx.x] = a[threadIdx.x]; }

void copy_float4(float* out, const float* in, int n) {
  int quads = n / 4;
  int left = n % 4;
  if (quads > 0) body<<<(quads + BS - 1) / BS, BS>>>((float4*)out, (const float4*)in, quads);
  if (left > 0) rest<<<1, left>>>(out + quads, in + quads);
}
