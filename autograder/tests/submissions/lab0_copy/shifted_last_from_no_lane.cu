// The last lane of a warp loads its second float4 itself, and the last of all does not: the lane behind it has none.
#include "copy.cuh"

__global__ void kernel(float* out, const float* in, int n, int shift, int quads) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int by = shift % 4;
  const float4* const from = reinterpret_cast<const float4*>(in) + shift / 4;
  const bool loads_both = threadIdx.x % 32 == 31;  // @last
  float4 a = {}, b = {};
  if (i < quads) a = from[i];
  if (i < quads && loads_both && by != 0) b = from[i + 1];
  const float x = __shfl_down_sync(~0u, a.x, 1), y = __shfl_down_sync(~0u, a.y, 1), z = __shfl_down_sync(~0u, a.z, 1);
  if (!loads_both) b = make_float4(x, y, z, 0);
  if (i < quads) {
    float4 all = a;
    if (by == 1) all = make_float4(a.y, a.z, a.w, b.x);
    if (by == 2) all = make_float4(a.z, a.w, b.x, b.y);
    if (by == 3) all = make_float4(a.w, b.x, b.y, b.z);
    reinterpret_cast<float4*>(out)[i] = all;
  } else if (const int rest = 4 * quads + i - quads; rest < n) {
    out[rest] = in[rest + shift];
  }
}

void copy_shifted(float* out, const float* in, int n, int shift) {
  const int quads = max(0, shift % 4 == 0 ? n / 4 : (n + shift) / 4 - shift / 4 - 1);
  kernel<<<(n - 3 * quads + 255) / 256, 256>>>(out, in, n, shift, quads);
}
