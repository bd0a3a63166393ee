// Right, but each step of the sum goes to global memory and comes back from there.
#include "spaces.cuh"

__constant__ float c[COEFFICIENTS];

__global__ void evaluate(float* out, const float* in, long long count) {
  long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  if (i >= count) return;
  out[i] = c[COEFFICIENTS - 1];
  for (int k = COEFFICIENTS - 2; k >= 0; k--) {
    out[i] = out[i] * in[i] + c[k];  // @again
  }
}

void polynomial(float* out, const float* in, const float* coefficients, long long count) {
  cudaMemcpyToSymbol(c, coefficients, COEFFICIENTS * sizeof(float));
  evaluate<<<(count + 255) / 256, 256>>>(out, in, count);
}
