// Student code for cuda_memory_test.cpp: constant, managed and pinned memory, streams, launches.
#include <cuda_runtime.h>
#include <cmath>
#define REQUIRE(condition) \
  if (!(condition)) return __LINE__
#define OK(call) REQUIRE((call) == cudaSuccess)

__global__ void add_one(float* data) { data[threadIdx.x] += 1; }
__global__ void may_be_null(float* out, const float* in, int offset) {
  out[threadIdx.x] = in == nullptr ? 5 : in[threadIdx.x + offset];
}
__constant__ float table[64];
__device__ float variable[64];
// All lanes one word, then sixteen words, then a word each.
__global__ void look_up(float* out) {
  const float same = table[blockIdx.x];
  const float sixteen = table[threadIdx.x % 16];
  out[threadIdx.x] = same + sixteen + table[threadIdx.x];
}
template <class T>
__global__ void deduced(T* out, T value) {
  out[0] = value;
}

// The output, seen by host code.
static const float* at(const float* out) {
  static float host[64];
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  return host;
}
static void set_to_seven(void* data) { *(int*)data = 7; }

template <int N>
__global__ void large(int* out) {
  extern __shared__ int tile[];
  tile[threadIdx.x] = N;
  out[threadIdx.x] = tile[threadIdx.x];
}
struct Copied {
  int value;
  __host__ __device__ Copied(int given) : value(given) {}
  __host__ __device__ Copied(const Copied& other) : value(other.value) {}
};
static __global__ void other_large(int* out, Copied copied) {
  extern __shared__ int tile[];
  tile[threadIdx.x] = copied.value;
  out[threadIdx.x] = tile[threadIdx.x];
}
extern "C" {
int constants(float* out) {
  float host[64];
  for (int i = 0; i < 64; ++i) host[i] = i;
  OK(cudaMemcpyToSymbol(table, host, sizeof host));
  look_up<<<1, 32>>>(out);
  REQUIRE(at(out)[17] == 0 + 1 + 17);
  return 0;
}
int symbols_by_address() {
  float host[64], back[64] = {};
  for (int i = 0; i < 64; ++i) host[i] = i;
  float *constant, *device;
  OK(cudaGetSymbolAddress((void**)&constant, table));
  OK(cudaGetSymbolAddress((void**)&device, variable));
  OK(cudaMemcpy(constant, host, sizeof host, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(device, constant + 32, 128, cudaMemcpyDeviceToDevice));
  OK(cudaMemcpy(back, device, 128, cudaMemcpyDeviceToHost));
  REQUIRE(back[0] == 32 && back[31] == 63);
  OK(cudaMemset(constant, 0, sizeof host));
  OK(cudaMemcpyFromSymbol(back, table, sizeof back));
  REQUIRE(back[31] == 0);
  REQUIRE(cudaMemcpy(constant, host, 1 << 20, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  cudaGetLastError();
  return 0;
}
int managed_and_async(float* out) {
  float *both, *own;
  OK(cudaMallocManaged(&both, 128));
  for (int i = 0; i < 32; ++i) both[i] = i;
  OK(cudaMemPrefetchAsync(both, 128, 0));
  OK(cudaMemAdvise(both, 128, cudaMemAdviseSetReadMostly, 0));
  add_one<<<1, 32>>>(both);
  OK(cudaMemPrefetchAsync(both, 128, cudaMemLocation{cudaMemLocationTypeHost, 0}, 0));
  OK(cudaDeviceSynchronize());
  REQUIRE(both[31] == 32);
  OK(cudaMemcpy(out, both, 128, cudaMemcpyDefault));
  OK(cudaMemcpy(both, out, 128, cudaMemcpyDeviceToHost));
  cudaPointerAttributes attributes;
  OK(cudaPointerGetAttributes(&attributes, both));
  REQUIRE(attributes.type == cudaMemoryTypeManaged && attributes.hostPointer == both);
  OK(cudaPointerGetAttributes(&attributes, out));
  REQUIRE(attributes.type == cudaMemoryTypeDevice && attributes.devicePointer == out);
  OK(cudaPointerGetAttributes(&attributes, &attributes));
  REQUIRE(attributes.type == cudaMemoryTypeUnregistered);
  REQUIRE(cudaMemPrefetchAsync(out, 128, 0) == cudaErrorInvalidValue);
  REQUIRE(cudaMallocManaged(&both, 0) == cudaErrorInvalidValue);
  OK(cudaFree(both));
  cudaStream_t stream;
  OK(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, -1));
  OK(cudaMallocAsync(&own, 128, stream));
  OK(cudaMemsetAsync(own, 0, 128, stream));
  add_one<<<1, 32, 0, stream>>>(own);
  OK(cudaFreeAsync(own, stream));
  REQUIRE(cudaFreeAsync(own, stream) == cudaErrorInvalidValue);
  return 0;
}
int pinned() {
  float* memory;
  unsigned flags = 0;
  float own[32];
  REQUIRE(cudaHostAlloc(&memory, 128, 0x40) == cudaErrorInvalidValue);
  OK(cudaHostAlloc(&memory, 128, cudaHostAllocMapped | cudaHostAllocWriteCombined));
  OK(cudaHostGetFlags(&flags, memory));
  REQUIRE((flags & cudaHostAllocMapped) != 0);
  REQUIRE(cudaFreeHost(memory + 1) == cudaErrorInvalidValue);
  REQUIRE(cudaHostUnregister(memory) == cudaErrorHostMemoryNotRegistered);
  OK(cudaHostRegister(own, sizeof own, cudaHostRegisterDefault));
  REQUIRE(cudaHostRegister(own, sizeof own, 0) == cudaErrorHostMemoryAlreadyRegistered);
  REQUIRE(cudaFreeHost(own) == cudaErrorInvalidValue);
  OK(cudaHostUnregister(own));
  OK(cudaFreeHost(memory));
  REQUIRE(cudaFreeHost(memory) == cudaErrorInvalidValue);
  cudaGetLastError();
  return 0;
}
int streams() {
  cudaStream_t stream;
  cudaEvent_t event;
  unsigned flags = 9;
  int value = 0, least = 9, greatest = 9;
  REQUIRE(cudaStreamCreateWithFlags(&stream, 2) == cudaErrorInvalidValue);
  OK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  OK(cudaStreamGetFlags(stream, &flags));
  REQUIRE(flags == cudaStreamNonBlocking);
  OK(cudaLaunchHostFunc(stream, set_to_seven, &value));
  OK(cudaStreamSynchronize(stream));
  REQUIRE(value == 7);
  OK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  REQUIRE(least >= greatest);
  OK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
  OK(cudaEventRecordWithFlags(event, stream, cudaEventRecordDefault));
  float milliseconds;
  REQUIRE(cudaEventElapsedTime(&milliseconds, event, event) == cudaErrorInvalidResourceHandle);
  OK(cudaStreamWaitEvent(cudaStreamPerThread, event, 0));
  OK(cudaStreamDestroy(stream));
  REQUIRE(cudaStreamDestroy(stream) == cudaErrorInvalidResourceHandle);
  REQUIRE(cudaStreamSynchronize(stream) == cudaErrorInvalidResourceHandle);
  float* memory;
  OK(cudaMalloc(&memory, 128));
  REQUIRE(cudaMemsetAsync(memory, 0, 128, stream) == cudaErrorInvalidResourceHandle);
  cudaGetLastError();
  add_one<<<1, 32, 0, stream>>>(memory);
  REQUIRE(cudaGetLastError() == cudaErrorInvalidResourceHandle);
  OK(cudaEventDestroy(event));
  REQUIRE(cudaEventRecord(event) == cudaErrorInvalidResourceHandle);
  OK(cudaEventCreate(&event));
  REQUIRE(cudaEventElapsedTime(&milliseconds, event, event) == cudaErrorInvalidResourceHandle);  // never recorded
  return 0;
}
int windows(float* out) {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaStreamAttrValue value = {};
  value.accessPolicyWindow = {out, 128, 1.0f, cudaAccessPropertyPersisting, cudaAccessPropertyStreaming};
  OK(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value));
  value.accessPolicyWindow.hitRatio = 1.5f;
  REQUIRE(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value) == cudaErrorInvalidValue);
  value.accessPolicyWindow.hitRatio = NAN;
  REQUIRE(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value) == cudaErrorInvalidValue);
  value.accessPolicyWindow.hitRatio = 0.5f;
  value.accessPolicyWindow.num_bytes = (size_t)1 << 40;
  REQUIRE(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value) == cudaErrorInvalidValue);
  value.accessPolicyWindow.num_bytes = 128;
  value.accessPolicyWindow.missProp = cudaAccessPropertyPersisting;
  REQUIRE(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value) == cudaErrorInvalidValue);
  REQUIRE(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, (size_t)1 << 40) == cudaErrorInvalidValue);
  return 0;
}
int many_pinned() {
  static void* all[24000];
  for (void*& one : all) OK(cudaMallocHost(&one, 1));
  void* more;
  REQUIRE(cudaMallocHost(&more, 1) == cudaErrorMemoryAllocation);
  REQUIRE(more == nullptr);
  static char own;
  REQUIRE(cudaHostRegister(&own, 1, cudaHostRegisterDefault) == cudaErrorMemoryAllocation);
  OK(cudaFreeHost(all[7]));
  OK(cudaMallocHost(&all[7], 1));
  for (void* one : all) OK(cudaFreeHost(one));
  cudaGetLastError();
  return 0;
}
int shared_of_one_kernel(int* out) {
  constexpr int bytes = 100 << 10;
  const auto attribute = cudaFuncAttributeMaxDynamicSharedMemorySize;
  REQUIRE(cudaFuncSetAttribute((const void*)nullptr, attribute, bytes) == cudaErrorInvalidDeviceFunction);
  cudaGetLastError();
  OK(cudaFuncSetAttribute(large<3>, attribute, bytes));
  large<3><<<1, 32, bytes>>>(out);
  OK(cudaGetLastError());
  large<3><<<1, 32, bytes + 1>>>(out);  // @more
  REQUIRE(cudaGetLastError() == cudaErrorInvalidValue);
  large<4><<<1, 32, bytes>>>(out);  // @other
  REQUIRE(cudaGetLastError() == cudaErrorInvalidValue);
  other_large<<<1, 32, bytes>>>(out, Copied{7});  // @unset
  REQUIRE(cudaGetLastError() == cudaErrorInvalidValue);
  // By a pointer, and by an address.
  void (*const kernels[])(int*) = {large<3>, large<4>};
  kernels[0]<<<1, 32, bytes>>>(out);
  OK(cudaGetLastError());
  void* arguments[] = {&out};
  OK(cudaLaunchKernel((void*)large<3>, dim3(1), dim3(32), arguments, bytes, nullptr));
  REQUIRE(cudaLaunchKernel((void*)large<4>, dim3(1), dim3(32), arguments, bytes, nullptr) ==  // @address
          cudaErrorInvalidValue);
  cudaGetLastError();
  cudaFuncAttributes of;
  OK(cudaFuncGetAttributes(&of, large<3>));
  REQUIRE(of.maxDynamicSharedSizeBytes == bytes);
  OK(cudaFuncGetAttributes(&of, large<4>));
  REQUIRE(of.maxDynamicSharedSizeBytes == 48 << 10);
  OK(cudaFuncSetAttribute(other_large, attribute, bytes));
  other_large<<<1, 32, bytes>>>(out, Copied{7});
  OK(cudaGetLastError());
  return 0;
}
int whole_memory() {
  size_t before = 0, all = 0, now = 0;
  OK(cudaMemGetInfo(&before, &all));
  REQUIRE(before <= all);
  char* piece = (char*)&all;
  REQUIRE(cudaMalloc(&piece, (size_t)1 << 45) == cudaErrorMemoryAllocation);
  REQUIRE(piece == nullptr);
  REQUIRE(cudaGetLastError() == cudaErrorMemoryAllocation);
  OK(cudaMalloc(&piece, 1 << 20));
  OK(cudaMemGetInfo(&now, &all));
  REQUIRE(before - now == 1 << 20);
  char* more = nullptr;
  REQUIRE(cudaMalloc(&more, now + 1) == cudaErrorMemoryAllocation);
  REQUIRE(cudaMallocAsync((void**)&more, now + 1, 0) == cudaErrorMemoryAllocation);
  cudaGetLastError();
  OK(cudaFree(piece));
  OK(cudaMemGetInfo(&now, &all));
  REQUIRE(before == now);
  return 0;
}
// The device has room for it, but not the computer, which needs as much again for what is known of each byte.
int more_than_the_host_has() {
  char* piece = nullptr;
  return cudaMalloc(&piece, (size_t)100 << 30) == cudaErrorNotSupported && piece == nullptr ? 0 : 1;
}
int launches(float* out) {
  float* memory = out;
  int offset = 1;
  const float* in = nullptr;
  void* arguments[] = {&memory, &in, &offset};
  OK(cudaLaunchKernel((void*)may_be_null, dim3(1), dim3(32), arguments, 0, nullptr));
  REQUIRE(at(out)[31] == 5);
  OK(cudaMemset(out, 0, 128));
  may_be_null<<<1, 32>>>(out, 0, 1);
  REQUIRE(at(out)[31] == 5);
  OK(cudaMemset(out, 0, 128));
  may_be_null<<<1, 32>>>(out, NULL, 0);
  REQUIRE(at(out)[0] == 5);
  deduced<<<1, 1>>>((int*)out, 0);
  REQUIRE(at(out)[0] == 0);
  return 0;
}
}
