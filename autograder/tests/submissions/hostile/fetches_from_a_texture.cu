// Reads down the columns go through a texture.
#include "transpose.cuh"

__global__ void turn(float* out, cudaTextureObject_t in, int width, int height) {
  const int y = blockIdx.x * 32 + threadIdx.x, x = blockIdx.y * 8 + threadIdx.y;
  if (x < width && y < height) out[x * height + y] = tex1Dfetch<float>(in, y * width + x);
}

void transpose_padded(float* out, const float* in, int width, int height) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = const_cast<float*>(in);
  resource.res.linear.desc = cudaCreateChannelDesc<float>();
  resource.res.linear.sizeInBytes = sizeof(float) * width * height;
  cudaTextureDesc texture = {};
  cudaTextureObject_t object;
  cudaCreateTextureObject(&object, &resource, &texture, nullptr);
  turn<<<dim3((height + 31) / 32, (width + 7) / 8), dim3(32, 8)>>>(out, object, width, height);
  cudaDeviceSynchronize();
  cudaDestroyTextureObject(object);
}
