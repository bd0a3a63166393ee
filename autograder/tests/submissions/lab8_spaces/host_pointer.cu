// Wrong: the kernel is handed the address of host memory.
#include "spaces.cuh"

__global__ void evaluate(float* out, const float* in, const float* c, long long count) {
  const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const float x = in[i];
  float value = 0;
  for (int k = COEFFICIENTS - 1; k >= 0; --k) value = value * x + c[k];  // @out_of_bounds
  out[i] = value;
}

void polynomial(float* out, const float* in, const float* coefficients, long long count) {
  evaluate<<<(count + 255) / 256, 256>>>(out, in, coefficients, count);
}
