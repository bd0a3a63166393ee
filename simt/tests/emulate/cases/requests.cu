// Requests as an H200 counts them (Nsight Compute 2025.3, CUDA 13.0, sm_90, -O3).
//   nvcc -std=c++17 -O3 -arch=sm_90 requests.cu -o requests
#include <cuda_runtime.h>

#include <vector>

static unsigned seed = 2463534242u;
static unsigned next_random() {
  seed ^= seed << 13; seed ^= seed >> 17; seed ^= seed << 5;
  return seed;
}

__global__ void alternating(const float* a, float* b, int rounds) {
  float s = 0;
#pragma unroll 1
  for (int k = 0; k < rounds; ++k) {
    if ((threadIdx.x + k) % 2 == 0) s += a[k * 1024 + blockIdx.x * blockDim.x + threadIdx.x];  // @alternating
  }
  b[blockIdx.x * blockDim.x + threadIdx.x] = s;  // @alternating_out
}

__global__ void masked_sum(const int* mask, const float* a, float* b, int rows, int columns) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= columns) return;
  float s = 0;
#pragma unroll 1
  for (int r = 0; r < rows; ++r) {
    if (mask[r * columns + c] % 3 != 0) continue;  // @mask
    s += a[r * columns + c];  // @masked
  }
  b[c] = s;  // @masked_out
}

__global__ void several_rows(const int* length, const float* a, float* b, int rows, int pitch, int each) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll 1
  for (int j = 0; j < each; ++j) {
    int r = j * gridDim.x * blockDim.x + t;
    if (r >= rows) return;
    float s = 0;
    int n = length[r] % 8;  // @length
#pragma unroll 1
    for (int k = 0; k < n; ++k) s += a[k * pitch + r];  // @rows
    b[r] = s;  // @rows_out
  }
}

__global__ void shared_masked(const int* mask, float* b) {
  __shared__ float s[32 * 17];
  for (int k = threadIdx.x; k < 32 * 17; k += 32) s[k] = k;  // @shared_fill
  __syncthreads();
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < 16; ++k) {
    if (mask[k * 32 + threadIdx.x] % 2 == 0) sum += s[threadIdx.x * 17 + k];  // @shared_masked
  }
  b[threadIdx.x] = sum;  // @shared_out
}

__global__ void float4_members(const float4* a, float* b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = a[i].x * a[i].x + a[i].y * a[i].y + a[i].z * a[i].z + a[i].w;  // @float4
}

__global__ void double2_swapped(const double2* a, double2* b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = make_double2(a[i].y, a[i].x);  // @double2
}

template <typename T>
T* on_device(const std::vector<T>& values) {
  T* copy;
  cudaMalloc(&copy, values.size() * sizeof(T));  // @on_device
  cudaMemcpy(copy, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
  return copy;
}

int main() {
  const int n = 20000;
  std::vector<float> values(1 << 18);
  for (float& v : values) v = next_random() % 1000 * 0.01f;
  std::vector<int> numbers(n);
  for (int& v : numbers) v = next_random() % n;
  const float* a = on_device(values);
  const int* index = on_device(numbers);
  float* b;
  cudaMalloc(&b, sizeof(float) << 18);  // @b
  alternating<<<4, 64>>>(a, b, 20);
  masked_sum<<<5, 96>>>(index, a, b, 40, 470);
  several_rows<<<3, 64>>>(index, a, b, 700, 1024, 4);
  shared_masked<<<1, 32>>>(index, b);
  float4_members<<<40, 128>>>((const float4*)a, b, 5000);      // 157 load requests, 2500 sectors (emulator 628, 10000)
  double2_swapped<<<40, 128>>>((const double2*)a, (double2*)b, 5000);  // 157 load requests, 2500 sectors (emulator 314, 5000)
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
