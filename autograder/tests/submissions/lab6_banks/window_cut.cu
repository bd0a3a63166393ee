// A block fetches the records of its own threads only, and not those that their windows reach beyond them.
#include "banks.cuh"

__global__ void kernel(float* out, const Record* in, int n) {
  __shared__ float values[256];
  __shared__ char priorities[256];
  const int i = blockIdx.x * 256 + threadIdx.x;
  values[threadIdx.x] = i < n ? in[i].value : 0;
  priorities[threadIdx.x] = i < n ? in[i].priority : 0;
  __syncthreads();
  float largest = 0;
  for (int k = 0; k < WINDOW && threadIdx.x + k < 256; ++k) {
    if (priorities[threadIdx.x + k] >= priorities[threadIdx.x]) largest = fmaxf(largest, values[threadIdx.x + k]);
  }
  if (i < n) out[i] = largest;
}

void best_in_window(float* out, const Record* in, int n) { kernel<<<(n + 255) / 256, 256>>>(out, in, n); }
