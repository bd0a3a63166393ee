// Casts the shifted pointer to float4*.
#include "copy.cuh"

__global__ void kernel(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 4) {
    reinterpret_cast<float4*>(out)[i] = reinterpret_cast<const float4*>(in)[i];  // @misaligned
  } else if (const int rest = 3 * (n / 4) + i; rest < n) {
    out[rest] = in[rest];
  }
}

void copy_shifted(float* out, const float* in, int n, int shift) {
  kernel<<<(n / 4 + n % 4 + 255) / 256, 256>>>(out, in + shift, n);
}
