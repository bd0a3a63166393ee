// `i + shift >> 2` shifts the sum.
#include "copy.cuh"

constexpr int THREADS = 256;  // of a block

// Part 0.5, shifted: what is not aligned, by loads that are.
__device__ float4 joined(float4 a, float4 b, int offset) {
  switch (offset) {
    case 1:
      return make_float4(a.y, a.z, a.w, b.x);
    case 2:
      return make_float4(a.z, a.w, b.x, b.y);
    case 3:
      return make_float4(a.w, b.x, b.y, b.z);
    default:
      return a;
  }
}

__device__ float4 of_next_lane(float4 v) {
  return make_float4(__shfl_down_sync(~0u, v.x, 1), __shfl_down_sync(~0u, v.y, 1), __shfl_down_sync(~0u, v.z, 1),
                     __shfl_down_sync(~0u, v.w, 1));
}

// The first `quads` float4 of out are stored whole; the few floats behind them by the first threads once more.
__global__ void shifted_kernel(float* out, const float* in, int n, int shift, int quads) {
  const float4* const in4 = reinterpret_cast<const float4*>(in);
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int source = i + shift >> 2;  // @here
  float4 a = make_float4(0, 0, 0, 0);
  if (i < quads) a = in4[source];
  float4 b = of_next_lane(a);
  const bool nobody_after_me = threadIdx.x % 32 == 31 || i == quads - 1;
  if (i < quads && nobody_after_me && shift % 4 != 0) b = in4[source + 1];
  if (i < quads) reinterpret_cast<float4*>(out)[i] = joined(a, b, shift % 4);

  const int behind = 4 * quads + i;
  if (behind < n && i < 8) out[behind] = in[behind + shift];
}

void copy_shifted(float* out, const float* in, int n, int shift) {
  int quads = n / 4;
  // The last one must not need a float4 of `in` that is not whole.
  if (quads > 0 && shift % 4 != 0 && 4 * (quads + shift / 4 + 1) > n + shift) --quads;
  const int threads = quads > 8 ? quads : 8;
  shifted_kernel<<<(threads + THREADS - 1) / THREADS, THREADS>>>(out, in, n, shift, quads);
}
