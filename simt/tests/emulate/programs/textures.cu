// Texture objects: of linear memory, of a 2-D array with two ways to treat coordinates outside, of a 3-D array.
#include <vector>

#include "check.hpp"

constexpr int width = 24, height = 16, depth = 4;

__global__ void gather(cudaTextureObject_t table, const int* index, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = tex1Dfetch<float>(table, index[i]);
}

// A five-point stencil; the texture decides what is outside.
__global__ void stencil(cudaTextureObject_t image, float* out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const float cx = x + 0.5f, cy = y + 0.5f;
  out[y * width + x] = tex2D<float>(image, cx, cy - 1) + tex2D<float>(image, cx - 1, cy) +
                       4 * tex2D<float>(image, cx, cy) + tex2D<float>(image, cx + 1, cy) +
                       tex2D<float>(image, cx, cy + 1);
}

__global__ void column_sums(cudaTextureObject_t volume, float* out) {
  const int x = threadIdx.x, y = blockIdx.x;
  float sum = 0;
  for (int z = 0; z < depth; ++z) sum += tex3D<float>(volume, x + 0.5f, y + 0.5f, z + 0.5f);
  out[y * width + x] = sum;
}

std::vector<float> values(int n, int modulus) {
  std::vector<float> result(n);
  for (int i = 0; i < n; ++i) result[i] = static_cast<float>(i * 7 % modulus);
  return result;
}

void print(const char* name, const float* device, int n) {
  std::vector<float> host(n);
  CHECK(cudaMemcpy(host.data(), device, n * sizeof(float), cudaMemcpyDeviceToHost));
  double sum = 0;
  for (float value : host) sum += value;
  std::printf("%s: sum %.0f, first %.0f, last %.0f\n", name, sum, host.front(), host.back());
}

cudaTextureObject_t make_texture(const cudaResourceDesc& resource, cudaTextureAddressMode mode) {
  cudaTextureDesc description{};
  description.addressMode[0] = description.addressMode[1] = description.addressMode[2] = mode;
  description.filterMode = cudaFilterModePoint;
  description.readMode = cudaReadModeElementType;
  cudaTextureObject_t texture;
  CHECK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
  return texture;
}

void linear(float* out) {
  constexpr int n = 256;
  const std::vector<float> table = values(n, 97);
  std::vector<int> index(n);
  for (int i = 0; i < n; ++i) index[i] = i * 37 % n;
  float* device_table;
  int* device_index;
  CHECK(cudaMalloc(&device_table, n * sizeof(float)));
  CHECK(cudaMalloc(&device_index, n * sizeof(int)));
  CHECK(cudaMemcpy(device_table, table.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_index, index.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = device_table;
  resource.res.linear.desc = cudaCreateChannelDesc<float>();
  resource.res.linear.sizeInBytes = n * sizeof(float);
  const cudaTextureObject_t texture = make_texture(resource, cudaAddressModeClamp);
  gather<<<2, 128>>>(texture, device_index, out, n);
  CHECK_LAUNCH();
  print("linear memory", out, n);
  CHECK(cudaDestroyTextureObject(texture));
  CHECK(cudaFree(device_table));
  CHECK(cudaFree(device_index));
}

void image(float* out) {
  const std::vector<float> pixels = values(width * height, 89);
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  CHECK(cudaMallocArray(&array, &format, width, height));
  CHECK(cudaMemcpy2DToArray(array, 0, 0, pixels.data(), width * sizeof(float), width * sizeof(float), height,
                            cudaMemcpyHostToDevice));
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  for (const bool clamps : {true, false}) {
    const cudaTextureObject_t texture = make_texture(resource, clamps ? cudaAddressModeClamp : cudaAddressModeBorder);
    stencil<<<dim3(2, 2), dim3(16, 8)>>>(texture, out);
    CHECK_LAUNCH();
    print(clamps ? "image, clamped" : "image, 0 outside", out, width * height);
    CHECK(cudaDestroyTextureObject(texture));
  }
  CHECK(cudaFreeArray(array));
}

void volume(float* out) {
  std::vector<float> voxels = values(width * height * depth, 61);
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  const cudaExtent extent = make_cudaExtent(width, height, depth);
  cudaArray_t array;
  CHECK(cudaMalloc3DArray(&array, &format, extent));
  cudaMemcpy3DParms copy{};
  copy.srcPtr = make_cudaPitchedPtr(voxels.data(), width * sizeof(float), width, height);
  copy.dstArray = array;
  copy.extent = extent;
  copy.kind = cudaMemcpyHostToDevice;
  CHECK(cudaMemcpy3D(&copy));
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  const cudaTextureObject_t texture = make_texture(resource, cudaAddressModeClamp);
  column_sums<<<height, width>>>(texture, out);
  CHECK_LAUNCH();
  print("volume", out, width * height);
  CHECK(cudaDestroyTextureObject(texture));
  CHECK(cudaFreeArray(array));
}

int main() {
  float* out;
  CHECK(cudaMalloc(&out, width * height * sizeof(float)));
  linear(out);
  image(out);
  volume(out);
  CHECK(cudaFree(out));
  return 0;
}
