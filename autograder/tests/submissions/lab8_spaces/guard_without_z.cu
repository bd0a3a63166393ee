// Blocks are four slices deep, and the guard asks about x and y.
#include "spaces.cuh"

// Part 8.6: nine elements of a volume, its border repeated, read from a 3-D array through a texture object.
__global__ void corners(float* out, cudaTextureObject_t volume, int3 size) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x >= size.x || y >= size.y) return;  // @here
  const auto at = [&](int dx, int dy, int dz) {
    return tex3D<float>(volume, x + dx + 0.5f, y + dy + 0.5f, z + dz + 0.5f);
  };
  float sum = 0;
  for (int corner = 0; corner < 8; ++corner) {
    sum += at((corner & 1) != 0 ? 1 : -1, (corner & 2) != 0 ? 1 : -1, (corner & 4) != 0 ? 1 : -1);
  }
  out[(static_cast<size_t>(z) * size.y + y) * size.x + x] = sum - 8 * at(0, 0, 0);
}

void stencil_volume_texture(float* out, const float* in, int width, int height, int depth) {
  const cudaExtent extent = make_cudaExtent(width, height, depth);  // elements
  cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
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
  for (int d = 0; d < 3; ++d) description.addressMode[d] = cudaAddressModeClamp;
  description.filterMode = cudaFilterModePoint;
  description.readMode = cudaReadModeElementType;
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &description, nullptr);

  const dim3 block(16, 4, 4);
  const dim3 grid((width + 15) / 16, (height + 3) / 4, (depth + 3) / 4);
  corners<<<grid, block>>>(out, texture, make_int3(width, height, depth));

  cudaDeviceSynchronize();
  cudaDestroyTextureObject(texture);
  cudaFreeArray(array);
}
