#include "runner/l2_state.hpp"

#include <cuda_runtime_api.h>

namespace runner {
namespace {

int attribute(cudaDeviceAttr name) {
  int value = 0;
  int device = 0;
  return cudaGetDevice(&device) == cudaSuccess && cudaDeviceGetAttribute(&value, name, device) == cudaSuccess ? value
                                                                                                              : 0;
}

}  // namespace

L2State::L2State()
    : has_persisting_(attribute(cudaDevAttrMaxPersistingL2CacheSize) > 0),
      bytes_(2 * static_cast<std::size_t>(attribute(cudaDevAttrL2CacheSize))) {
  // Where there is no memory left, what an untimed call has read stays: a small share of what is timed.
  if (bytes_ != 0 && cudaMalloc(&other_, bytes_) != cudaSuccess) other_ = nullptr;
  cudaGetLastError();
}

L2State::~L2State() { cudaFree(other_); }

void L2State::reset_persisting() {
  if (!has_persisting_) return;
  const cudaStreamAttrValue none{};
  cudaStreamSetAttribute(cudaStreamLegacy, cudaStreamAttributeAccessPolicyWindow, &none);
  cudaStreamSetAttribute(cudaStreamPerThread, cudaStreamAttributeAccessPolicyWindow, &none);
  std::size_t aside = 0;
  // Asking takes the host less time than setting it.
  if (cudaDeviceGetLimit(&aside, cudaLimitPersistingL2CacheSize) != cudaSuccess || aside != 0) {
    cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 0);
  }
  cudaCtxResetPersistingL2Cache();
}

void L2State::evict() {
  if (other_ != nullptr) cudaMemsetAsync(other_, 0, bytes_);
}

}  // namespace runner
