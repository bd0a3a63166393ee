// A block's share has Q elements for each thread, and its beginning counts one.
#include "copy.cuh"
constexpr int Q = 4, T = 128;
__global__ void quads(float4* out, const float4* in, int whole) {
  const int base = blockIdx.x * T + threadIdx.x;  // @base
#pragma unroll
  for (int k = 0; k < Q; ++k) {
    const int q = base + k * T;
    if (q < whole) out[q] = in[q];
  }
}
__global__ void rest(float* out, const float* in, int first, int n) {
  const int i = first + threadIdx.x;
  if (i < n) out[i] = in[i];
}
void copy_float4(float* out, const float* in, int n) {
  const int whole = n / 4;
  if (whole > 0) quads<<<(whole + Q * T - 1) / (Q * T), T>>>((float4*)out, (const float4*)in, whole);
  if (n % 4) rest<<<1, 32>>>(out, in, whole * 4, n);
}
