// The input has n + shift elements, and only n of them are loaded.
#include "copy.cuh"

constexpr int THREADS = 256;  // of a block

// Part 0.5, shifted: what is not aligned, by loads that are.
constexpr int FLOATS = 4 * THREADS;  // of the output, for each block

// The float4 number q of the input; of the last one, only what is there.
__device__ void fetch(float* place, const float* in, int q, int length) {
  const int i = 4 * q;
  if (i + 3 < length) {
    *reinterpret_cast<float4*>(place) = reinterpret_cast<const float4*>(in)[q];
  } else {
    for (int c = 0; c < 4; ++c) {
      if (i + c < length) place[c] = in[i + c];
    }
  }
}

__global__ void through_window(float* out, const float* in, int n, int shift) {
  __shared__ __align__(16) float window[FLOATS + 4];
  const int t = threadIdx.x;
  const int q = shift / 4 + blockIdx.x * THREADS + t;
  fetch(window + 4 * t, in, q, n);  // @here
  if (t == THREADS - 1) fetch(window + FLOATS, in, q + 1, n);
  __syncthreads();
  const int i = blockIdx.x * FLOATS + 4 * t;
  const float* const mine = window + 4 * t + shift % 4;
  if (i + 3 < n) {
    reinterpret_cast<float4*>(out)[i / 4] = make_float4(mine[0], mine[1], mine[2], mine[3]);
  } else {
    for (int c = 0; i + c < n; ++c) out[i + c] = mine[c];
  }
}

void copy_shifted(float* out, const float* in, int n, int shift) {
  through_window<<<(n + FLOATS - 1) / FLOATS, THREADS>>>(out, in, n, shift);
}
