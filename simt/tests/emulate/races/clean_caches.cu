// Words read through the read-only data cache, right: nothing may be found.
#include <cstdio>

__global__ void fill(int* data) { data[threadIdx.x] = threadIdx.x; }

__global__ void of_an_earlier_kernel(const int* __restrict__ in, int* __restrict__ out) {
  out[threadIdx.x] = __ldg(in + 63 - threadIdx.x) + in[threadIdx.x];
}

__global__ void own_word_written_later(float4* data) {
  float4 mine = __ldg(&data[threadIdx.x]);
  mine.x += 1;
  data[threadIdx.x] = mine;
}

__global__ void words_beside_it(int* data) {
  data[2 * threadIdx.x] = __ldg(&data[2 * threadIdx.x + 1]);
  __syncthreads();
  data[2 * threadIdx.x] += __ldg(&data[2 * (63 - threadIdx.x) + 1]);
}

/// Not const in the end: the kernel reads and writes by the same pointer.
__global__ void one_pointer(int* __restrict__ data) {
  data[threadIdx.x] = threadIdx.x;
  __syncthreads();
  const int other = data[63 - threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = other;
}

/// Two pointers that change places: neither is only read.
__global__ void there_and_back(float* __restrict__ a, float* __restrict__ b, int rounds) {
  float *from = a, *to = b;
  for (int k = 0; k < rounds; ++k) {
    to[threadIdx.x] = from[63 - threadIdx.x];
    __syncthreads();
    float* const swap = from;
    from = to;
    to = swap;
  }
}

__device__ int sum_of(const int* __restrict__ values, int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i) sum += values[i];
  return sum;
}

/// The word is constant for as long as the function runs, not for as long as the kernel does.
__global__ void parameter_of_a_function(int* data, int* out) {
  data[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) *out = sum_of(data, 64);
}

int main() {
  int *data, *out;
  float *a, *b;
  cudaMalloc(&data, 4096);
  cudaMalloc(&out, 4096);
  cudaMalloc(&a, 4096);
  cudaMalloc(&b, 4096);
  cudaMemset(data, 0, 4096);
  cudaMemset(a, 0, 4096);
  fill<<<1, 64>>>(data);
  of_an_earlier_kernel<<<1, 64>>>(data, out);
  fill<<<1, 64>>>(data);
  own_word_written_later<<<1, 64>>>(reinterpret_cast<float4*>(a));
  words_beside_it<<<1, 64>>>(data);
  one_pointer<<<1, 64>>>(data);
  there_and_back<<<1, 64>>>(a, b, 4);
  parameter_of_a_function<<<1, 64>>>(data, out);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  for (void* p : {(void*)data, (void*)out, (void*)a, (void*)b}) cudaFree(p);
}
