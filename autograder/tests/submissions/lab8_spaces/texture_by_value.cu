#include "spaces.cuh"

// Part 8.4: five points of an image, its border repeated, read through a texture object.
__global__ void diagonal_neighbours(float* out, cudaTextureObject_t tex, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    float u = x + 0.5f;
    float v = y + 0.5f;
    float tl = tex2D<float>(tex, u - 1, v - 1);
    float tr = tex2D<float>(tex, u + 1, v - 1);
    float bl = tex2D<float>(tex, u - 1, v + 1);
    float br = tex2D<float>(tex, u + 1, v + 1);
    float here = tex2D<float>(tex, u, v);
    out[(size_t)y * width + x] = tl + tr + bl + br - 4 * here;
  }
}

void make_texture(cudaTextureObject_t tex, cudaArray_t array) {  // @here
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;

  cudaTextureDesc description = {};
  description.addressMode[0] = cudaAddressModeClamp;
  description.addressMode[1] = cudaAddressModeClamp;
  description.filterMode = cudaFilterModePoint;
  description.readMode = cudaReadModeElementType;
  description.normalizedCoords = 0;

  cudaCreateTextureObject(&tex, &resource, &description, nullptr);
}

void stencil_texture(float* out, const float* in, int width, int height) {
  cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr;
  cudaMallocArray(&array, &channels, width, height);
  size_t row = width * sizeof(float);
  cudaMemcpy2DToArray(array, 0, 0, in, row, row, height, cudaMemcpyDeviceToDevice);

  cudaTextureObject_t tex = 0;
  make_texture(tex, array);

  dim3 block(32, 8);
  dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  diagonal_neighbours<<<grid, block>>>(out, tex, width, height);
  cudaDeviceSynchronize();

  cudaDestroyTextureObject(tex);
  cudaFreeArray(array);
}
