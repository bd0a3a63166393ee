// A record of an even length has one word more in shared memory. How many come before a float is counted by the longer
// length, which is that of shared memory and not that of the input.
#include "copy.cuh"

constexpr int RECORDS = 64;

__global__ void split(float* out, const float* records, int n, int k, int pitch) {
  extern __shared__ float words[];
  const int gap = 1 - k % 2, length = k + gap;
  const int first = blockIdx.x * RECORDS, count = min(RECORDS, n - first);
  for (int j = threadIdx.x; j < count * k; j += RECORDS) {
    words[j + gap * (j / length)] = records[static_cast<size_t>(first) * k + j];  // @here
  }
  __syncthreads();
  if (threadIdx.x >= count) return;
  for (int m = 0; m < k; ++m) {
    out[static_cast<size_t>(m) * pitch + first + threadIdx.x] = words[threadIdx.x * length + m];
  }
}

extern "C" void split_records(float* out, const float* records, int n, int k, int pitch) {
  split<<<(n + RECORDS - 1) / RECORDS, RECORDS, RECORDS*(k + 1) * sizeof(float)>>>(out, records, n, k, pitch);
}
