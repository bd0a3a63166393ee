// Each block counts the values that are left over.
#include "banks.cuh"

void running_sums(float* out, const float* in, int rows, int columns) {}
void turned_tiles(char* out, const char* in, int tiles) {}
void running_maxima(double* out, const double* in, int rows, int columns) {}
void best_in_window(float* out, const Record* in, int n) {}
void filtered(float* out, const float* x, const float* c, int n) {}

constexpr int BLOCK = 256;
constexpr int WARPS = BLOCK / 32;

__global__ void histogram_kernel(unsigned* counts, const float* x, int n) {
  __shared__ unsigned local[WARPS][BINS];
  for (int e = threadIdx.x; e < WARPS * BINS; e += BLOCK) (&local[0][0])[e] = 0;
  __syncthreads();
  unsigned* mine = local[threadIdx.x / 32];
  const float4* wide = reinterpret_cast<const float4*>(x);
  const int quads = n / 4;
  for (int q = blockIdx.x * BLOCK + threadIdx.x; q < quads; q += gridDim.x * BLOCK) {
    const float4 v = wide[q];
    atomicAdd(mine + bin_of(v.x), 1u);
    atomicAdd(mine + bin_of(v.y), 1u);
    atomicAdd(mine + bin_of(v.z), 1u);
    atomicAdd(mine + bin_of(v.w), 1u);
  }
  if (threadIdx.x == 0) {
    for (int i = 4 * quads; i < n; ++i) atomicAdd(mine + bin_of(x[i]), 1u);  // @rest
  }
  __syncthreads();
  if (threadIdx.x < BINS) {
    unsigned all = 0;
    for (int w = 0; w < WARPS; ++w) all += local[w][threadIdx.x];
    if (all) atomicAdd(counts + threadIdx.x, all);
  }
}

void histogram(unsigned* counts, const float* x, int n) {
  cudaMemsetAsync(counts, 0, BINS * sizeof(unsigned));
  const int blocks = min(528, n / (4 * BLOCK) + 1);
  histogram_kernel<<<blocks, BLOCK>>>(counts, x, n);
}
