// The array is made with its sides exchanged, so the copy into it is refused; the macro prints that, and goes on (8.4).
#include "spaces.cuh"

#include <cstdio>

#define TELL(call)                                                                  \
  do {                                                                              \
    const cudaError_t error = (call);                                               \
    if (error != cudaSuccess) printf("%s: %s\n", #call, cudaGetErrorString(error)); \
  } while (false)

__global__ void diagonals(float* out, cudaTextureObject_t in, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  out[(size_t)y * width + x] = tex2D<float>(in, x - 0.5f, y - 0.5f) + tex2D<float>(in, x + 1.5f, y - 0.5f) +
                               tex2D<float>(in, x - 0.5f, y + 1.5f) + tex2D<float>(in, x + 1.5f, y + 1.5f) -
                               4 * tex2D<float>(in, x + 0.5f, y + 0.5f);
}

void stencil_texture(float* out, const float* in, int width, int height) {
  const cudaChannelFormatDesc one_float = cudaCreateChannelDesc<float>();
  const size_t row = width * sizeof(float);
  cudaArray_t image;
  TELL(cudaMallocArray(&image, &one_float, height, width));  // @sides
  TELL(cudaMemcpy2DToArray(image, 0, 0, in, row, row, height, cudaMemcpyDeviceToDevice));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = image;
  cudaTextureDesc description = {};
  description.addressMode[0] = description.addressMode[1] = cudaAddressModeClamp;
  cudaTextureObject_t texture;
  TELL(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
  diagonals<<<dim3((width + 31) / 32, (height + 7) / 8), dim3(32, 8)>>>(out, texture, width, height);
  TELL(cudaGetLastError());
  TELL(cudaDeviceSynchronize());
  TELL(cudaDestroyTextureObject(texture));
  TELL(cudaFreeArray(image));
}
