// The tail takes the number of the thread for that of the element: whole quads count as one there (0.3).
#include "copy.cuh"

__global__ void by_fours(float* out, const float* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int quads = n / 4;
  if (i < quads) {
    float4 v = ((const float4*)in)[i];
    ((float4*)out)[i] = v;
  } else if (i < quads + n % 4) {
    out[i] = in[i];  // @tail
  }
}

void copy_float4(float* out, const float* in, int n) {
  int threads = n / 4 + n % 4;
  by_fours<<<(threads + 255) / 256, 256>>>(out, in, n);
}
