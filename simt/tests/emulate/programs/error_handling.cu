// Errors as programs handle them: names and texts, an error that stays until it is read, calls after a reset.
#include <cuda_runtime_api.h>

#include <cstdio>
#include <cstdlib>

#define gpuErrchk(answer) gpuAssert((answer), __LINE__)
inline void gpuAssert(cudaError_t code, int line, bool abort = true) {
  if (code == cudaSuccess) return;
  std::printf("GPUassert: %s %d\n", cudaGetErrorString(code), line);
  if (abort) std::exit(code);
}

__global__ void nothing() {}

int main() {
  for (const cudaError_t error :
       {cudaSuccess, cudaErrorInvalidValue, cudaErrorMemoryAllocation, cudaErrorInvalidConfiguration,
        cudaErrorInvalidDevice, cudaErrorNoDevice, cudaErrorInvalidResourceHandle, cudaErrorNotReady,
        cudaErrorIllegalAddress, cudaErrorLaunchOutOfResources, cudaErrorPeerAccessAlreadyEnabled,
        cudaErrorMisalignedAddress, cudaErrorAssert, cudaErrorLaunchFailure, cudaErrorUnknown}) {
    std::printf("%d %s: %s\n", error, cudaGetErrorName(error), cudaGetErrorString(error));
  }
  gpuAssert(cudaSetDevice(1000), __LINE__, false);
  const cudaError_t first = cudaGetLastError(), second = cudaGetLastError();
  std::printf("%s, then %s\n", cudaGetErrorName(first), cudaGetErrorName(second));
  nothing<<<1, 32>>>();
  std::printf("%s\n", cudaGetErrorName(cudaPeekAtLastError()));
  void* pointer = nullptr;
  gpuErrchk(cudaMalloc(&pointer, 256));
  gpuErrchk(cudaDeviceReset());
  gpuErrchk(cudaMalloc(&pointer, 256));
  gpuErrchk(cudaFree(pointer));
  int peer = 1, device = -1;
  gpuAssert(cudaDeviceCanAccessPeer(&peer, 1000, 0), __LINE__, false);
  cudaGetLastError();
  gpuErrchk(cudaGetDevice(&device));
  std::printf("device %d\n", device);
}
