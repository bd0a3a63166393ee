// The own record is loaded, and the result is loaded and stored, in every round of the loop.
#include "banks.cuh"
constexpr int BLOCK = 128;
__global__ void window_kernel(float* out, const Record* in, int n) {
  __shared__ float values[BLOCK + WINDOW];
  __shared__ char priorities[BLOCK + WINDOW];
  const int first = blockIdx.x * BLOCK;
  for (int l = threadIdx.x; l < BLOCK + WINDOW - 1; l += BLOCK) {
    values[l] = first + l < n ? in[first + l].value : 0;
    priorities[l] = first + l < n ? in[first + l].priority : 0;
  }
  __syncthreads();
  const int i = first + threadIdx.x;
  if (i >= n) return;
  out[i] = 0;
  for (int k = 0; k < WINDOW; ++k) {
    if (priorities[threadIdx.x + k] >= in[i].priority) {  // @own
      out[i] = fmaxf(out[i], values[threadIdx.x + k]);
    }
  }
}
void best_in_window(float* out, const Record* in, int n) {
  window_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(out, in, n);
}
