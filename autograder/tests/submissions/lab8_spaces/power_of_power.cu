// The power is multiplied by itself, too.
#include "spaces.cuh"
__constant__ float c[COEFFICIENTS];
__global__ void polynomial_kernel(float* out, const float* in, long long count) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const float x = in[i];
  float power = 1;
  float value = 0;
  for (int k = 0; k < COEFFICIENTS; ++k) {
    value += c[k] * power;
    power *= power * x;  // @power
  }
  out[i] = value;
}
void polynomial(float* out, const float* in, const float* coefficients, long long count) {
  cudaMemcpyToSymbol(c, coefficients, COEFFICIENTS * sizeof(float));
  const int threads = 256;
  polynomial_kernel<<<(count + threads - 1) / threads, threads>>>(out, in, count);
}
