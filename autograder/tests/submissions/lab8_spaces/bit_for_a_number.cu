#include "spaces.cuh"

// Part 8.6: nine elements of a volume, its border repeated, read from a 3-D array through a texture object.
__global__ void corners_kernel(float* out, cudaTextureObject_t volume, int width, int height, int depth) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x >= width || y >= height || z >= depth) return;

  const float u = x + 0.5f, v = y + 0.5f, w = z + 0.5f;
  float sum = -8 * tex3D<float>(volume, u, v, w);
#pragma unroll
  for (int corner = 0; corner < 8; ++corner) {  // a bit for each direction: 0 is one back, 1 is one on
    const int dx = (corner & 1) * 2 - 1;
    const int dy = (corner & 2) - 1;
    const int dz = (corner & 4) - 1;  // @here
    sum += tex3D<float>(volume, u + dx, v + dy, w + dz);
  }
  out[(static_cast<size_t>(z) * height + y) * width + x] = sum;
}

struct VolumeTexture {
  cudaArray_t array = nullptr;
  cudaTextureObject_t object = 0;

  VolumeTexture(const float* in, cudaExtent size) {
    const cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
    cudaMalloc3DArray(&array, &channels, size);
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(const_cast<float*>(in), size.width * sizeof(float), size.width, size.height);
    copy.dstArray = array;
    copy.extent = size;
    copy.kind = cudaMemcpyDeviceToDevice;
    cudaMemcpy3D(&copy);

    cudaResourceDesc what = {};
    what.resType = cudaResourceTypeArray;
    what.res.array.array = array;
    cudaTextureDesc how = {};
    for (int d = 0; d < 3; ++d) how.addressMode[d] = cudaAddressModeClamp;
    how.filterMode = cudaFilterModePoint;
    how.readMode = cudaReadModeElementType;
    how.normalizedCoords = 0;
    cudaCreateTextureObject(&object, &what, &how, nullptr);
  }
  ~VolumeTexture() {
    cudaDeviceSynchronize();
    cudaDestroyTextureObject(object);
    cudaFreeArray(array);
  }
};

void stencil_volume_texture(float* out, const float* in, int width, int height, int depth) {
  const VolumeTexture texture(in, make_cudaExtent(width, height, depth));
  const dim3 block(32, 4, 2);
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y, (depth + block.z - 1) / block.z);
  corners_kernel<<<grid, block>>>(out, texture.object, width, height, depth);
}
