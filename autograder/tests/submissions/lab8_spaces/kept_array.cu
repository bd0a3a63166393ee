// Right in another style: the array and its texture are kept for the next call, and made anew only for another size
// (8.6). Copies, kernels and all that is freed are in the order of the default stream.
#include "spaces.cuh"

namespace {

struct Volume {
  cudaExtent extent = {};
  cudaArray_t array = nullptr;
  cudaTextureObject_t texture = 0;

  void fit(cudaExtent wanted) {
    if (wanted.width == extent.width && wanted.height == extent.height && wanted.depth == extent.depth) return;
    if (array != nullptr) {
      cudaDestroyTextureObject(texture);
      cudaFreeArray(array);
    }
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaMalloc3DArray(&array, &format, wanted);
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc description{};
    for (auto& mode : description.addressMode) mode = cudaAddressModeClamp;
    cudaCreateTextureObject(&texture, &resource, &description, nullptr);
    extent = wanted;
  }
};

__global__ void corners(float* out, cudaTextureObject_t in, int width, int height, int depth) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x >= width || y >= height || z >= depth) return;
  float sum = -8 * tex3D<float>(in, x, y, z);
  for (int corner = 0; corner < 8; ++corner) {
    sum += tex3D<float>(in, corner & 1 ? x + 1 : x - 1, corner & 2 ? y + 1 : y - 1, corner & 4 ? z + 1 : z - 1);
  }
  out[(static_cast<size_t>(z) * height + y) * width + x] = sum;
}

}  // namespace

void stencil_volume_texture(float* out, const float* in, int width, int height, int depth) {
  static Volume volume;
  volume.fit(make_cudaExtent(width, height, depth));
  cudaMemcpy3DParms copy{};
  copy.srcPtr = make_cudaPitchedPtr(const_cast<float*>(in), width * sizeof(float), width, height);
  copy.dstArray = volume.array;
  copy.extent = volume.extent;
  copy.kind = cudaMemcpyDeviceToDevice;
  cudaMemcpy3DAsync(&copy);
  const dim3 block(32, 4, 2), grid((width + 31) / 32, (height + 3) / 4, (depth + 1) / 2);
  corners<<<grid, block>>>(out, volume.texture, width, height, depth);
}
