// Wrong: the texture is of an array that the image was never copied into (8.4).
#include "spaces.cuh"

__global__ void diagonals(float* out, cudaTextureObject_t in, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  out[(size_t)y * width + x] = tex2D<float>(in, x - 0.5f, y - 0.5f) + tex2D<float>(in, x + 1.5f, y - 0.5f) +
                               tex2D<float>(in, x - 0.5f, y + 1.5f) + tex2D<float>(in, x + 1.5f, y + 1.5f) -  // @read
                               4 * tex2D<float>(in, x + 0.5f, y + 0.5f);
}

void stencil_texture(float* out, const float* in, int width, int height) {
  const cudaChannelFormatDesc one_float = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  cudaMallocArray(&array, &one_float, width, height);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description = {};
  description.addressMode[0] = description.addressMode[1] = cudaAddressModeClamp;
  cudaTextureObject_t texture;
  cudaCreateTextureObject(&texture, &resource, &description, nullptr);
  diagonals<<<dim3((width + 31) / 32, (height + 7) / 8), dim3(32, 8)>>>(out, texture, width, height);
  cudaDeviceSynchronize();
  cudaDestroyTextureObject(texture);
  cudaFreeArray(array);
}
