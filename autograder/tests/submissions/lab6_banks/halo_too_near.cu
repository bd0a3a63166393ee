// What lies behind the block's own elements is taken from a place that is too near, in the guard and in the index.
#include "banks.cuh"
constexpr int THREADS = 256;
__global__ void filter_kernel(float* out, const float* x, const float* c, int n) {
  __shared__ float coefficients[TAPS];
  __shared__ float xs[THREADS + TAPS];
  const int i = blockIdx.x * THREADS + threadIdx.x;
  if (threadIdx.x < TAPS) coefficients[threadIdx.x] = c[threadIdx.x];
  xs[threadIdx.x] = i < n ? x[i] : 0;
  if (threadIdx.x < TAPS) xs[THREADS + threadIdx.x] = i + TAPS < n ? x[i + TAPS] : 0;  // @halo
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < TAPS; ++k) sum += coefficients[k] * xs[threadIdx.x + k];
  if (i < n) out[i] = sum;
}
void filtered(float* out, const float* x, const float* c, int n) {
  filter_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(out, x, c, n);
}
