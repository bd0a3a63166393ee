// Right, but each lane begins with another coefficient, so that a request of constant memory asks for sixteen words.
#include "spaces.cuh"

__constant__ float c[COEFFICIENTS];

__global__ void evaluate(float* out, const float* in, long long count) {
  const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const float x = in[i];
  const float x2 = x * x, x4 = x2 * x2, x8 = x4 * x4;
  float value = 0;
  for (int j = 0; j < COEFFICIENTS; ++j) {
    const int k = (j + threadIdx.x) % COEFFICIENTS;
    value += c[k] * (k & 1 ? x : 1) * (k & 2 ? x2 : 1) * (k & 4 ? x4 : 1) * (k & 8 ? x8 : 1);
  }
  out[i] = value;
}

void polynomial(float* out, const float* in, const float* coefficients, long long count) {
  cudaMemcpyToSymbol(c, coefficients, sizeof c);
  evaluate<<<(count + 255) / 256, 256>>>(out, in, count);
}
