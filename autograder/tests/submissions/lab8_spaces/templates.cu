// Right in another style: templates, objects that free what they hold, span-like views of pitched memory, __restrict__.
#include <cstddef>

#include "spaces.cuh"

namespace style {

template <class T>
constexpr T ceil_div(T a, T b) {
  return (a + b - 1) / b;
}

/// Pitched memory of up to three dimensions.
template <class T, class Byte>
struct View {
  Byte* base;
  std::size_t pitch;
  int width, height, depth;
  __host__ __device__ T* row(int y, int z = 0) const {
    return reinterpret_cast<T*>(base + (static_cast<std::size_t>(z) * height + y) * pitch);
  }
  __host__ __device__ bool has(int x, int y, int z) const {
    return static_cast<unsigned>(x) < static_cast<unsigned>(width) &&
           static_cast<unsigned>(y) < static_cast<unsigned>(height) &&
           static_cast<unsigned>(z) < static_cast<unsigned>(depth);
  }
};
using Image = View<float, char>;
using ConstImage = View<const float, const char>;

template <int DIMENSIONS>
__global__ void laplacian(Image out, ConstImage in) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z;
  if (!out.has(x, y, z)) return;
  const float* __restrict__ row = in.row(y, z);
  float sum = -2 * DIMENSIONS * row[x];
  sum += (x > 0 ? row[x - 1] : 0.0f) + (x + 1 < in.width ? row[x + 1] : 0.0f);
  sum += (y > 0 ? in.row(y - 1, z)[x] : 0.0f) + (y + 1 < in.height ? in.row(y + 1, z)[x] : 0.0f);
  if constexpr (DIMENSIONS == 3) {
    sum += (z > 0 ? in.row(y, z - 1)[x] : 0.0f) + (z + 1 < in.depth ? in.row(y, z + 1)[x] : 0.0f);
  }
  out.row(y, z)[x] = sum;
}

template <int DIMENSIONS>
void launch(Image out, ConstImage in) {
  const dim3 block(64, 4);
  const dim3 grid(ceil_div<unsigned>(out.width, block.x), ceil_div<unsigned>(out.height, block.y), out.depth);
  laplacian<DIMENSIONS><<<grid, block>>>(out, in);
}

struct Coefficients {
  float c[COEFFICIENTS];
};
__constant__ Coefficients coefficients_on_device;

template <int K>
__device__ __forceinline__ float horner(float x) {
  if constexpr (K == COEFFICIENTS - 1) {
    return coefficients_on_device.c[K];
  } else {
    return horner<K + 1>(x) * x + coefficients_on_device.c[K];
  }
}

__global__ void evaluate(float* __restrict__ out, const float* __restrict__ in, long long count) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < count) out[i] = horner<0>(__ldg(in + i));
}

class Array {
 public:
  Array(std::size_t width, std::size_t height) {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
    cudaMallocArray(&array_, &format, width, height);
  }
  ~Array() { cudaFreeArray(array_); }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;
  /// Of three dimensions, with a copy of device memory in it.
  Array(const float* from, cudaExtent extent) {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
    cudaMalloc3DArray(&array_, &format, extent);
    cudaMemcpy3DParms copy{};
    copy.srcPtr = {const_cast<float*>(from), extent.width * sizeof(float), extent.width, extent.height};
    copy.dstArray = array_;
    copy.extent = extent;
    copy.kind = cudaMemcpyDefault;
    cudaMemcpy3D(&copy);
  }
  cudaArray_t get() const { return array_; }

 private:
  cudaArray_t array_ = nullptr;
};

class Texture {
 public:
  explicit Texture(const Array& array) {
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array.get();
    cudaTextureDesc description{};
    for (auto& mode : description.addressMode) mode = cudaAddressModeClamp;
    cudaCreateTextureObject(&texture_, &resource, &description, nullptr);
  }
  ~Texture() { cudaDestroyTextureObject(texture_); }
  Texture(const Texture&) = delete;
  Texture& operator=(const Texture&) = delete;
  cudaTextureObject_t get() const { return texture_; }

