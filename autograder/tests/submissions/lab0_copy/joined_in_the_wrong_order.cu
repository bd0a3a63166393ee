// Two floats of a list that a helper returns are exchanged, in one of four cases.
#include "copy.cuh"

constexpr int THREADS = 256;

__device__ __forceinline__ float4 join(float4 low, float4 high, int by) {
  switch (by) {
    case 1:
      return {low.y, low.z, low.w, high.x};
    case 2:
      return {low.z, low.w, high.y, high.x};  // @here
    case 3:
      return {low.w, high.x, high.y, high.z};
  }
  return low;
}

__global__ void shift_quads(float* out, const float* in, int n, int shift) {
  const int me = blockIdx.x * blockDim.x + threadIdx.x;
  const int from = shift / 4 + me, all = n + shift;
  const auto quad = [=](int q) {
    float4 v = {0, 0, 0, 0};
    if (4 * q + 3 < all) return reinterpret_cast<const float4*>(in)[q];
    if (4 * q < all) v.x = in[4 * q];
    if (4 * q + 1 < all) v.y = in[4 * q + 1];
    if (4 * q + 2 < all) v.z = in[4 * q + 2];
    return v;
  };
  const float4 low = quad(from);
  float4 high;
  high.x = __shfl_down_sync(~0u, low.x, 1);
  high.y = __shfl_down_sync(~0u, low.y, 1);
  high.z = __shfl_down_sync(~0u, low.z, 1);
  if (threadIdx.x % 32 == 31 && shift % 4 != 0) high = quad(from + 1);
  const float4 r = join(low, high, shift % 4);
  if (4 * me + 3 < n) {
    reinterpret_cast<float4*>(out)[me] = r;
  } else {
    if (4 * me < n) out[4 * me] = r.x;
    if (4 * me + 1 < n) out[4 * me + 1] = r.y;
    if (4 * me + 2 < n) out[4 * me + 2] = r.z;
  }
}

void copy_shifted(float* out, const float* in, int n, int shift) {
  shift_quads<<<((n + 3) / 4 + THREADS - 1) / THREADS, THREADS>>>(out, in, n, shift);
}
