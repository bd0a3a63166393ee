// The condition asks about the thread's own sample, and the one that is fetched lies a block behind it.
#include "banks.cuh"

constexpr int T = 256;

__global__ void taps(float* out, const float* x, const float* c, int n) {
  __shared__ float s[T + TAPS];
  const int t = threadIdx.x;
  const int i = blockIdx.x * T + t;
  s[t] = i < n ? x[i] : 0.0f;
  if (t < TAPS) {
    const bool exists = i < n;  // @here
    float value = 0;
    if (exists) value = x[i + T];
    s[T + t] = value;
  }
  __syncthreads();
  if (i >= n) return;
  float sum = 0;
  for (int j = 0; j < TAPS; ++j) sum += c[j] * s[t + j];
  out[i] = sum;
}

void filtered(float* out, const float* x, const float* c, int n) { taps<<<(n + T - 1) / T, T>>>(out, x, c, n); }
