// Sets y to a * x: its old value is lost.
#include "@name@.cuh"

__global__ void simple_kernel(float* y, const float* x, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i];
}

void @name@_simple(float* y, const float* x, float a, int n) { simple_kernel<<<(n + 255) / 256, 256>>>(y, x, a, n); }
