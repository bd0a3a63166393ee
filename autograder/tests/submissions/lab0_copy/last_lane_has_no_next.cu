// The last lane of a warp has no next one: __shfl_down_sync gives it its own value.
#include "copy.cuh"

constexpr int THREADS = 256;

__global__ void shifted_kernel(float* out, const float* in, int n, int shift) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;  // of a float4 of out
  const int begin = shift / 4;
  const int rest = shift % 4;
  const int whole = (n + shift) / 4;  // float4 of in
  float4 a = make_float4(0, 0, 0, 0);
  if (begin + i < whole) {
    a = reinterpret_cast<const float4*>(in)[begin + i];
  } else {
    const int at = 4 * (begin + i);
    if (at < n + shift) a.x = in[at];
    if (at + 1 < n + shift) a.y = in[at + 1];
    if (at + 2 < n + shift) a.z = in[at + 2];
  }
  float4 b;
  b.x = __shfl_down_sync(0xffffffff, a.x, 1);  // @here
  b.y = __shfl_down_sync(0xffffffff, a.y, 1);
  b.z = __shfl_down_sync(0xffffffff, a.z, 1);
  float4 r = a;
  if (rest == 1) r = make_float4(a.y, a.z, a.w, b.x);
  if (rest == 2) r = make_float4(a.z, a.w, b.x, b.y);
  if (rest == 3) r = make_float4(a.w, b.x, b.y, b.z);
  if (4 * i + 3 < n) {
    reinterpret_cast<float4*>(out)[i] = r;
  } else {
    if (4 * i < n) out[4 * i] = r.x;
    if (4 * i + 1 < n) out[4 * i + 1] = r.y;
    if (4 * i + 2 < n) out[4 * i + 2] = r.z;
  }
}

void copy_shifted(float* out, const float* in, int n, int shift) {
  const int quads = (n + 3) / 4;
  shifted_kernel<<<(quads + THREADS - 1) / THREADS, THREADS>>>(out, in, n, shift);
}
