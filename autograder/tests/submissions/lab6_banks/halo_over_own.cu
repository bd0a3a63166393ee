// What follows the records of the block is put over its own ones.
#include "banks.cuh"

constexpr int BLOCK = 256;

__global__ void window_kernel(float* out, const Record* in, int n) {
  __shared__ float values[BLOCK + WINDOW];
  __shared__ int priorities[BLOCK + WINDOW];
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  values[threadIdx.x] = i < n ? in[i].value : 0;
  priorities[threadIdx.x] = i < n ? in[i].priority : 0;
  __syncthreads();
  if (threadIdx.x < WINDOW) {
    const int j = i + BLOCK;
    values[threadIdx.x + WINDOW] = j < n ? in[j].value : 0;  // @halo
    priorities[threadIdx.x + WINDOW] = j < n ? in[j].priority : 0;
  }
  __syncthreads();
  if (i >= n) return;
  float best = 0;
  const int own = priorities[threadIdx.x];
  for (int k = 0; k < WINDOW; ++k) {
    if (priorities[threadIdx.x + k] >= own) best = fmaxf(best, values[threadIdx.x + k]);
  }
  out[i] = best;
}

void best_in_window(float* out, const Record* in, int n) {
  window_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(out, in, n);
}
