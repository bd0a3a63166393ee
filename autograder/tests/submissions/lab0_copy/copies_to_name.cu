// cudaMemcpy to the name of a variable of the device, in place of cudaMemcpyToSymbol.
#include "copy.cuh"

__device__ int size;

__global__ void kernel(float* out, const float* in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size) out[i] = in[i];
}

void copy_scalar(float* out, const float* in, int n) {
  cudaMemcpy(&size, &n, sizeof n, cudaMemcpyHostToDevice);
  kernel<<<(n + 255) / 256, 256>>>(out, in);
}
