// The coefficient is multiplied, too.
#include "spaces.cuh"
__constant__ float poly[COEFFICIENTS];
__global__ void horner(float* out, const float* in, long long count) {
  for (long long i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    float r = 0;
    const float x = in[i];
#pragma unroll
    for (int k = COEFFICIENTS; k-- > 0;) r = (r + poly[k]) * x;  // @sum
    out[i] = r;
  }
}
void polynomial(float* out, const float* in, const float* coefficients, long long count) {
  cudaMemcpyToSymbol(poly, coefficients, sizeof(poly));
  horner<<<1056, 256>>>(out, in, count);
}
