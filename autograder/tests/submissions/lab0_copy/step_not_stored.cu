// The step is added, and the sum is stored nowhere.
#include "copy.cuh"
__global__ void strided(float* out, const float* in, int n) {
  const int step = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i + step) out[i] = in[i];  // @loop
}
void copy_grid_stride(float* out, const float* in, int n) {
  strided<<<1000, 128>>>(out, in, n);
}
