// Wrong: the coefficients are copied in another stream than the kernel that reads them, and nothing orders the two.
#include "spaces.cuh"

__constant__ float c[COEFFICIENTS];

__global__ void evaluate(float* out, const float* in, long long count) {
  const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const float x = in[i];
  float value = 0;
  for (int k = COEFFICIENTS - 1; k >= 0; --k) value = value * x + c[k];
  out[i] = value;
}

void polynomial(float* out, const float* in, const float* coefficients, long long count) {
  cudaStream_t copies, kernels;
  cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&kernels, cudaStreamNonBlocking);
  cudaMemcpyToSymbolAsync(c, coefficients, sizeof c, 0, cudaMemcpyHostToDevice, copies);
  evaluate<<<(count + 255) / 256, 256, 0, kernels>>>(out, in, count);  // @race
  cudaDeviceSynchronize();
  cudaStreamDestroy(copies);
  cudaStreamDestroy(kernels);
}
