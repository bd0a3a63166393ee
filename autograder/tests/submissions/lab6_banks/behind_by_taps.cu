// The samples behind the block are fetched from too near, and the condition asks about others.
#include "banks.cuh"

__global__ void filter_kernel(float* out, const float* x, const float* c, int n) {
  __shared__ float samples[256 + TAPS];
  __shared__ float taps[TAPS];
  const int i = blockIdx.x * 256 + threadIdx.x;
  samples[threadIdx.x] = i < n ? x[i] : 0.0f;
  if (threadIdx.x < TAPS) {
    taps[threadIdx.x] = c[threadIdx.x];
    samples[256 + threadIdx.x] = i + 256 < n ? x[i + TAPS] : 0.0f;  // @halo
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < TAPS; ++k) sum += taps[k] * samples[threadIdx.x + k];
  if (i < n) out[i] = sum;
}

void filtered(float* out, const float* x, const float* c, int n) {
  filter_kernel<<<(n + 255) / 256, 256>>>(out, x, c, n);
}
