#include "copy.cuh"

constexpr int THREADS = 256;  // of a block

// Part 0.5, shifted: what is not aligned, by loads that are.
constexpr unsigned FULL = 0xffffffffu;

// OFF = shift % 4, known to the compiler
template <int OFF>
__global__ void shift_copy(float* out, const float* in, int n, int shift, int quads) {
  const int q = blockIdx.x * blockDim.x + threadIdx.x;
  const float4* aligned = reinterpret_cast<const float4*>(in) + (shift - OFF);  // @here
  const float4 mine = q < quads ? aligned[q] : make_float4(0.f, 0.f, 0.f, 0.f);
  float v[7] = {mine.x, mine.y, mine.z, mine.w, 0.f, 0.f, 0.f};
  v[4] = __shfl_down_sync(FULL, mine.x, 1);
  v[5] = __shfl_down_sync(FULL, mine.y, 1);
  v[6] = __shfl_down_sync(FULL, mine.z, 1);
  const bool edge = (threadIdx.x & 31) == 31 || q == quads - 1;
  if (OFF != 0 && edge && q < quads) {
    const float4 more = aligned[q + 1];
    v[4] = more.x;
    v[5] = more.y;
    v[6] = more.z;
  }
  if (q < quads) {
    reinterpret_cast<float4*>(out)[q] = make_float4(v[OFF], v[OFF + 1], v[OFF + 2], v[OFF + 3]);
    return;
  }
  const int t = 4 * quads + (q - quads);
  if (t < n) out[t] = in[t + shift];
}

template <int OFF>
void launch_shift(float* out, const float* in, int n, int shift) {
  int quads = OFF == 0 ? n / 4 : (n + shift) / 4 - shift / 4 - 1;
  if (quads < 0) quads = 0;
  const int threads = quads + (n - 4 * quads);
  shift_copy<OFF><<<(threads + THREADS - 1) / THREADS, THREADS>>>(out, in, n, shift, quads);
}

void copy_shifted(float* out, const float* in, int n, int shift) {
  switch (shift % 4) {
    case 0:
      launch_shift<0>(out, in, n, shift);
      break;
    case 1:
      launch_shift<1>(out, in, n, shift);
      break;
    case 2:
      launch_shift<2>(out, in, n, shift);
      break;
    case 3:
      launch_shift<3>(out, in, n, shift);
      break;
  }
}
