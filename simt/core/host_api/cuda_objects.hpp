// What student code has handles for: streams, events, arrays, textures. A handle that was destroyed, or never made,
// is recognized.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <optional>

#include "simt/core/host_api/images.hpp"
#include "simt/core/streams/streams.hpp"
#include "simt/include/simt/api.h"

// The opaque types of api.h.
struct CUstream_st {
  bool is_blocking = true;
  int priority = 0;
  cudaAccessPolicyWindow window{};
};

struct CUevent_st {
  bool has_time = true;
};

namespace simt::core {

template <class Object>
class Handles {
 public:
  Object* make(Object object) {
    auto made = std::make_unique<Object>(std::move(object));
    Object* const handle = made.get();
    all_.emplace(handle, std::move(made));
    return handle;
  }
  /// Null when it is not a handle.
  Object* find(const Object* handle) const {
    const auto found = all_.find(handle);
    return found == all_.end() ? nullptr : found->second.get();
  }
  template <class Property>
  bool any(const Property& property) const {
    return std::any_of(all_.begin(), all_.end(), [&](const auto& one) { return property(*one.second); });
  }
  bool destroy(const Object* handle) { return all_.erase(handle) != 0; }
  void destroy_all() { all_.clear(); }

 private:
  std::map<const Object*, std::unique_ptr<Object>> all_;
};

/// Student code may keep any of them in a static variable and use it in the next run: streams and events always stay,
/// arrays and textures as long as the memory that student code allocates.
class CudaObjects {
 public:
  static Handles<CUstream_st>& streams();
  static Handles<CUevent_st>& events();
  /// Of cudaDeviceSetLimit, with the values that a device begins with; the set-aside part of the L2 cache is elsewhere.
  std::map<cudaLimit, std::size_t> limits{{cudaLimitStackSize, 1024},
                                          {cudaLimitPrintfFifoSize, 1 << 20},
                                          {cudaLimitMallocHeapSize, 8 << 20},
                                          {cudaLimitMaxL2FetchGranularity, 64}};
  std::map<const void*, unsigned> pinned;  ///< host memory and the flags that it was pinned with
  Handles<cudaArray> arrays;
  Handles<Texture> textures;

  /// Takes over the arrays and textures of an earlier run.
  void adopt(CudaObjects& earlier);

  /// The stream's number in this run; none when it is not a stream.
  std::optional<StreamNumber> number_of(cudaStream_t stream, Streams& clock);
  bool destroy(cudaStream_t stream);
  /// Of a valid stream.
  cudaAccessPolicyWindow& window_of(cudaStream_t stream);
  bool has_any_window() const;

  void record(cudaEvent_t event, Moment moment) { recorded_[event] = std::move(moment); }
  /// When `event` was recorded in this run; null when it was not.
  const Moment* recorded(cudaEvent_t event) const;
  bool destroy(cudaEvent_t event);
  /// Every handle becomes invalid.
  void destroy_all();

 private:
  std::map<const CUstream_st*, StreamNumber> numbers_;
  // Of the streams that exist without cudaStreamCreate: every run resets them.
  cudaAccessPolicyWindow default_window_{};
  cudaAccessPolicyWindow per_thread_window_{};
  std::map<const CUevent_st*, Moment> recorded_;
};

}  // namespace simt::core
