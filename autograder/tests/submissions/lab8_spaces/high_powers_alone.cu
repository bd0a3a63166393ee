// The upper half of the coefficients belongs to powers from x^8 on: its polynomial is added without that factor.
#include "spaces.cuh"

constexpr int HALF = COEFFICIENTS / 2;
__constant__ float c[COEFFICIENTS];

__global__ void two_halves(float* out, const float* in, long long count) {
  const long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  if (i >= count) return;
  const float x = in[i];
  const float fourth = x * x * x * x;
  const float eighth = fourth * fourth;
  float low = 0, high = 0;
  for (int k = HALF - 1; k >= 0; --k) {
    low = low * x + c[k];
    high = high * x + c[HALF + k];
  }
  out[i] = low + high;  // @here
}

void polynomial(float* out, const float* in, const float* coefficients, long long count) {
  cudaMemcpyToSymbol(c, coefficients, sizeof(c));
  two_halves<<<(unsigned)((count + 127) / 128), 128>>>(out, in, count);
}
