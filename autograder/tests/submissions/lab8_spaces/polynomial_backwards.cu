// Wrong: the coefficients are taken in the opposite order.
#include "spaces.cuh"

__constant__ float c[COEFFICIENTS];

__global__ void evaluate(float* out, const float* in, long long count) {
  const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const float x = in[i];
  float value = 0;
  for (int k = COEFFICIENTS - 1; k >= 0; --k) value = value * x + c[COEFFICIENTS - 1 - k];
  out[i] = value;
}

void polynomial(float* out, const float* in, const float* coefficients, long long count) {
  cudaMemcpyToSymbol(c, coefficients, sizeof c);
  evaluate<<<(count + 255) / 256, 256>>>(out, in, count);
}
