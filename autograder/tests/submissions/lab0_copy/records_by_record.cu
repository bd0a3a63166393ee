// Right, but a thread reads the floats of its own record: lanes are k floats apart.
#include "copy.cuh"

__global__ void kernel(float* out, const float* records, int n, int k, int pitch) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (int j = 0; j < k; ++j) out[static_cast<size_t>(j) * pitch + i] = records[static_cast<size_t>(i) * k + j];
}

void split_records(float* out, const float* records, int n, int k, int pitch) {
  kernel<<<(n + 255) / 256, 256>>>(out, records, n, k, pitch);
}
