// What student code has handles for: streams, events, arrays, textures. A handle that was destroyed, or never made,
// is found out.
#pragma once

#include <map>
#include <memory>
#include <optional>

#include "simt/include/simt/api.h"
#include "simt/runtime/images.hpp"
#include "simt/runtime/streams.hpp"

// The opaque types of api.h.
struct CUstream_st {
  simt::runtime::StreamNumber number = simt::runtime::default_stream;
  bool is_blocking = true;
};

struct CUevent_st {
  std::optional<simt::runtime::Moment> recorded;
  bool has_time = true;
};

namespace simt::runtime {

template <class Object>
class Handles {
 public:
  Object* make(Object object) {
    auto made = std::make_unique<Object>(std::move(object));
    Object* const handle = made.get();
    all_.emplace(handle, std::move(made));
    return handle;
  }
  /// Null for what is no handle.
  Object* find(const Object* handle) const {
    const auto found = all_.find(handle);
    return found == all_.end() ? nullptr : found->second.get();
  }
  bool destroy(const Object* handle) { return all_.erase(handle) != 0; }

 private:
  std::map<const Object*, std::unique_ptr<Object>> all_;
};

struct CudaObjects {
  Handles<CUstream_st> streams;
  Handles<CUevent_st> events;
  Handles<cudaArray> arrays;
  Handles<Texture> textures;

  /// The stream's number; none for what is no stream.
  std::optional<StreamNumber> number_of(cudaStream_t stream, Streams& clock);

 private:
  std::optional<StreamNumber> per_thread_;
};

}  // namespace simt::runtime
