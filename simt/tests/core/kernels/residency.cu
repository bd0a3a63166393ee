// Student code for residency_test.cpp.
#include <cuda_runtime.h>
__global__ void plain(float* out, const float* stream, const float* hot, int n, int h) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = stream[i] + hot[i % h];
}
__global__ void hinted(float* out, const float* stream, const float* hot, int n, int h) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) __stcs(&out[i], __ldcs(&stream[i]) + hot[i % h]);
}
__global__ void hinted_vectors(float4* out, const float4* stream, const float4* hot, int n, int h) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 sum = __ldcs(&stream[i]);
  const float4 add = hot[i % h];
  sum.x += add.x, sum.y += add.y, sum.z += add.z, sum.w += add.w;
  __stcs(&out[i], sum);
}
static cudaAccessPolicyWindow window_of(const float* hot, size_t bytes, float ratio) {
  return {(void*)hot, bytes, ratio, cudaAccessPropertyPersisting, cudaAccessPropertyStreaming};
}
static cudaError_t set_window(cudaStream_t stream, cudaAccessPolicyWindow window) {
  cudaStreamAttrValue value = {};
  value.accessPolicyWindow = window;
  return cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value);
}
static void set_aside() {
  int most = 0;
  cudaDeviceGetAttribute(&most, cudaDevAttrMaxPersistingL2CacheSize, 0);
  cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, most);
}
#define ARGUMENTS float *out, const float *stream, const float *hot, int n, int h
#define LAUNCH(queue) plain<<<(n + 255) / 256, 256, 0, queue>>>(out, stream, hot, n, h)

extern "C" {
void without(ARGUMENTS) { LAUNCH(0); }
void hints(ARGUMENTS) { hinted<<<(n + 255) / 256, 256>>>(out, stream, hot, n, h); }
void vector_hints(ARGUMENTS) {
  hinted_vectors<<<(n / 4 + 255) / 256, 256>>>((float4*)out, (const float4*)stream, (const float4*)hot, n / 4, h / 4);
}
void by_default_stream(ARGUMENTS) {
  set_aside();
  set_window(0, window_of(hot, h * sizeof(float), 1));
  LAUNCH(0);
}
void by_own_stream(ARGUMENTS) {
  set_aside();
  cudaStream_t queue;
  cudaStreamCreate(&queue);
  set_window(queue, window_of(hot, h * sizeof(float), 1));
  LAUNCH(queue);
  cudaStreamDestroy(queue);
}
void by_another_stream(ARGUMENTS) {
  set_aside();
  cudaStream_t queue;
  cudaStreamCreate(&queue);
  set_window(queue, window_of(hot, h * sizeof(float), 1));
  LAUNCH(0);
  cudaStreamDestroy(queue);
}
void by_launch(ARGUMENTS) {
  set_aside();
  cudaLaunchAttribute attribute[2] = {};
  attribute[0].id = cudaLaunchAttributeIgnore;
  attribute[1].id = cudaLaunchAttributeAccessPolicyWindow;
  attribute[1].val.accessPolicyWindow = window_of(hot, h * sizeof(float), 1);
  cudaLaunchConfig_t configuration = {};
  configuration.gridDim = (n + 255) / 256;
  configuration.blockDim = 256;
  configuration.attrs = attribute;
  configuration.numAttrs = 2;
  cudaLaunchKernelEx(&configuration, plain, out, stream, hot, n, h);
}
void cleared_before(ARGUMENTS) {
  set_aside();
  set_window(0, window_of(hot, h * sizeof(float), 1));
  set_window(0, cudaAccessPolicyWindow{});
  LAUNCH(0);
}
void nothing_aside(ARGUMENTS) {
  set_window(0, window_of(hot, h * sizeof(float), 1));
  LAUNCH(0);
}
void in_elements(ARGUMENTS) {
  set_aside();
  set_window(0, window_of(hot, h, 1));
  LAUNCH(0);
}

int limits(ARGUMENTS) {
  int most = 0;
  size_t limit = 1;
  if (cudaDeviceGetAttribute(&most, cudaDevAttrMaxPersistingL2CacheSize, 0) != cudaSuccess || most == 0)
    return __LINE__;
  if (cudaDeviceGetLimit(&limit, cudaLimitPersistingL2CacheSize) != cudaSuccess || limit != 0) return __LINE__;
  if (cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, most) != cudaSuccess) return __LINE__;
  if (cudaDeviceGetLimit(&limit, cudaLimitPersistingL2CacheSize) != cudaSuccess || limit != most) return __LINE__;
  if (cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, most + 1) != cudaErrorInvalidValue) return __LINE__;
  if (cudaDeviceGetLimit(nullptr, cudaLimitPersistingL2CacheSize) != cudaErrorInvalidValue) return __LINE__;
  int widest = 0;
  if (cudaDeviceGetAttribute(&widest, cudaDevAttrMaxAccessPolicyWindowSize, 0) != cudaSuccess) return __LINE__;
  if (set_window(0, window_of(hot, widest, 1)) != cudaSuccess) return __LINE__;
  cudaStreamAttrValue value = {};
  if (cudaStreamGetAttribute(0, cudaStreamAttributeAccessPolicyWindow, &value) != cudaSuccess) return __LINE__;
  if (value.accessPolicyWindow.num_bytes != widest || value.accessPolicyWindow.base_ptr != hot) return __LINE__;
  if (cudaStreamGetAttribute(0, cudaStreamAttributeAccessPolicyWindow, nullptr) == cudaSuccess) return __LINE__;
  if (set_window(0, window_of(hot, widest + 1, 1)) != cudaErrorInvalidValue) return __LINE__;
  cudaLaunchConfig_t configuration = {};
  configuration.gridDim = configuration.blockDim = 1;
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeAccessPolicyWindow;
  attribute.val.accessPolicyWindow = window_of(hot, 128, 2);
  configuration.attrs = &attribute;
  configuration.numAttrs = 1;
  if (cudaLaunchKernelEx(&configuration, plain, out, stream, hot, n, h) != cudaErrorInvalidValue) return __LINE__;
  if (cudaLaunchKernelEx(nullptr, plain, out, stream, hot, n, h) != cudaErrorInvalidValue) return __LINE__;
  cudaGetLastError();
  attribute.id = cudaLaunchAttributeCooperative;
  attribute.val.cooperative = 1;
  if (cudaLaunchKernelEx(&configuration, plain, out, stream, hot, 1, h) != cudaSuccess) return __LINE__;
  cudaDeviceSynchronize();
  return cudaCtxResetPersistingL2Cache() == cudaSuccess ? 0 : __LINE__;
}
}
