// Reads shared memory as if it held an array after the other.
#include "copy.cuh"

namespace {

constexpr int T = 256;
constexpr int RECORDS = 128;  // of a block

__global__ void split(float* out, const float* records, int n, int k, int pitch) {
  __shared__ float staged[RECORDS * 33];
  const size_t first = static_cast<size_t>(blockIdx.x) * RECORDS;
  const int here = min(RECORDS, static_cast<int>(n - first));
  for (int c = threadIdx.x; c < here * k; c += T) {
    const int j = c % k, r = c / k;
    staged[r * (k | 1) + j] = records[first * k + c];
  }
  __syncthreads();
  for (int c = threadIdx.x; c < RECORDS * k; c += T) {
    const int j = c / RECORDS, r = c % RECORDS;
    if (r < here) out[static_cast<size_t>(j) * pitch + first + r] = staged[j * here + r];  // @read
  }
}

}  // namespace

void split_records(float* out, const float* records, int n, int k, int pitch) {
  split<<<(n - 1) / RECORDS + 1, T>>>(out, records, n, k, pitch);
}
