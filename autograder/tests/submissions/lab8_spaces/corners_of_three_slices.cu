// The corners in the element's own slice are added, too: k is 0 as well (8.6).
#include "spaces.cuh"

__global__ void corners(float* out, cudaTextureObject_t in, int width, int height, int depth) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
  if (x >= width || y >= height) return;
  const float u = x + 0.5f, v = y + 0.5f, w = z + 0.5f;
  float sum = -8 * tex3D<float>(in, u, v, w);
  for (int k = -1; k <= 1; ++k) {  // @loop
    sum += tex3D<float>(in, u - 1, v - 1, w + k);
    sum += tex3D<float>(in, u + 1, v - 1, w + k);
    sum += tex3D<float>(in, u - 1, v + 1, w + k);
    sum += tex3D<float>(in, u + 1, v + 1, w + k);
  }
  out[((size_t)z * height + y) * width + x] = sum;
}

void stencil_volume_texture(float* out, const float* in, int width, int height, int depth) {
  const cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
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
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &description, nullptr);
  const dim3 block(32, 8);
  const dim3 grid((width + 31) / 32, (height + 7) / 8, depth);
  corners<<<grid, block>>>(out, texture, width, height, depth);
  cudaDeviceSynchronize();
  cudaDestroyTextureObject(texture);
  cudaFreeArray(array);
}
