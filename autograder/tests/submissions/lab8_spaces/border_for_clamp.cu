// Outside of the image is 0, and not the nearest pixel.
#include "spaces.cuh"

__global__ void corners(float* out, cudaTextureObject_t t, int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  const float u = x + 0.5f, v = y + 0.5f;
  out[size_t(y) * w + x] = tex2D<float>(t, u - 1, v - 1) + tex2D<float>(t, u + 1, v - 1) + tex2D<float>(t, u - 1, v + 1) +
                           tex2D<float>(t, u + 1, v + 1) - 4 * tex2D<float>(t, u, v);
}

void stencil_texture(float* out, const float* in, int width, int height) {
  cudaChannelFormatDesc ch = cudaCreateChannelDesc<float>();
  cudaArray_t arr;
  cudaMallocArray(&arr, &ch, width, height);
  const size_t line = width * sizeof(float);
  cudaMemcpy2DToArray(arr, 0, 0, in, line, line, height, cudaMemcpyDeviceToDevice);
  cudaResourceDesc res = {};
  res.resType = cudaResourceTypeArray;
  res.res.array.array = arr;
  cudaTextureDesc how = {};
  how.addressMode[0] = cudaAddressModeBorder;  // @mode
  how.addressMode[1] = cudaAddressModeClamp;
  how.filterMode = cudaFilterModePoint;
  how.readMode = cudaReadModeElementType;
  cudaTextureObject_t tex = 0;
  cudaCreateTextureObject(&tex, &res, &how, nullptr);
  corners<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 16)>>>(out, tex, width, height);
  cudaDeviceSynchronize();
  cudaDestroyTextureObject(tex);
  cudaFreeArray(arr);
}
