// Kernels whose results a test follows back to the stores and loads that made them.
#include <cuda_runtime.h>

__global__ void shift(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[(i + 1) % n];  // @shift
}

__global__ void sum(float* out, const float* in, int n) {
  float total = 0;
#pragma unroll 1
  for (int i = 0; i < n; ++i) total += in[i];  // @add
  out[threadIdx.x] = total;                    // @total
}

__global__ void turn(float* out, const float* in) {
  __shared__ float tile[4][4];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 4 + threadIdx.x];  // @fill
  __syncthreads();
  out[threadIdx.y * 4 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];  // @turned
}

__global__ void twice(float* out) {
  if (threadIdx.x == 1) out[0] = 1;  // @first
  __syncthreads();
  if (threadIdx.x == 0) out[0] = 2;  // @second
}

__global__ void leave(float* out, int n) {
  if (threadIdx.x >= n) return;
  __syncthreads();  // @meet
  out[threadIdx.x] = 1;
}

__global__ void count(float* out) { atomicAdd(out, 1.0f); }  // @atomic

__global__ void half(float* out, const float* in, int n) {
  __shared__ float tile[8];
  const int i = blockIdx.x * 8 + threadIdx.x;
  tile[threadIdx.x] = in[i];  // @stage
  __syncthreads();
  out[i] = tile[threadIdx.x / 2 + (n < 0)];  // @half
}

__global__ void again(float* out, const float* in) { out[threadIdx.x] = in[threadIdx.x]; }  // @again
__global__ void pass_on(float* out) { out[threadIdx.x] += 1; }

__device__ float shares[8];
__device__ unsigned arrived;
__constant__ float factors[4];

__global__ void share(float* out) {
  shares[threadIdx.x] = 1;  // @share
  if (atomicAdd(&arrived, 1) == 7) arrived = 0;
  __syncthreads();
  if (threadIdx.x < 3) out[threadIdx.x] = shares[threadIdx.x] * factors[threadIdx.x];  // @product
}

__global__ void stride(float* out, int n, int step) {
  for (int i = threadIdx.x; i < n; i += step) out[i] = 1;
}

extern "C" {
void run_shift(float* out, const float* in, int n) { shift<<<2, n / 2>>>(out, in, n); }  // @launch
void run_sum(float* out, const float* in, int n) { sum<<<1, 2>>>(out, in, n); }
void run_turn(float* out, const float* in, int) { turn<<<1, dim3(4, 4)>>>(out, in); }
void run_twice(float* out, const float*, int) { twice<<<1, 2>>>(out); }
void run_leave(float* out, const float*, int n) { leave<<<1, n + 3>>>(out, n); }
void run_count(float* out, const float*, int n) { count<<<1, n>>>(out); }
void run_half(float* out, const float* in, int n) { half<<<n / 8, 8>>>(out, in, n); }
void run_again(float* out, const float* in, int n) {
  again<<<1, n>>>(out, in);
  again<<<1, n>>>(out, in);
  pass_on<<<1, n>>>(out);
  again<<<1, n>>>(out, in);
}
void run_share(float* out, const float*, int) { share<<<1, 8>>>(out); }
void run_share_with_factors(float* out, const float*, int) {
  const float ones[4] = {1, 1, 1, 1};
  cudaMemcpyToSymbol(factors, ones, sizeof ones);
  share<<<1, 8>>>(out);
}
void run_stride(float* out, const float*, int n) { stride<<<1, 4>>>(out, n, 8); }
void run_two_strides(float* out, const float*, int n) {
  stride<<<1, 4>>>(out, n, 8);
  stride<<<1, 4>>>(out, n, 1 + n / 2);
}
void run_nothing(float*, const float*, int) {}
}
