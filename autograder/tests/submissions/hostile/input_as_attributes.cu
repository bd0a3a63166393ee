// A call of the API that reads a structure: the input.
#include "transpose.cuh"

__global__ void fill(float* out, float value, int n) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) out[i] = value;
}

void transpose_naive(float* out, const float* in, int width, int height) {
  cudaStreamAttrValue value{};
  cudaStreamSetAttribute(nullptr, cudaStreamAttributeAccessPolicyWindow,
                         reinterpret_cast<cudaStreamAttrValue*>(const_cast<float*>(in)));
  cudaGetLastError();
  cudaStreamGetAttribute(nullptr, cudaStreamAttributeAccessPolicyWindow, &value);
  fill<<<(width * height + 255) / 256, 256>>>(out, value.accessPolicyWindow.hitRatio, width * height);
}
