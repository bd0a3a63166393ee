// Wrong: beyond the border is the nearest pixel where a 0 is due (8.1), and a 0 where the nearest pixel is due (8.4).
#include "spaces.cuh"

__device__ const float* row_of(const float* in, size_t pitch, int y, int height) {
  return (const float*)((const char*)in + min(max(y, 0), height - 1) * pitch);
}

__global__ void five_points(float* out, const float* in, size_t pitch, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const float* row = row_of(in, pitch, y, height);
  ((float*)((char*)out + y * pitch))[x] = row[max(x - 1, 0)] + row[min(x + 1, width - 1)] +
                                          row_of(in, pitch, y - 1, height)[x] + row_of(in, pitch, y + 1, height)[x] -
                                          4 * row[x];
}

__global__ void diagonals(float* out, cudaTextureObject_t in, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  out[(size_t)y * width + x] = tex2D<float>(in, x - 0.5f, y - 0.5f) + tex2D<float>(in, x + 1.5f, y - 0.5f) +
                               tex2D<float>(in, x - 0.5f, y + 1.5f) + tex2D<float>(in, x + 1.5f, y + 1.5f) -
                               4 * tex2D<float>(in, x + 0.5f, y + 0.5f);
}

void stencil_pitched(float* out, const float* in, size_t pitch, int width, int height) {
  five_points<<<dim3((width + 31) / 32, (height + 7) / 8), dim3(32, 8)>>>(out, in, pitch, width, height);
}

void stencil_texture(float* out, const float* in, int width, int height) {
  const cudaChannelFormatDesc one_float = cudaCreateChannelDesc<float>();
  const size_t row = width * sizeof(float);
  cudaArray_t array;
  cudaMallocArray(&array, &one_float, width, height);
  cudaMemcpy2DToArray(array, 0, 0, in, row, row, height, cudaMemcpyDeviceToDevice);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description = {};
  description.addressMode[0] = description.addressMode[1] = cudaAddressModeBorder;
  cudaTextureObject_t texture;
  cudaCreateTextureObject(&texture, &resource, &description, nullptr);
  diagonals<<<dim3((width + 31) / 32, (height + 7) / 8), dim3(32, 8)>>>(out, texture, width, height);
  cudaDeviceSynchronize();
  cudaDestroyTextureObject(texture);
  cudaFreeArray(array);
}
