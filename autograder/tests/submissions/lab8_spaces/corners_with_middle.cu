// Three loops over the corners, of which one does not leave out the middle.
#include "spaces.cuh"

__global__ void corners(float* out, cudaTextureObject_t in, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z;
  if (x >= width || y >= height) return;
  const float u = x + 0.5F, v = y + 0.5F, w = z + 0.5F;
  float sum = -8 * tex3D<float>(in, u, v, w);
  for (int dz = -1; dz <= 1; ++dz) {  // @step
    for (int dy = -1; dy <= 1; dy += 2) {
      for (int dx = -1; dx <= 1; dx += 2) sum += tex3D<float>(in, u + dx, v + dy, w + dz);
    }
  }
  out[(static_cast<size_t>(z) * height + y) * width + x] = sum;
}

void stencil_volume_texture(float* out, const float* in, int width, int height, int depth) {
  const cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr;
  cudaMalloc3DArray(&array, &channels, make_cudaExtent(width, height, depth));
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(const_cast<float*>(in), width * sizeof(float), width, height);
  copy.dstArray = array;
  copy.extent = make_cudaExtent(width, height, depth);
  copy.kind = cudaMemcpyDeviceToDevice;
  cudaMemcpy3D(&copy);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description = {};
  for (cudaTextureAddressMode& mode : description.addressMode) mode = cudaAddressModeClamp;
  description.filterMode = cudaFilterModePoint;
  description.readMode = cudaReadModeElementType;
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &description, nullptr);
  const dim3 block(32, 8);
  corners<<<dim3((width + 31) / 32, (height + 7) / 8, depth), block>>>(out, texture, width, height);
  cudaStreamSynchronize(nullptr);
  cudaDestroyTextureObject(texture);
  cudaFreeArray(array);
}
