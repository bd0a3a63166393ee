#include "spaces.cuh"

// Part 8.6: nine elements of a volume, its border repeated, read from a 3-D array through a texture object.
__global__ void nine_elements(float* out, cudaTextureObject_t volume, int width, int height, long long count) {
  // One thread per element, in the order of memory.
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const long long slice = static_cast<long long>(width) * height;
  const int x = i % width;
  const int y = i / width;  // @here
  const int z = i / slice;
  const float u = x + 0.5f, v = y + 0.5f, w = z + 0.5f;
  float sum = 0;
  for (int corner = 0; corner < 8; ++corner) {
    const float du = corner & 1 ? 1.0f : -1.0f;
    const float dv = corner & 2 ? 1.0f : -1.0f;
    const float dw = corner & 4 ? 1.0f : -1.0f;
    sum += tex3D<float>(volume, u + du, v + dv, w + dw);
  }
  out[i] = sum - 8 * tex3D<float>(volume, u, v, w);
}

void stencil_volume_texture(float* out, const float* in, int width, int height, int depth) {
  cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
  const cudaExtent extent = make_cudaExtent(width, height, depth);
  cudaArray_t array = nullptr;
  cudaMalloc3DArray(&array, &channels, extent);

  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr((void*)in, width * sizeof(float), width, height);
  copy.dstArray = array;
  copy.extent = extent;
  copy.kind = cudaMemcpyDeviceToDevice;
  cudaMemcpy3D(&copy);

  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description = {};
  description.addressMode[0] = cudaAddressModeClamp;
  description.addressMode[1] = cudaAddressModeClamp;
  description.addressMode[2] = cudaAddressModeClamp;
  description.filterMode = cudaFilterModePoint;
  description.readMode = cudaReadModeElementType;
  description.normalizedCoords = 0;
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &description, nullptr);

  const long long count = static_cast<long long>(width) * height * depth;
  const int threads = 256;
  nine_elements<<<static_cast<int>((count + threads - 1) / threads), threads>>>(out, texture, width, height, count);

  cudaDeviceSynchronize();
  cudaDestroyTextureObject(texture);
  cudaFreeArray(array);
}
