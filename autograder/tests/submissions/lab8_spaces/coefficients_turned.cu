// The coefficients are taken from the lowest to the highest one.
#include "spaces.cuh"

__constant__ float poly[COEFFICIENTS];
__global__ void evaluate(float* out, const float* in, long long count) {
  const long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  if (i >= count) return;
  const float x = in[i];
  float sum = poly[0];  // @first
  for (int k = 1; k < COEFFICIENTS; k++) sum = sum * x + poly[k];
  out[i] = sum;
}
void polynomial(float* out, const float* in, const float* coefficients, long long count) {
  cudaMemcpyToSymbol(poly, coefficients, COEFFICIENTS * sizeof(float));
  evaluate<<<(unsigned)((count + 255) / 256), 256>>>(out, in, count);
}
