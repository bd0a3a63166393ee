// What a call leaves changed of the L2 cache's settings (RunRequest::leaves_no_trace). For the CUDA runtime API and
// for the emulator's: include one of them before.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runner/protocol.hpp"

namespace runner {

class Trace {
 public:
  /// Before a call. With `something_aside`, it finds a quarter of what can be set aside.
  explicit Trace(bool something_aside) {
    int most = 0;
    int device = 0;
    if (something_aside && cudaGetDevice(&device) == cudaSuccess &&
        cudaDeviceGetAttribute(&most, cudaDevAttrMaxPersistingL2CacheSize, device) == cudaSuccess) {
      cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, static_cast<std::size_t>(most) / 4);
    }
    cudaDeviceGetLimit(&before_, cudaLimitPersistingL2CacheSize);
  }

  /// When all its work is done; as Reply::left.
  std::uint32_t left() const {
    std::size_t after = 0;
    cudaDeviceGetLimit(&after, cudaLimitPersistingL2CacheSize);
    return (after != before_ ? left_limit : 0U) |
           (has_window(cudaStreamLegacy) || has_window(cudaStreamPerThread) ? left_window : 0U);
  }

 private:
  static bool has_window(cudaStream_t stream) {
    cudaStreamAttrValue value{};
    return cudaStreamGetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value) == cudaSuccess &&
           value.accessPolicyWindow.num_bytes != 0;
  }

  std::size_t before_ = 0;
};

}  // namespace runner
