// The coefficients lie in a __device__ variable, which is global memory, and every thread loads each of them.
#include "spaces.cuh"
__device__ float factors[COEFFICIENTS];

__global__ void evaluate(float* out, const float* in, long long count) {
  const long long i = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x;
  if (i >= count) return;
  const float x = in[i];
  float sum = factors[COEFFICIENTS - 1];
  for (int k = COEFFICIENTS - 2; k >= 0; --k) sum = sum * x + factors[k];  // @load
  out[i] = sum;
}

void polynomial(float* out, const float* in, const float* coefficients, long long count) {
  cudaMemcpyToSymbol(factors, coefficients, sizeof(factors));
  evaluate<<<static_cast<unsigned>((count + 255) / 256), 256>>>(out, in, count);
}
