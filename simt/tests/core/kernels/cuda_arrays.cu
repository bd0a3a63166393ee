// Student code for cuda_arrays_test.cpp: pitched memory, arrays and textures.
#include <cuda_runtime.h>
#include <cstring>
#define REQUIRE(condition) \
  if (!(condition)) return __LINE__
#define OK(call) REQUIRE((call) == cudaSuccess)

template <class T>
__global__ void fetch_2d(T* out, cudaTextureObject_t texture, float x, float y) {
  out[threadIdx.x] = tex2D<T>(texture, x + threadIdx.x, y);
}
__global__ void fetch_column(float* out, cudaTextureObject_t texture) {
  out[threadIdx.x] = tex2D<float>(texture, 0.5f, threadIdx.x + 0.5f);
}
__global__ void fetch_3d(float* out, cudaTextureObject_t texture, int width, int height) {
  const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  tex3D(&out[(z * height + y) * width + x], texture, x + 0.5f, y + 0.5f, z + 0.5f);
}
__global__ void fetch_linear(float* out, cudaTextureObject_t texture, int first) {
  out[threadIdx.x] = tex1Dfetch<float>(texture, first + (int)threadIdx.x);
}
__global__ void fetch_1d(float4* out, cudaTextureObject_t texture, float scale) {
  out[threadIdx.x] = tex1D<float4>(texture, (threadIdx.x + 0.5f) * scale);
}

// The output, seen by host code.
static const float* at(const float* out) {
  static float host[64];
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  return host;
}
static cudaTextureObject_t texture_of(cudaArray_t array, cudaTextureAddressMode mode, bool is_normalized = false) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description = {};
  description.addressMode[0] = description.addressMode[1] = description.addressMode[2] = mode;
  description.normalizedCoords = is_normalized;
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &description, nullptr);
  return texture;
}

