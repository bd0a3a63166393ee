// Single characters, fetched from a texture and stored one by one.
#include "banks.cuh"

__global__ void turn(char* out, cudaTextureObject_t in, int n) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i >= n) return;
  const int tile = i / (SIDE * SIDE), row = i / SIDE % SIDE, column = i % SIDE;
  out[i] = tex1Dfetch<char>(in, tile * SIDE * SIDE + column * SIDE + row);
}

void turned_tiles(char* out, const char* in, int tiles) {
  const int n = tiles * SIDE * SIDE;
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = const_cast<char*>(in);
  resource.res.linear.desc = cudaCreateChannelDesc<char>();
  resource.res.linear.sizeInBytes = n;
  cudaTextureDesc texture = {};
  texture.readMode = cudaReadModeElementType;
  cudaTextureObject_t object = 0;
  cudaCreateTextureObject(&object, &resource, &texture, nullptr);
  turn<<<(n + 255) / 256, 256>>>(out, object, n);
  cudaDeviceSynchronize();
  cudaDestroyTextureObject(object);
}
