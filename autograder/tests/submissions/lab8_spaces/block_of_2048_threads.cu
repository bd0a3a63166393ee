#include "spaces.cuh"

// Part 8.6: nine elements of a volume, its border repeated, read from a 3-D array through a texture object.
__global__ void corners(float* out, cudaTextureObject_t tex, int width, int height, int depth) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x >= width || y >= height || z >= depth) return;

  float u = x + 0.5f, v = y + 0.5f, w = z + 0.5f;
  float sum = 0;
  for (int dz = -1; dz <= 1; dz += 2)
    for (int dy = -1; dy <= 1; dy += 2)
      for (int dx = -1; dx <= 1; dx += 2) sum += tex3D<float>(tex, u + dx, v + dy, w + dz);
  sum -= 8 * tex3D<float>(tex, u, v, w);
  out[((size_t)z * height + y) * width + x] = sum;
}

void stencil_volume_texture(float* out, const float* in, int width, int height, int depth) {
  cudaExtent size = make_cudaExtent(width, height, depth);  // elements
  cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
  cudaArray_t volume;
  cudaMalloc3DArray(&volume, &desc, size);

  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr((void*)in, width * sizeof(float), width, height);
  copy.dstArray = volume;
  copy.extent = size;
  copy.kind = cudaMemcpyDeviceToDevice;
  cudaMemcpy3D(&copy);

  cudaResourceDesc what = {};
  what.resType = cudaResourceTypeArray;
  what.res.array.array = volume;
  cudaTextureDesc how = {};
  how.addressMode[0] = how.addressMode[1] = how.addressMode[2] = cudaAddressModeClamp;
  how.filterMode = cudaFilterModePoint;
  how.readMode = cudaReadModeElementType;
  cudaTextureObject_t tex = 0;
  cudaCreateTextureObject(&tex, &what, &how, nullptr);

  dim3 block(16, 16, 8);  // @here
  dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y, (depth + block.z - 1) / block.z);
  corners<<<grid, block>>>(out, tex, width, height, depth);

  cudaDeviceSynchronize();
  cudaDestroyTextureObject(tex);
  cudaFreeArray(volume);
}
