// Right, but each lane begins with another coefficient, so that no two want the same one: it was free, and now the
// samples that go with them are in half of the banks.
#include "banks.cuh"

__global__ void kernel(float* out, const float* x, const float* c, int n) {
  __shared__ float taps[TAPS], samples[256 + TAPS];
  const int first = blockIdx.x * 256;
  for (int i = threadIdx.x; i < 256 + TAPS; i += 256) samples[i] = first + i < n ? x[first + i] : 0;
  if (threadIdx.x < TAPS) taps[threadIdx.x] = c[threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int step = 0; step < TAPS; ++step) {
    const int k = (step + threadIdx.x) % TAPS;
    sum += taps[k] * samples[threadIdx.x + k];
  }
  if (first + threadIdx.x < n) out[first + threadIdx.x] = sum;
}

void filtered(float* out, const float* x, const float* c, int n) { kernel<<<(n + 255) / 256, 256>>>(out, x, c, n); }
