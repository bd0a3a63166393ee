// Copies the tail as one more float4, which reaches beyond both arrays.
#include "copy.cuh"

__global__ void kernel(float4* out, const float4* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];  // @out_of_bounds
}

void copy_float4(float* out, const float* in, int n) {
  const int vectors = (n + 3) / 4;
  kernel<<<(vectors + 255) / 256, 256>>>(reinterpret_cast<float4*>(out), reinterpret_cast<const float4*>(in), vectors);
}
