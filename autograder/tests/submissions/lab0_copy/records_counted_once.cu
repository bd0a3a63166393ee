// The loop fetches the floats of the records, and its guard counts records.
#include "copy.cuh"

__global__ void kernel(float* out, const float* records, int n, int k, int pitch) {
  __shared__ float staged[64 * 33];
  const int row = k | 1;
  const size_t first = static_cast<size_t>(blockIdx.x) * 64 * k;
  for (int j = threadIdx.x; j < 64 * k; j += 128) {
    if (first + j < n) staged[j / k * row + j % k] = records[first + j];  // @guard
  }
  __syncthreads();
  const int i = blockIdx.x * 64 + threadIdx.x;
  if (threadIdx.x >= 64 || i >= n) return;
  for (int j = 0; j < k; ++j) out[static_cast<size_t>(j) * pitch + i] = staged[threadIdx.x * row + j];
}

void split_records(float* out, const float* records, int n, int k, int pitch) {
  kernel<<<(n + 63) / 64, 128>>>(out, records, n, k, pitch);
}
