// sizeof takes the size of the pointer, and not that of the coefficients (8.3).
#include "spaces.cuh"

// Part 8.3: a polynomial, its coefficients in constant memory.
__constant__ float c[COEFFICIENTS];

__global__ void evaluate(float* out, const float* in, long long count) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const float x = in[i];
  float value = 0;
#pragma unroll
  for (int k = COEFFICIENTS - 1; k >= 0; --k) value = value * x + c[k];
  out[i] = value;
}

void polynomial(float* out, const float* in, const float* coefficients, long long count) {
  const int threads = 256;
  cudaMemcpyToSymbol(c, coefficients, sizeof coefficients);  // @bytes
  evaluate<<<static_cast<int>((count + threads - 1) / threads), threads>>>(out, in, count);
}
