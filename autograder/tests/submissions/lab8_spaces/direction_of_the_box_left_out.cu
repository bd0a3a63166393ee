// The structure of the copy begins with zeros, and its direction is never set: 0 is from the host to the host.
#include "spaces.cuh"

__global__ void nine(float* out, cudaTextureObject_t texture, int width, int height) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, z = blockIdx.z;
  if (x >= width || y >= height) return;
  const auto at = [&](int dx, int dy, int dz) {
    return tex3D<float>(texture, x + dx + 0.5f, y + dy + 0.5f, z + dz + 0.5f);
  };
  float sum = -8 * at(0, 0, 0);
  for (int dz = -1; dz < 2; dz += 2) sum += at(-1, -1, dz) + at(1, -1, dz) + at(-1, 1, dz) + at(1, 1, dz);
  out[(size_t(z) * height + y) * width + x] = sum;
}

static cudaError_t fill(cudaArray_t array, const float* in, cudaExtent extent) {
  cudaMemcpy3DParms box{};
  box.srcPtr = make_cudaPitchedPtr((void*)in, extent.width * sizeof(float), extent.width, extent.height);
  box.dstArray = array;
  box.extent = extent;
  return cudaMemcpy3DAsync(&box);  // @here
}

extern "C" void stencil_volume_texture(float* out, const float* in, int width, int height, int depth) {
  const cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
  const cudaExtent extent = make_cudaExtent(width, height, depth);
  cudaArray_t array = nullptr;
  if (cudaMalloc3DArray(&array, &floats, extent) != cudaSuccess || fill(array, in, extent) != cudaSuccess) return;
  cudaResourceDesc what = {};
  what.resType = cudaResourceTypeArray;
  what.res.array.array = array;
  cudaTextureDesc how = {};
  how.addressMode[0] = how.addressMode[1] = how.addressMode[2] = cudaAddressModeClamp;
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &what, &how, nullptr);
  nine<<<dim3((width + 31) / 32, (height + 7) / 8, depth), dim3(32, 8)>>>(out, texture, width, height);
  cudaDeviceSynchronize();
  cudaDestroyTextureObject(texture);
  cudaFreeArray(array);
}
