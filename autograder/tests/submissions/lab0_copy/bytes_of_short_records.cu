// The launch asks for shared memory of records without the word that the kernel puts behind each.
#include "copy.cuh"

extern __shared__ float area[];

__global__ void records_kernel(float* out, const float* records, int n, int k, int pitch) {
  const int width = k + 1;
  const int first = blockIdx.x * blockDim.x;
  const int count = min((int)blockDim.x, n - first);
  for (int w = threadIdx.x; w < count * k; w += blockDim.x)
    area[w / k * width + w % k] = records[(size_t)first * k + w];
  __syncthreads();
  if (threadIdx.x < count)
    for (int j = 0; j < k; ++j) out[(size_t)j * pitch + first + threadIdx.x] = area[threadIdx.x * width + j];
}

void split_records(float* out, const float* records, int n, int k, int pitch) {
  records_kernel<<<(n + 255) / 256, 256, 256 * k * sizeof(float)>>>(out, records, n, k, pitch);  // @here
}
