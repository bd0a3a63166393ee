// Words read through the read-only data cache while the same kernel writes them, wrong even where something orders the
// two: one of the two lines of each mistake ends with "// FINDS" and the kind.
#include <cstdio>

__device__ volatile int flag;

__global__ void behind_a_barrier(int* data, int* out) {
  data[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = __ldg(&data[63 - threadIdx.x]);  // FINDS global-race
}

__global__ void behind_a_flag(float* data, float* out) {
  if (blockIdx.x == 0) {
    data[threadIdx.x] = threadIdx.x;
    __threadfence();
    __syncwarp();
    if (threadIdx.x == 0) flag = 1;
  } else {
    while (flag == 0) {
    }
    __threadfence();
    out[threadIdx.x] = __ldg(data + threadIdx.x);  // FINDS global-race
  }
}

__global__ void one_array_by_two_names(const int* __restrict__ in, int* __restrict__ out) {
  out[threadIdx.x] = threadIdx.x;
  __syncthreads();
  const int other = in[63 - threadIdx.x];  // FINDS global-race
  __syncthreads();
  out[threadIdx.x] = other;
}

__global__ void last_block_sums(const int* __restrict__ parts, int* written, unsigned* done, int* out) {
  if (threadIdx.x != 0) return;
  written[blockIdx.x] = blockIdx.x;
  __threadfence();
  if (atomicAdd(done, 1) != gridDim.x - 1) return;
  __threadfence();
  int sum = 0;
  for (int b = 0; b < gridDim.x; ++b) sum += parts[b];  // FINDS global-race
  *out = sum;
}

__global__ void counted_before(int* counters, int* out) {
  atomicAdd(&counters[threadIdx.x / 32], 1);
  __syncthreads();
  out[threadIdx.x] = __ldg(&counters[threadIdx.x / 32]);  // FINDS global-race
}

/// One load of a vector, of which the last part alone is used.
__global__ void part_of_a_vector(float4* data, float* out) {
  data[threadIdx.x].w = threadIdx.x;
  __syncthreads();
  const float4 other = __ldg(&data[63 - threadIdx.x]);  // FINDS global-race
  out[threadIdx.x] = other.w;
}

int main() {
  int *data, *out;
  float *values, *results;
  cudaMalloc(&data, 4096);
  cudaMalloc(&out, 4096);
  cudaMalloc(&values, 4096);
  cudaMalloc(&results, 4096);
  cudaMemset(data, 0, 4096);
  cudaMemset(values, 0, 4096);
  behind_a_barrier<<<1, 64>>>(data, out);
  behind_a_flag<<<2, 32>>>(values, results);
  one_array_by_two_names<<<1, 64>>>(data + 64, data + 64);
  last_block_sums<<<4, 32>>>(data + 128, data + 128, reinterpret_cast<unsigned*>(data + 200), out);
  counted_before<<<1, 64>>>(data + 300, out);
  part_of_a_vector<<<1, 64>>>(reinterpret_cast<float4*>(values + 512), results);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  for (void* p : {(void*)data, (void*)out, (void*)values, (void*)results}) cudaFree(p);
}