 private:
  cudaTextureObject_t texture_ = 0;
};

template <int... SIGNS>
__global__ void corners(float* out, cudaTextureObject_t in, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float sum = -4 * tex2D<float>(in, static_cast<float>(x), static_cast<float>(y));
  ((sum += tex2D<float>(in, static_cast<float>(x + SIGNS), static_cast<float>(y - 1)) +
           tex2D<float>(in, static_cast<float>(x + SIGNS), static_cast<float>(y + 1))),
   ...);
  out[static_cast<std::size_t>(y) * width + x] = sum;
}

// Blocks are cubes: in two dimensions a warp takes 8 elements of 4 rows.
template <int SIDE>
__global__ void __launch_bounds__(SIDE* SIDE* SIDE)
    cubes(float* __restrict__ out, cudaTextureObject_t in, int width, int height, int depth) {
  const int x = blockIdx.x * SIDE + threadIdx.x, y = blockIdx.y * SIDE + threadIdx.y,
            z = blockIdx.z * SIDE + threadIdx.z;
  if (x >= width || y >= height || z >= depth) return;
  float sum = 0;
#pragma unroll
  for (int corner = 0; corner < 8; ++corner) {
    float value;
    tex3D(&value, in, static_cast<float>(x + (corner & 1) * 2 - 1), static_cast<float>(y + (corner >> 1 & 1) * 2 - 1),
          static_cast<float>(z + (corner >> 2) * 2 - 1));
    sum += value;
  }
  out[(static_cast<std::size_t>(z) * height + y) * width + x] =
      sum - 8 * tex3D<float>(in, static_cast<float>(x), static_cast<float>(y), static_cast<float>(z));
}

}  // namespace style

void stencil_pitched(float* out, const float* in, size_t pitch, int width, int height) {
  style::launch<2>({reinterpret_cast<char*>(out), pitch, width, height, 1},
                   {reinterpret_cast<const char*>(in), pitch, width, height, 1});
}

void stencil_volume(cudaPitchedPtr out, cudaPitchedPtr in, int width, int height, int depth) {
  style::launch<3>({static_cast<char*>(out.ptr), out.pitch, width, height, depth},
                   {static_cast<const char*>(in.ptr), in.pitch, width, height, depth});
}

void polynomial(float* out, const float* in, const float* coefficients, long long count) {
  cudaMemcpyToSymbolAsync(style::coefficients_on_device, coefficients, sizeof(style::Coefficients), 0,
                          cudaMemcpyHostToDevice, cudaStream_t{});
  style::evaluate<<<static_cast<unsigned>(style::ceil_div(count, 256LL)), 256>>>(out, in, count);
}

void stencil_texture(float* out, const float* in, int width, int height) {
  const style::Array array(width, height);
  const std::size_t row = width * sizeof(float);
  cudaMemcpy2DToArrayAsync(array.get(), 0, 0, in, row, row, height, cudaMemcpyDeviceToDevice, cudaStream_t{});
  const style::Texture texture(array);
  const dim3 block(32, 8);
  const dim3 grid(style::ceil_div<unsigned>(width, block.x), style::ceil_div<unsigned>(height, block.y));
  style::corners<-1, 1><<<grid, block>>>(out, texture.get(), width, height);
  cudaDeviceSynchronize();
}

void stencil_volume_texture(float* out, const float* in, int width, int height, int depth) {
  const style::Array array(in, make_cudaExtent(width, height, depth));
  const style::Texture texture(array);
  constexpr int side = 8;
  const dim3 grid(style::ceil_div(width, side), style::ceil_div(height, side), style::ceil_div(depth, side));
  style::cubes<side><<<grid, dim3(side, side, side)>>>(out, texture.get(), width, height, depth);
  cudaDeviceSynchronize();
}
