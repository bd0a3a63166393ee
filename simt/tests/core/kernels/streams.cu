// Student code for the tests of streams, which add functions of their own.
#include <cuda_runtime.h>
#include <cstdlib>
#define N (1 << 16)
__global__ void add_one(float* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] += 1;
}
__global__ void copy(float* to, const float* from, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = from[i];
}
__global__ void half_columns(float* data, int first) { data[threadIdx.y * 64 + first + threadIdx.x] = 1; }
__global__ void count(int* counter) { atomicAdd(counter, 1); }
__global__ void fetch(float* out, cudaTextureObject_t texture) {
  out[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x);
}
struct Fixture {
  cudaStream_t a, b;
  cudaEvent_t event;
  float *device, *other, *pinned, *pageable;
  explicit Fixture(unsigned flags = cudaStreamNonBlocking) {
    cudaStreamCreateWithFlags(&a, flags);
    cudaStreamCreateWithFlags(&b, flags);
    cudaEventCreate(&event);
    cudaMalloc(&device, N * 4);
    cudaMalloc(&other, N * 4);
    cudaMallocHost(&pinned, N * 4);
    pageable = (float*)malloc(N * 4);
    cudaMemset(device, 0, N * 4);
    cudaMemset(other, 0, N * 4);
    for (int i = 0; i < N; ++i) pinned[i] = pageable[i] = i;
    cudaDeviceSynchronize();
  }
  ~Fixture() { free(pageable); }
};
