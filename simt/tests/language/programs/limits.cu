//// shared_memory_at_the_limit
__global__ void k(float* out) {
  __shared__ float tile[12288];
  tile[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x ^ 1];
}

//// shared_memory_above_it
__global__ void k(float* out) {  // too much: shared data (0xc200 bytes, 0xc000 max)
  __shared__ float tile[128][97];
  tile[threadIdx.x % 128][0] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x % 97][threadIdx.x % 7];
}

//// shared_memory_of_a_function_too
__device__ float from_a_table(int i) {
  __shared__ float table[8192];
  table[i] = i;
  __syncthreads();
  return table[i ^ 1];
}
template <class T>
__global__ void k(T* out) {  // too much: shared data (0x10000 bytes, 0xc000 max)
  __shared__ T tile[8192];
  tile[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x ^ 1] + from_a_table(threadIdx.x);
}
void run(float* out) { k<<<1, 32>>>(out); }

//// shared_memory_of_two_kernels
__global__ void first(float* out) {
  __shared__ float tile[8192];
  tile[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x ^ 1];
}
__global__ void second(float* out) {
  __shared__ float tile[8192];
  tile[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x ^ 1];
}
void run(float* out) {
  first<<<1, 32>>>(out);
  second<<<1, 32>>>(out);
}

//// shared_memory_that_is_never_read
__global__ void k(float* out) {
  __shared__ float tile[16384];
  tile[threadIdx.x] = 1;
  out[threadIdx.x] = 1;
}

//// parameters_at_the_limit
struct Large {
  int values[8188];
};
__global__ void k(Large large, float* out) { out[threadIdx.x] = large.values[threadIdx.x]; }

//// parameters_above_it
struct Large {
  int values[8190];
};
__global__ void k(Large large, float* out) {  // too much: parameter space overflowed
  out[threadIdx.x] = large.values[threadIdx.x];
}

//// constants_at_the_limit
__constant__ float table[16384];
__global__ void k(float* out) { out[threadIdx.x] = table[threadIdx.x]; }

//// constants_above_it
__constant__ float first[16384];
__constant__ float second[1];
__global__ void k(float* out) {  // too much: constant data (0x10004 bytes, 0x10000 max)
  out[threadIdx.x] = first[threadIdx.x] + second[0];
}
