// A description that was never set may ask for all that the emulator does not have.
#include "transpose.cuh"

__global__ void turn(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[x * height + y] = in[y * width + x];
}

void transpose_naive(float* out, const float* in, int width, int height) {
  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMallocArray(&array, &format, 4, 4);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description;
  cudaTextureObject_t texture;
  cudaCreateTextureObject(&texture, &resource, &description, nullptr);
  cudaFreeArray(array);
  const dim3 block(32, 8);
  turn<<<dim3((width - 1) / 32 + 1, (height - 1) / 8 + 1), block>>>(out, in, width, height);
}
