// The array has its width and height exchanged.
#include "spaces.cuh"

__global__ void corners(float* out, cudaTextureObject_t image, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float u = x + 0.5f;
  float v = y + 0.5f;
  float sum = tex2D<float>(image, u - 1, v - 1) + tex2D<float>(image, u + 1, v - 1);
  sum += tex2D<float>(image, u - 1, v + 1) + tex2D<float>(image, u + 1, v + 1);
  sum -= 4 * tex2D<float>(image, u, v);
  out[(size_t)y * width + x] = sum;
}

void stencil_texture(float* out, const float* in, int width, int height) {
  cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr;
  cudaMallocArray(&array, &channels, height, width);  // @change
  size_t row_bytes = width * sizeof(float);
  cudaMemcpy2DToArray(array, 0, 0, in, row_bytes, row_bytes, height, cudaMemcpyDeviceToDevice);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description = {};
  description.addressMode[0] = cudaAddressModeClamp;
  description.addressMode[1] = cudaAddressModeClamp;
  description.filterMode = cudaFilterModePoint;
  description.readMode = cudaReadModeElementType;
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &description, nullptr);
  dim3 block(32, 8);
  dim3 grid((width + 31) / 32, (height + 7) / 8);
  corners<<<grid, block>>>(out, texture, width, height);
  cudaDeviceSynchronize();
  cudaDestroyTextureObject(texture);
  cudaFreeArray(array);
}
