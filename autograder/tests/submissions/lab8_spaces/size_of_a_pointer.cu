// The size of a pointer in place of that of the array in constant memory.
#include "spaces.cuh"

__constant__ float weights[COEFFICIENTS];

__device__ __forceinline__ float horner(float x) {
  float value = weights[COEFFICIENTS - 1];
#pragma unroll
  for (int k = COEFFICIENTS - 2; k >= 0; --k) value = fmaf(value, x, weights[k]);
  return value;
}

__global__ void evaluate(float* out, const float* in, long long count) {
  const long long step = (long long)gridDim.x * blockDim.x;
  for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step) out[i] = horner(in[i]);
}

void polynomial(float* out, const float* in, const float* coefficients, long long count) {
  cudaMemcpyToSymbol(weights, coefficients, sizeof(coefficients));  // @change
  const long long blocks = (count + 127) / 128;
  evaluate<<<(unsigned)min(blocks, 100000LL), 128>>>(out, in, count);
}
