// The tail is copied to its place, from the beginning of the input.
#include "copy.cuh"

constexpr int THREADS = 256;

__global__ void quads_kernel(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int quads = n / 4;
  if (i < quads) {
    reinterpret_cast<float4*>(out)[i] = reinterpret_cast<const float4*>(in)[i];
  }
  if (i < n % 4) {
    out[4 * quads + i] = in[i];  // @tail
  }
}

void copy_float4(float* out, const float* in, int n) {
  const int quads = (n + 3) / 4;
  quads_kernel<<<(quads + THREADS - 1) / THREADS, THREADS>>>(out, in, n);
}
