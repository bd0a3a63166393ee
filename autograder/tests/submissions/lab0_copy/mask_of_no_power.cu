// A mask in place of a remainder, of a number that is no power of two.
#include "copy.cuh"

#define RECORDS 48

__global__ void gather(float* out, const float* rec, int n, int k, int pitch) {
  __shared__ float s[RECORDS * 33];
  const long long first = (long long)blockIdx.x * RECORDS;
  const int p = k | 1;
  const int here = n - first < RECORDS ? (int)(n - first) : RECORDS;
  for (int w = threadIdx.x; w < here * k; w += blockDim.x) s[w / k * p + w % k] = rec[first * k + w];
  __syncthreads();
  for (int w = threadIdx.x; w < RECORDS * k; w += blockDim.x) {
    const int r = w & (RECORDS - 1);  // @here
    const int j = w / RECORDS;
    if (r < here) out[(long long)j * pitch + first + r] = s[r * p + j];
  }
}

void split_records(float* out, const float* records, int n, int k, int pitch) {
  gather<<<(n + RECORDS - 1) / RECORDS, 192>>>(out, records, n, k, pitch);
}
