// The first power of x that is used is x, and not 1.
#include "spaces.cuh"

__constant__ float c[COEFFICIENTS];

__global__ void evaluate(float* out, const float* in, long long count) {
  long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  if (i >= count) return;
  const float x = in[i];
  float sum = 0, power = x;  // @power
  for (int k = 0; k < COEFFICIENTS; k++) {
    sum += c[k] * power;
    power *= x;
  }
  out[i] = sum;
}

void polynomial(float* out, const float* in, const float* coefficients, long long count) {
  cudaMemcpyToSymbol(c, coefficients, COEFFICIENTS * sizeof(float));
  evaluate<<<(count + 255) / 256, 256>>>(out, in, count);
}
