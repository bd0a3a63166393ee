// The block has room for the records behind its own, and loads its own only.
#include "banks.cuh"

constexpr int OWN = 128, TILE = 64, PIECE = 32, WIDE = 16;
constexpr int ALL = OWN + WINDOW - 1;

__global__ void kernel(float* out, const Record* in, int n) {
  __shared__ float values[ALL];
  __shared__ int priorities[ALL];
  const int first = blockIdx.x * OWN;
  for (int i = threadIdx.x; i < OWN; i += OWN) {  // @own
    values[i] = first + i < n ? in[first + i].value : 0;
    priorities[i] = first + i < n ? in[first + i].priority : 0;
  }
  __syncthreads();
  const int own = priorities[threadIdx.x];
  float largest = 0;
  for (int k = 0; k < WINDOW; ++k) {
    if (priorities[threadIdx.x + k] >= own) largest = fmaxf(largest, values[threadIdx.x + k]);
  }
  if (first + threadIdx.x < n) out[first + threadIdx.x] = largest;
}

void best_in_window(float* out, const Record* in, int n) { kernel<<<(n + OWN - 1) / OWN, OWN>>>(out, in, n); }
