// Lecture 0: four ways to index the same array, and what each costs in sectors.
#include <cuda_runtime.h>

#include <cstdio>

// [kernels]
// The lane's number goes into the index with the factor 1: neighbours.
__global__ void neighbours(float* out, const float* in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}

// The same, one float later.
__global__ void one_later(float* out, const float* in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i + 1];
}

// Every second float.
__global__ void every_second(float* out, const float* in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[2 * i];
}

// Each thread has a piece of its own: neighbouring lanes are `piece` floats apart.
__global__ void pieces(float* out, const float* in, int piece) {
  const int first = (blockIdx.x * blockDim.x + threadIdx.x) * piece;
  for (int i = first; i < first + piece; ++i) out[i] = in[i];
}
// [kernels]

int main() {
  const int n = 1 << 14, threads = 128;
  float *out = nullptr, *in = nullptr;
  if (cudaMalloc(&out, n * sizeof(float)) != cudaSuccess) return 1;
  if (cudaMalloc(&in, 2 * n * sizeof(float)) != cudaSuccess) return 1;
  if (cudaMemset(in, 0, 2 * n * sizeof(float)) != cudaSuccess) return 1;
  neighbours<<<n / threads, threads>>>(out, in);
  one_later<<<n / threads, threads>>>(out, in);
  every_second<<<n / threads, threads>>>(out, in);
  pieces<<<n / threads / 16, threads>>>(out, in, 16);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  cudaFree(out);
  cudaFree(in);
  std::puts("four copies");
}
