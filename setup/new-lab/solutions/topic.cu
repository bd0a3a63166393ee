// Lab @N@, @name@: the reference.
#include "@name@.cuh"

constexpr int THREADS = 256;  // of a block

__global__ void simple_kernel(float* y, const float* x, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

void @name@_simple(float* y, const float* x, float a, int n) {
  simple_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(y, x, a, n);
}
