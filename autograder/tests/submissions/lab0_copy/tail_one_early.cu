// What is left over is counted down to 1, and 1 is subtracted once more.
#include "copy.cuh"

__global__ void wide(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 4) ((float4*)out)[i] = ((const float4*)in)[i];
  if (i != 0) return;
  for (int rest = n % 4; rest > 0; rest--) out[n - rest - 1] = in[n - rest - 1];  // @tail
}

void copy_float4(float* out, const float* in, int n) { wide<<<n / 1024 + 1, 256>>>(out, in, n); }
