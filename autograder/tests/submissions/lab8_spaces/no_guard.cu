// Wrong: no guard. In a pitched image the threads too many find themselves in the padding (8.1), in an array beyond its
// end (8.3).
#include "spaces.cuh"

__constant__ float c[COEFFICIENTS];

__global__ void five_points(float* out, const float* in, size_t pitch, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  const float* row = (const float*)((const char*)in + y * pitch);
  float sum = -4 * row[x];
  if (x > 0) sum += row[x - 1];
  if (x < width - 1) sum += row[x + 1];
  if (y > 0) sum += ((const float*)((const char*)row - pitch))[x];
  if (y < height - 1) sum += ((const float*)((const char*)row + pitch))[x];
  ((float*)((char*)out + y * pitch))[x] = sum;
}

__global__ void evaluate(float* out, const float* in) {
  const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  const float x = in[i];  // @out_of_bounds
  float value = 0;
  for (int k = COEFFICIENTS - 1; k >= 0; --k) value = value * x + c[k];
  out[i] = value;
}

void stencil_pitched(float* out, const float* in, size_t pitch, int width, int height) {
  five_points<<<dim3((width + 31) / 32, height), 32>>>(out, in, pitch, width, height);
}

void polynomial(float* out, const float* in, const float* coefficients, long long count) {
  cudaMemcpyToSymbol(c, coefficients, sizeof c);
  evaluate<<<(count + 255) / 256, 256>>>(out, in);
}
