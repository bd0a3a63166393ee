// The coefficients are copied, and no kernel is launched.
#include "spaces.cuh"

__constant__ float c[COEFFICIENTS];

__global__ void horner(float* out, const float* in, long long count) {
  long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  float x = in[i];
  float value = c[COEFFICIENTS - 1];
  for (int k = COEFFICIENTS - 2; k >= 0; --k) {
    value = value * x + c[k];
  }
  out[i] = value;
}

void polynomial(float* out, const float* in, const float* coefficients, long long count) {
  cudaMemcpyToSymbol(c, coefficients, COEFFICIENTS * sizeof(float));  // @missing
}
