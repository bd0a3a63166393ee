// The first record of a block is taken for its first float (0.7).
#include "copy.cuh"

#define T 128

__global__ void records_kernel(float* out, const float* records, int n, int k, int pitch) {
  __shared__ float buf[T * 33];
  size_t first = (size_t)blockIdx.x * T;
  int count = min((int)(n - first), T);
  int row = k % 2 == 0 ? k + 1 : k;
  for (int w = threadIdx.x; w < count * k; w += T) {
    buf[w / k * row + w % k] = records[first + w];  // @load
  }
  __syncthreads();
  if (threadIdx.x < count) {
    for (int j = 0; j < k; j++) {
      out[(size_t)j * pitch + first + threadIdx.x] = buf[threadIdx.x * row + j];
    }
  }
}

void split_records(float* out, const float* records, int n, int k, int pitch) {
  records_kernel<<<(n - 1) / T + 1, T>>>(out, records, n, k, pitch);
}