extern "C" {
int volume() {
  const int w = 5, h = 4, d = 3;
  float host[d][h][w], back[d][h][w] = {};
  for (int i = 0; i < w * h * d; ++i) host[0][0][i] = i;
  cudaPitchedPtr memory;
  const cudaExtent extent = make_cudaExtent(w * sizeof(float), h, d);
  OK(cudaMalloc3D(&memory, extent));
  REQUIRE(memory.pitch == 512 && memory.xsize == w * sizeof(float) && memory.ysize == h);
  OK(cudaMemset3D(memory, 0, extent));
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(host, w * sizeof(float), w, h);
  copy.dstPtr = memory;
  copy.extent = extent;
  copy.kind = cudaMemcpyHostToDevice;
  OK(cudaMemcpy3D(&copy));
  // Back, all but the first plane, row and column.
  copy = {};
  copy.srcPtr = memory;
  copy.srcPos = make_cudaPos(sizeof(float), 1, 1);
  copy.dstPtr = make_cudaPitchedPtr(back, w * sizeof(float), w, h);
  copy.dstPos = make_cudaPos(sizeof(float), 1, 1);
  copy.extent = make_cudaExtent((w - 1) * sizeof(float), h - 1, d - 1);
  copy.kind = cudaMemcpyDeviceToHost;
  OK(cudaMemcpy3DAsync(&copy));
  REQUIRE(back[0][3][4] == 0 && back[2][0][4] == 0 && back[2][3][0] == 0);
  REQUIRE(back[1][1][1] == host[1][1][1] && back[2][3][4] == 59);
  return 0;
}
int wrong_volumes() {
  float host[64] = {};
  cudaPitchedPtr memory;
  OK(cudaMalloc3D(&memory, make_cudaExtent(16, 4, 1)));
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(host, 16, 4, 4);
  copy.dstPtr = memory;
  copy.extent = make_cudaExtent(20, 4, 1);
  copy.kind = cudaMemcpyHostToDevice;
  REQUIRE(cudaMemcpy3D(&copy) == cudaErrorInvalidValue);  // wider than the source's pitch
  copy.extent = make_cudaExtent(16, 4, 2);
  REQUIRE(cudaMemcpy3D(&copy) == cudaErrorInvalidValue);  // deeper than what was allocated
  copy.extent = make_cudaExtent(16, 4, 1);
  copy.kind = cudaMemcpyDeviceToHost;
  REQUIRE(cudaMemcpy3D(&copy) == cudaErrorInvalidValue);
  copy.kind = (cudaMemcpyKind)9;
  REQUIRE(cudaMemcpy3D(&copy) == cudaErrorInvalidMemcpyDirection);
  copy.kind = cudaMemcpyHostToDevice;
  copy.extent = make_cudaExtent(0, 4, 1);
  OK(cudaMemcpy3D(&copy));
  copy.srcPtr.ptr = nullptr;
  REQUIRE(cudaMemcpy3D(&copy) == cudaErrorInvalidValue);  // from nowhere
  REQUIRE(cudaMemcpy3D(nullptr) == cudaErrorInvalidValue);
  return 0;
}
int arrays(float* out) {
  float host[6][8], back[6][8] = {};
  for (int i = 0; i < 48; ++i) host[0][i] = i;
  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  OK(cudaMallocArray(&array, &format, 8, 6));
  OK(cudaMemcpy2DToArray(array, 0, 0, host, 32, 32, 6, cudaMemcpyHostToDevice));
  OK(cudaMemcpy2DFromArray(back, 32, array, 0, 0, 32, 6, cudaMemcpyDeviceToHost));
  REQUIRE(std::memcmp(host, back, sizeof host) == 0);
  const cudaTextureObject_t texture = texture_of(array, cudaAddressModeClamp);
  REQUIRE(texture != 0);
  fetch_2d<<<1, 8>>>(out, texture, 0.5f, 2.5f);
  REQUIRE(at(out)[0] == 16 && at(out)[7] == 23);
  fetch_2d<<<1, 8>>>(out, texture, 4.9f, -1.0f);
  REQUIRE(at(out)[0] == 4 && at(out)[3] == 7 && at(out)[7] == 7);
  fetch_column<<<1, 8>>>(out, texture);
  REQUIRE(at(out)[0] == 0 && at(out)[5] == 40 && at(out)[7] == 40);
  const cudaTextureObject_t border = texture_of(array, cudaAddressModeBorder);
  fetch_2d<<<1, 8>>>(out, border, 4.5f, 1.5f);
  REQUIRE(at(out)[3] == 15 && at(out)[4] == 0 && at(out)[7] == 0);
  cudaExtent extent;
  cudaChannelFormatDesc same;
  OK(cudaArrayGetInfo(&same, &extent, nullptr, array));
  REQUIRE(same.x == 32 && same.f == cudaChannelFormatKindFloat && extent.width == 8 && extent.depth == 0);
  OK(cudaDestroyTextureObject(texture));
  OK(cudaFreeArray(array));
  return 0;
}
int repeated(float* out) {
  float4 host[8];
  for (int i = 0; i < 8; ++i) host[i] = make_float4(i, -i, 2 * i, 1);
  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float4>();
  OK(cudaMallocArray(&array, &format, 8));
  OK(cudaMemcpy2DToArray(array, 0, 0, host, sizeof host, sizeof host, 1, cudaMemcpyHostToDevice));
  fetch_1d<<<1, 16>>>((float4*)out, texture_of(array, cudaAddressModeWrap, true), 1 / 8.0f);
  REQUIRE(at(out)[4 * 7] == 7 && at(out)[4 * 8] == 0 && at(out)[4 * 15 + 1] == -7);
  fetch_1d<<<1, 16>>>((float4*)out, texture_of(array, cudaAddressModeMirror, true), 1 / 8.0f);
  REQUIRE(at(out)[4 * 8] == 7 && at(out)[4 * 15] == 0);
  return 0;
}
int volume_texture(float* out) {
  float host[3][4][5];
  for (int i = 0; i < 60; ++i) host[0][0][i] = i;
  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
  OK(cudaMalloc3DArray(&array, &format, make_cudaExtent(5, 4, 3)));
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(host, 5 * sizeof(float), 5, 4);
  copy.dstArray = array;
  copy.extent = make_cudaExtent(5, 4, 3);
  copy.kind = cudaMemcpyHostToDevice;
  OK(cudaMemcpy3D(&copy));
  fetch_3d<<<1, dim3(5, 4, 3)>>>(out, texture_of(array, cudaAddressModeClamp), 5, 4);
  for (int i = 0; i < 60; ++i) REQUIRE(at(out)[i] == i);
  copy.extent.depth = 4;
  REQUIRE(cudaMemcpy3D(&copy) == cudaErrorInvalidValue);
  return 0;
}
// Made by the first call, used by the next one, and taken away by the last one.
static cudaArray_t array_kept;
static cudaTextureObject_t texture_kept;
int kept_array(float* out) {
  cudaArray_t& array = array_kept;
  cudaTextureObject_t& texture = texture_kept;
  float host[8];
  if (texture == 0) {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    OK(cudaMallocArray(&array, &format, 8, 1));
    texture = texture_of(array, cudaAddressModeClamp);
    REQUIRE(texture != 0);
    for (int i = 0; i < 8; ++i) host[i] = i + 1;
    OK(cudaMemcpy2DToArray(array, 0, 0, host, 32, 32, 1, cudaMemcpyHostToDevice));
  }
  fetch_2d<<<1, 8>>>(out, texture, 0.5f, 0.5f);
  REQUIRE(at(out)[0] == 1 && at(out)[7] == 8);
  OK(cudaMemcpy2DFromArray(host, 32, array, 0, 0, 32, 1, cudaMemcpyDeviceToHost));
  REQUIRE(host[7] == 8);
  return 0;
}
int free_kept_array() {
  OK(cudaDestroyTextureObject(texture_kept));
  OK(cudaFreeArray(array_kept));
  REQUIRE(cudaFreeArray(array_kept) == cudaErrorInvalidResourceHandle);
  return 0;
}
int memory_textures(float* out) {
  float* memory;
  size_t pitch;
  float host[4][8];
  for (int i = 0; i < 32; ++i) host[0][i] = i;
  OK(cudaMallocPitch(&memory, &pitch, 32, 4));
  OK(cudaMemcpy2D(memory, pitch, host, 32, 32, 4, cudaMemcpyHostToDevice));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D = {memory, cudaCreateChannelDesc<float>(), 8, 4, pitch};
  cudaTextureDesc description = {};
  cudaTextureObject_t texture;
  OK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
  fetch_2d<<<1, 8>>>(out, texture, 0.5f, 3.5f);
  REQUIRE(at(out)[0] == 24 && at(out)[7] == 31);
  resource.res.pitch2D.pitchInBytes = 20;
  REQUIRE(cudaCreateTextureObject(&texture, &resource, &description, nullptr) == cudaErrorInvalidValue);
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear = {memory, cudaCreateChannelDesc<float>(), 32};
  OK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
  fetch_linear<<<1, 10>>>(out, texture, -1);
  REQUIRE(at(out)[0] == 0 && at(out)[1] == 0 && at(out)[8] == 7 && at(out)[9] == 0);
  resource.res.linear.sizeInBytes = 1 << 20;
  REQUIRE(cudaCreateTextureObject(&texture, &resource, &description, nullptr) == cudaErrorInvalidValue);
  return 0;
}
int wrong_arrays() {
  float host[64] = {};
  cudaArray_t array;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  REQUIRE(cudaMallocArray(&array, &format, 0, 4) == cudaErrorInvalidValue);
  REQUIRE(cudaMalloc3DArray(&array, &format, make_cudaExtent(4, 0, 4)) == cudaErrorInvalidValue);
  OK(cudaMallocArray(&array, &format, 8, 4));
  REQUIRE(cudaMemcpy2DToArray(array, 0, 0, host, 16, 32, 4, cudaMemcpyHostToDevice) == cudaErrorInvalidPitchValue);
  REQUIRE(cudaMemcpy2DToArray(array, 4, 0, host, 32, 32, 4, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  REQUIRE(cudaMemcpy2DToArray(array, 2, 0, host, 32, 4, 4, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  REQUIRE(cudaMemcpy2DToArray(array, 0, 1, host, 32, 32, 4, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  REQUIRE(cudaMemcpy2DToArray(array, 0, 0, host, 32, 32, 4, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
  OK(cudaMemcpy2DToArray(array, 0, 0, host, 32, 0, 4, cudaMemcpyHostToDevice));
  OK(cudaFreeArray(array));
  REQUIRE(cudaFreeArray(array) == cudaErrorInvalidResourceHandle);
  REQUIRE(cudaMemcpy2DToArray(array, 0, 0, host, 32, 32, 4, cudaMemcpyHostToDevice) == cudaErrorInvalidResourceHandle);
  REQUIRE(texture_of(array, cudaAddressModeClamp) == 0);
  REQUIRE(cudaGetLastError() == cudaErrorInvalidResourceHandle);
  format.y = 16;
  REQUIRE(cudaMallocArray(&array, &format, 8, 4) == cudaErrorInvalidChannelDescriptor);
  REQUIRE(cudaGetLastError() == cudaErrorInvalidChannelDescriptor);
  return 0;
}
int freed_array(float* out) {
  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  OK(cudaMallocArray(&array, &format, 8, 4));
  const cudaTextureObject_t texture = texture_of(array, cudaAddressModeClamp);
  cudaFreeArray(array);
  fetch_2d<<<1, 8>>>(out, texture, 0, 0);
  REQUIRE(cudaGetLastError() == cudaErrorIllegalAddress);
  return 0;
}
int unwritten_array(float* out) {
  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  OK(cudaMallocArray(&array, &format, 8, 4));
  fetch_2d<<<1, 8>>>(out, texture_of(array, cudaAddressModeClamp), 0, 0);
  return 0;
}
int other_type(float* out) {
  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4>();
  REQUIRE(format.w == 8 && format.f == cudaChannelFormatKindUnsigned);
  OK(cudaMallocArray(&array, &format, 8, 4));
  fetch_2d<<<1, 8>>>((float4*)out, texture_of(array, cudaAddressModeClamp), 0, 0);
  return 0;
}
int never_set() {
  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  OK(cudaMallocArray(&array, &format, 8, 4));
  cudaResourceDesc resource = {};
  resource.res.array.array = array;
  cudaTextureDesc description;
  cudaTextureObject_t texture;
  const auto create = [&] { return cudaCreateTextureObject(&texture, &resource, &description, nullptr); };
  for (const int byte : {0x7f, 0xcd, 0xff}) {
    // Each field in turn is the only one without a value.
    memset(&description, 0, sizeof description);
    memset(&description.addressMode, byte, sizeof description.addressMode);
    REQUIRE(create() == cudaErrorInvalidValue);
    memset(&description, 0, sizeof description);
    memset(&description.filterMode, byte, sizeof description.filterMode);
    REQUIRE(create() == cudaErrorInvalidValue);
    memset(&description, 0, sizeof description);
    memset(&description.readMode, byte, sizeof description.readMode);
    REQUIRE(create() == cudaErrorInvalidValue);
    memset(&description, 0, sizeof description);
    memset(&description.sRGB, byte, sizeof description.sRGB);
    REQUIRE(create() == cudaErrorInvalidValue);
    // A border that nothing shows may have any colour.
    memset(&description, 0, sizeof description);
    memset(&description.borderColor, byte, sizeof description.borderColor);
    OK(create());
    OK(cudaDestroyTextureObject(texture));
    memset(&resource.resType, byte, sizeof resource.resType);
    REQUIRE(create() == cudaErrorInvalidValue);
    resource.resType = cudaResourceTypeArray;
    unsigned flags;
    memset(&flags, byte, sizeof flags);
    cudaArray_t other;
    REQUIRE(cudaMallocArray(&other, &format, 8, 4, flags) == cudaErrorInvalidValue);
  }
  cudaGetLastError();
  OK(cudaFreeArray(array));
  return 0;
}
int linear_filter() {
  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  OK(cudaMallocArray(&array, &format, 8, 4));
  cudaResourceDesc resource = {};
  resource.res.array.array = array;
  cudaTextureDesc description = {};
  description.filterMode = cudaFilterModeLinear;
  cudaTextureObject_t texture;
  REQUIRE(cudaCreateTextureObject(&texture, &resource, &description, nullptr) == cudaErrorNotSupported);
  return 0;
}
int read_column(float* out) {
  float host[32 * 64] = {};
  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  OK(cudaMallocArray(&array, &format, 64, 32));
  OK(cudaMemcpy2DToArray(array, 0, 0, host, 256, 256, 32, cudaMemcpyHostToDevice));
  fetch_column<<<1, 32>>>(out, texture_of(array, cudaAddressModeClamp));
  return 0;
}
}
