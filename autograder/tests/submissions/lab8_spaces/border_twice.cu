// Both address modes are border, so that pixels outside are 0: they should be those of the border.
#include "spaces.cuh"
__global__ void diagonal_points(float* out, cudaTextureObject_t texture, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float sum = -4 * tex2D<float>(texture, x + 0.5f, y + 0.5f);
  sum += tex2D<float>(texture, x - 0.5f, y - 0.5f);
  sum += tex2D<float>(texture, x + 1.5f, y - 0.5f);
  sum += tex2D<float>(texture, x - 0.5f, y + 1.5f);
  sum += tex2D<float>(texture, x + 1.5f, y + 1.5f);
  out[static_cast<size_t>(y) * width + x] = sum;
}

void stencil_texture(float* out, const float* in, int width, int height) {
  cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr;
  cudaMallocArray(&array, &channels, width, height);
  const size_t row = width * sizeof(float);
  cudaMemcpy2DToArray(array, 0, 0, in, row, row, height, cudaMemcpyDeviceToDevice);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description = {};
  description.addressMode[0] = cudaAddressModeBorder;  // @mode
  description.addressMode[1] = cudaAddressModeBorder;
  description.filterMode = cudaFilterModePoint;
  description.readMode = cudaReadModeElementType;
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &description, nullptr);
  diagonal_points<<<dim3((width + 31) / 32, (height + 7) / 8), dim3(32, 8)>>>(out, texture, width, height);
  cudaDeviceSynchronize();
  cudaDestroyTextureObject(texture);
  cudaFreeArray(array);
}
